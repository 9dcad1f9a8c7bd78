import { Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { useListCollections, useListDocumentTags } from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import { useRefreshCollections } from '../use-refresh-collections.ts';
import { useBulkActions } from './use-bulk-actions.ts';

interface BulkDialogProps {
  collection: Collection;
  documentIds: readonly string[];
  onDone: () => void;
  onClose: () => void;
}

const TAG_ACTIONS = [
  { value: 'add_tags', label: 'Add' },
  { value: 'remove_tags', label: 'Remove' },
] as const;

/** Adds tags to many documents, or removes them. */
export function BulkTagsDialog({ collection, documentIds, onDone, onClose }: BulkDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const { change } = useBulkActions(collection);
  const known = useListDocumentTags(orgId, projectId, collection.id);
  const [opened, setOpened] = useState(true);
  const [action, setAction] = useState<'add_tags' | 'remove_tags'>('add_tags');
  const form = useForm<{ tags: string[] }>({
    initialValues: { tags: [] },
    validate: { tags: (tags) => (tags.length === 0 ? 'Enter a tag' : null) },
  });
  const save = async ({ tags }: { tags: string[] }) => {
    const changed = await change(documentIds, { action, tags });
    if (changed === null) return false;
    toast.success(`Tags of ${counted(changed, 'document')} changed`);
    setOpened(false);
    onDone();
    return true;
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title={`Tag ${counted(documentIds.length, 'document')}`}
    >
      <Form form={form} label="Tags" onSubmit={save}>
        <Stack gap="md">
          <Segmented
            label="Add or remove"
            items={TAG_ACTIONS}
            value={action}
            onChange={setAction}
          />
          <TagsField
            data-autofocus
            openOnFocus={false}
            data={known.data?.results ?? []}
            {...form.getInputProps('tags')}
          />
        </Stack>
        <SubmitBar label={action === 'add_tags' ? 'Add tags' : 'Remove tags'} always />
      </Form>
    </Modal>
  );
}

/** Moves documents to another collection of the project. */
export function BulkMoveDialog({ collection, documentIds, onDone, onClose }: BulkDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const { change } = useBulkActions(collection);
  const refresh = useRefreshCollections();
  const [opened, setOpened] = useState(true);
  const [search, setSearch] = useState('');
  const query = useListCollections(
    orgId,
    projectId,
    { page_limit: 50, sort: 'name', ...(search.trim() && { q: search.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const others = (query.data?.results ?? []).filter(({ id }) => id !== collection.id);
  const form = useForm<{ collection_id: string | null }>({
    initialValues: { collection_id: null },
    validate: { collection_id: (to) => (to === null ? 'Choose a collection' : null) },
  });
  const move = async ({ collection_id }: { collection_id: string | null }) => {
    if (collection_id === null) return false;
    const changed = await change(documentIds, { action: 'move', collection_id });
    if (changed === null) return false;
    const name = others.find(({ id }) => id === collection_id)?.name ?? 'the collection';
    toast.success(`${counted(changed, 'document')} moved to ${name}`);
    setOpened(false);
    onDone();
    await refresh(collection_id);
    return true;
  };
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      onClosed={onClose}
      title={`Move ${counted(documentIds.length, 'document')}`}
    >
      <Form form={form} label="Move documents" onSubmit={move}>
        <Select
          data-autofocus
          label="Collection"
          description="The documents are indexed again with its settings."
          placeholder={query.isPending ? 'Loading collections…' : 'Select a collection'}
          searchable
          openOnFocus={false}
          searchValue={search}
          onSearchChange={setSearch}
          nothingFoundMessage="No matching collection"
          data={others.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('collection_id')}
        />
        <SubmitBar label="Move documents" always />
      </Form>
    </Modal>
  );
}

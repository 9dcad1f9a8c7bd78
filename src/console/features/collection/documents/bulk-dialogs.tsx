import { Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  getGetCollectionUrl,
  useListCollections,
  useListDocumentTags,
} from '#generated/api/collection/collection.ts';
import { DocumentMove } from '#generated/model/documentMove.zod.ts';
import { DocumentTagging } from '#generated/model/documentTagging.zod.ts';
import type { Collection } from '#generated/model/index.ts';
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
  const form = useForm(
    contractForm(DocumentTagging, {
      initialValues: { action: 'add_tags', tags: [] } as DocumentTagging,
      validate: { tags: (tags) => tags.length === 0 && 'Enter a tag' },
    }),
  );
  const { action } = form.values;
  const save = async (tagging: DocumentTagging) => {
    const changed = await change(documentIds, tagging);
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
          <Segmented label="Add or remove" items={TAG_ACTIONS} {...form.getInputProps('action')} />
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
  const client = useQueryClient();
  const [opened, setOpened] = useState(true);
  const [search, setSearch] = useState('');
  const query = useListCollections(
    orgId,
    projectId,
    { page_limit: 50, sort: 'name', ...(search.trim() && { q: search.trim() }) },
    { query: { placeholderData: (before) => before } },
  );
  const others = (query.data?.results ?? []).filter(({ id }) => id !== collection.id);
  const form = useForm(
    contractForm(DocumentMove, {
      initialValues: { collection_id: null as string | null },
      body: ({ collection_id }) => ({
        action: 'move' as const,
        collection_id: collection_id ?? '',
      }),
    }),
  );
  const move = async (target: DocumentMove) => {
    const changed = await change(documentIds, target);
    if (changed === null) return false;
    const { collection_id } = target;
    await refreshUnder(client, getGetCollectionUrl(orgId, projectId, collection_id));
    const name = others.find(({ id }) => id === target.collection_id)?.name ?? 'the collection';
    toast.success(`${counted(changed, 'document')} moved to ${name}`);
    setOpened(false);
    onDone();
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

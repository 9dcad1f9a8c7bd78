import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { refreshUnder } from '#console/api/query/refresh-under.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { counted } from '#console/ui/display/counted.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { FoundSelect } from '#console/ui/form/found-select.tsx';
import { Segmented } from '#console/ui/form/segmented.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
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
  onClosed: () => void;
}

const TAG_ACTIONS = [
  { value: 'add_tags', label: 'Add' },
  { value: 'remove_tags', label: 'Remove' },
] as const;

/** Adds tags to many documents, or removes them. */
export function BulkTagsDialog({ collection, documentIds, onDone, onClosed }: BulkDialogProps) {
  const { at } = useActiveProject();
  const { change } = useBulkActions(collection);
  const known = useListDocumentTags(...at, collection.id);
  const form = useForm(
    contractForm(DocumentTagging, {
      initialValues: { action: 'add_tags', tags: [] } as DocumentTagging,
      validate: { tags: (tags) => tags.length === 0 && 'Enter a tag' },
    }),
  );
  const { action } = form.values;
  const save = async (tagging: DocumentTagging) => (await change(documentIds, tagging)) ?? false;
  return (
    <FormDialog
      form={form}
      title={`Tag ${counted(documentIds.length, 'document')}`}
      label="Tags"
      submit={action === 'add_tags' ? 'Add tags' : 'Remove tags'}
      always
      onSubmit={save}
      success={(changed) => `Tags of ${counted(Number(changed), 'document')} changed`}
      onSaved={onDone}
      onClosed={onClosed}
    >
      <Segmented label="Add or remove" items={TAG_ACTIONS} {...form.getInputProps('action')} />
      <TagsField
        data-autofocus
        openOnFocus={false}
        data={known.data?.results ?? []}
        {...form.getInputProps('tags')}
      />
    </FormDialog>
  );
}

/** Moves documents to another collection of the project. */
export function BulkMoveDialog({ collection, documentIds, onDone, onClosed }: BulkDialogProps) {
  const { at } = useActiveProject();
  const { change } = useBulkActions(collection);
  const client = useQueryClient();
  const [search, setSearch] = useState('');
  const query = useListCollections(
    ...at,
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
    await refreshUnder(client, getGetCollectionUrl(...at, target.collection_id));
    return changed;
  };
  const nameOf = (id: string) => others.find((one) => one.id === id)?.name ?? 'the collection';
  return (
    <FormDialog
      form={form}
      title={`Move ${counted(documentIds.length, 'document')}`}
      label="Move documents"
      submit="Move documents"
      always
      onSubmit={move}
      success={(changed, { collection_id }) =>
        `${counted(Number(changed), 'document')} moved to ${nameOf(collection_id)}`
      }
      onSaved={onDone}
      onClosed={onClosed}
    >
      <FoundSelect
        noun="collection"
        description="The documents are indexed again with its settings."
        query={query}
        options={others}
        search={search}
        onSearch={setSearch}
        {...form.getInputProps('collection_id')}
      />
    </FormDialog>
  );
}

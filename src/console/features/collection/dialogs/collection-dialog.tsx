import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { createCollection, updateCollection } from '#generated/api/collection/collection.ts';
import { CollectionCreate } from '#generated/model/collectionCreate.zod.ts';
import type { Collection } from '#generated/model/index.ts';

interface CollectionDialogProps {
  /** The collection to edit; absent for a new one. */
  collection?: Collection;
  /** Called with the new collection, but not after an edit. */
  onCreated?: (created: Collection) => void;
  onClosed: () => void;
}

/** Creates a collection, or edits its name, description and tags. */
export function CollectionDialog({ collection, onCreated, onClosed }: CollectionDialogProps) {
  const { at } = useActiveProject();
  const form = useForm(
    contractForm(CollectionCreate, {
      initialValues: {
        name: collection?.name ?? '',
        description: collection?.description ?? '',
        tags: collection?.tags ?? [],
      },
    }),
  );
  const submit = (body: CollectionCreate) =>
    collection
      ? mutate(updateCollection, ...at, collection.id, body, { 'If-Match': collection.etag })
      : mutate(createCollection, ...at, body);
  return (
    <FormDialog
      form={form}
      title={collection ? `Edit ${collection.name}` : 'Create collection'}
      label={collection ? 'Edit collection' : 'Create collection'}
      submit={collection ? 'Save' : 'Create collection'}
      always={!collection}
      area={collection && 'collection.update'}
      onSubmit={submit}
      onSaved={collection ? undefined : onCreated}
      onClosed={onClosed}
    >
      <TextInput
        label="Name"
        placeholder="Handbook"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        description="What the documents are about"
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('description')}
      />
      <TagsField {...form.getInputProps('tags')} />
    </FormDialog>
  );
}

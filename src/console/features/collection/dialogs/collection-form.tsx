import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { DESCRIPTION_MAX, NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { useCreateCollection, useUpdateCollection } from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import { useRefreshCollections } from '../use-refresh-collections.ts';

type CollectionFormProps = {
  /** The collection to edit; absent for a new one. */
  collection?: Collection;
  onCreated?: (created: Collection) => void;
  onSaved?: () => void;
};

/** A collection's name, description and tags. */
export function CollectionForm({ collection, onCreated, onSaved }: CollectionFormProps) {
  const { orgId, projectId } = useActiveProject();
  const refresh = useRefreshCollections();
  const create = useCreateCollection({ mutation: { meta: { fields: true } } });
  const update = useUpdateCollection({
    mutation: { meta: { area: 'collection.update', fields: true } },
  });
  const form = useForm({
    initialValues: {
      name: collection?.name ?? '',
      description: collection?.description ?? '',
      tags: collection?.tags ?? [],
    },
    validate: { name: (name) => (name.trim() === '' ? VALIDATION.nameNeeded : null) },
  });

  const submit = async (values: typeof form.values) => {
    const data = { ...values, name: values.name.trim(), description: values.description.trim() };
    if (!collection) {
      const created = await create.mutateAsync({ orgId, projectId, data });
      await refresh();
      form.resetDirty();
      onCreated?.(created);
      return;
    }
    const headers = { 'If-Match': collection.etag };
    await update.mutateAsync({ orgId, projectId, collectionId: collection.id, data, headers });
    await refresh(collection.id);
  };

  return (
    <Form
      form={form}
      label={collection ? 'Edit collection' : 'Create collection'}
      onSubmit={submit}
      onSaved={onSaved}
      onStale={() => refresh(collection?.id)}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          placeholder="Handbook"
          maxLength={NAME_MAX}
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
          maxLength={DESCRIPTION_MAX}
          {...form.getInputProps('description')}
        />
        <TagsField {...form.getInputProps('tags')} />
      </Stack>
      <SubmitBar label={collection ? 'Save' : 'Create collection'} always={!collection} />
    </Form>
  );
}

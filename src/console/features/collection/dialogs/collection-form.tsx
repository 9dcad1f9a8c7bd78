import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { useCreateCollection, useUpdateCollection } from '#generated/api/collection/collection.ts';
import { CollectionCreate } from '#generated/model/collectionCreate.zod.ts';
import type { Collection } from '#generated/model/index.ts';

type CollectionFormProps = {
  /** The collection to edit; absent for a new one. */
  collection?: Collection;
  onCreated?: (created: Collection) => void;
  onSaved?: () => void;
};

/** A collection's name, description and tags. */
export function CollectionForm({ collection, onCreated, onSaved }: CollectionFormProps) {
  const { orgId, projectId } = useActiveProject();
  const create = useCreateCollection({ mutation: { meta: { fields: true } } });
  const update = useUpdateCollection({
    mutation: { meta: { area: 'collection.update', fields: true } },
  });
  const form = useForm(
    contractForm(CollectionCreate, {
      initialValues: {
        name: collection?.name ?? '',
        description: collection?.description ?? '',
        tags: collection?.tags ?? [],
      },
    }),
  );

  const submit = async (data: CollectionCreate) => {
    if (!collection) {
      const created = await create.mutateAsync({ orgId, projectId, data });
      form.resetDirty();
      onCreated?.(created);
      return;
    }
    const headers = { 'If-Match': collection.etag };
    await update.mutateAsync({ orgId, projectId, collectionId: collection.id, data, headers });
  };

  return (
    <Form
      form={form}
      label={collection ? 'Edit collection' : 'Create collection'}
      onSubmit={submit}
      onSaved={onSaved}
    >
      <Stack gap="md">
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
      </Stack>
      <SubmitBar label={collection ? 'Save' : 'Create collection'} always={!collection} />
    </Form>
  );
}

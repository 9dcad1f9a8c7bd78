import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { DOCUMENT_NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { useListDocumentTags, useUpdateDocument } from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';
import { useRefreshCollections } from '../use-refresh-collections.ts';

/** Edits the name and tags of a document. */
export function DocumentDialog({ document, onClose }: { document: Document; onClose: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const { id, collection_id: collectionId, name, tags, etag } = document;
  const refresh = useRefreshCollections();
  const update = useUpdateDocument({
    mutation: { meta: { area: 'document.update', fields: true } },
  });
  const known = useListDocumentTags(orgId, projectId, collectionId);
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const form = useForm({
    initialValues: { name, tags },
    validate: { name: (given) => (given.trim() === '' ? VALIDATION.nameNeeded : null) },
  });
  const save = async (values: typeof form.values) => {
    const data = { ...values, name: values.name.trim() };
    const headers = { 'If-Match': etag };
    await update.mutateAsync({ orgId, projectId, collectionId, documentId: id, data, headers });
    await refresh(collectionId);
  };
  return (
    <Modal opened={opened} onClose={close} onClosed={onClose} title={`Edit ${name}`}>
      <Form
        form={form}
        label="Edit document"
        onSubmit={save}
        onSaved={close}
        onStale={() => refresh(collectionId)}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            maxLength={DOCUMENT_NAME_MAX}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TagsField
            openOnFocus={false}
            data={known.data?.results ?? []}
            {...form.getInputProps('tags')}
          />
        </Stack>
        <SubmitBar label="Save" />
      </Form>
    </Modal>
  );
}

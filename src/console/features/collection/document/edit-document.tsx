import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { DOCUMENT_NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import {
  useGetDocument,
  useListDocumentTags,
  useUpdateDocument,
} from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';
import { useRefreshCollections } from '../use-refresh-collections.ts';

/** Edits the name, tags and date of a document. */
export function EditDocument(props: { document: Document; onClosed: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const { id: documentId, collection_id: collectionId } = props.document;
  // Not the list's, so that saving works once somebody else's change has been loaded.
  const { data: document = props.document } = useGetDocument(
    orgId,
    projectId,
    collectionId,
    documentId,
    { query: { placeholderData: props.document } },
  );
  const { name, tags, dated_at, etag } = document;
  const refresh = useRefreshCollections();
  const known = useListDocumentTags(orgId, projectId, collectionId);
  const update = useUpdateDocument({
    mutation: { meta: { area: 'document.update', fields: true } },
  });
  const [opened, setOpened] = useState(true);
  const close = () => setOpened(false);
  const form = useForm({
    initialValues: { name, tags, date: dated_at.slice(0, 10) },
    validate: { name: (typed) => (typed.trim() === '' ? VALIDATION.nameNeeded : null) },
  });
  const submit = async ({ date, ...values }: typeof form.values) => {
    const isRedated = date !== '' && date !== dated_at.slice(0, 10);
    const data = {
      name: values.name.trim(),
      tags: values.tags,
      ...(isRedated && { dated_at: `${date}T00:00:00Z` }),
    };
    const place = { orgId, projectId, collectionId, documentId };
    await update.mutateAsync({ ...place, data, headers: { 'If-Match': etag } });
    await refresh(collectionId);
  };
  return (
    <Modal opened={opened} onClose={close} onClosed={props.onClosed} title="Edit document">
      <Form
        form={form}
        label="Edit document"
        onSubmit={submit}
        onSaved={close}
        onStale={() => refresh(collectionId)}
      >
        <Stack gap="md">
          <TextInput
            label="Name"
            maxLength={DOCUMENT_NAME_MAX}
            data-autofocus
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <TagsField
            description="Searches can be limited to tags. Press Enter to add."
            openOnFocus={false}
            data={known.data?.results ?? []}
            {...form.getInputProps('tags')}
          />
          <TextInput
            type="date"
            label="Date"
            description="Searches can be limited to a period."
            {...form.getInputProps('date')}
          />
        </Stack>
        <SubmitBar label="Save" />
      </Form>
    </Modal>
  );
}

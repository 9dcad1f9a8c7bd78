import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { DOCUMENT_NAME_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import { useListDocumentTags, useUpdateDocument } from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';
import { useDocumentActions } from './use-document-actions.ts';

type EditDocumentProps = { document: Document; opened: boolean; onClose: () => void };

/** Edits the name, tags and date of a document. */
export function EditDocument({ document, opened, onClose }: EditDocumentProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Edit document">
      <Fields document={document} onSaved={onClose} />
    </Modal>
  );
}

function Fields({ document, onSaved }: { document: Document; onSaved: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const { collection_id: collectionId, id: documentId, name, tags, dated_at, etag } = document;
  const { refresh } = useDocumentActions(document);
  const known = useListDocumentTags(orgId, projectId, collectionId);
  const update = useUpdateDocument({
    mutation: { meta: { area: 'document.update', fields: true } },
  });
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
    await refresh();
  };
  return (
    <Form form={form} label="Edit document" onSubmit={submit} onSaved={onSaved} onStale={refresh}>
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
      <SubmitBar label="Save" always />
    </Form>
  );
}

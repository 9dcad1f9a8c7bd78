import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { PASTED_TEXT_MAX } from '#core/limits.ts';
import { useUpdateDocument } from '#generated/api/collection/collection.ts';
import type { Document } from '#generated/model/index.ts';
import { originalUrl, useDocumentActions } from './use-document-actions.ts';

type EditTextProps = { document: Document; opened: boolean; onClose: () => void };

/** Edits the text of a document that was added as text. */
export function EditText({ document, opened, onClose }: EditTextProps) {
  const { orgId, projectId } = useActiveProject();
  const url = originalUrl(orgId, projectId, document);
  const text = useQuery({
    queryKey: queryKeys.file(url, document.etag),
    queryFn: async () => (await fetchFile(url)).text(),
    enabled: opened,
    meta: { silent: true },
  });
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${document.name}`} size="xl">
      {text.error ? (
        <ErrorState error={text.error} onRetry={() => text.refetch()} />
      ) : text.data === undefined ? (
        <TextSkeleton lines={10} />
      ) : (
        <Fields document={document} text={text.data} onSaved={onClose} />
      )}
    </Modal>
  );
}

type FieldsProps = { document: Document; text: string; onSaved: () => void };

function Fields({ document, text, onSaved }: FieldsProps) {
  const { orgId, projectId } = useActiveProject();
  const { collection_id: collectionId, id: documentId, etag } = document;
  const { refresh } = useDocumentActions(document);
  const update = useUpdateDocument({
    mutation: { meta: { area: 'document.update', fields: true } },
  });
  const form = useForm({
    initialValues: { text },
    validate: { text: (typed) => (typed.trim() === '' ? 'Enter a text' : null) },
  });
  const submit = async (data: { text: string }) => {
    const place = { orgId, projectId, collectionId, documentId };
    await update.mutateAsync({ ...place, data, headers: { 'If-Match': etag } });
    await refresh();
  };
  return (
    <Form form={form} label="Edit text" onSubmit={submit} onSaved={onSaved} onStale={refresh}>
      <Textarea
        label="Text"
        description="Plain text or Markdown. It is indexed again when you save it."
        autosize
        minRows={12}
        maxRows={24}
        maxLength={PASTED_TEXT_MAX}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <SubmitBar label="Save text" />
    </Form>
  );
}

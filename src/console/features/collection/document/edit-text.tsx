import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { mutate } from '#console/api/query/calls.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { Modal } from '#console/ui/modal/modal.tsx';
import { updateDocument, useGetDocument } from '#generated/api/collection/collection.ts';
import { DocumentUpdate } from '#generated/model/documentUpdate.zod.ts';
import type { Document } from '#generated/model/index.ts';
import { originalUrl } from './use-document-actions.ts';

/** Edits the text of a document that was added as text. */
export function EditText(props: { document: Document; onClosed: () => void }) {
  const { orgId, projectId } = useActiveProject();
  const { id, collection_id, name } = props.document;
  // Not the list's, so that saving works once somebody else's change has been loaded.
  const { data: document = props.document } = useGetDocument(orgId, projectId, collection_id, id, {
    query: { placeholderData: props.document },
  });
  const url = originalUrl(orgId, projectId, document);
  const text = useQuery({
    queryKey: queryKeys.file(url, document.etag),
    queryFn: async () => (await fetchFile(url)).text(),
    meta: { silent: true },
  });
  return (
    <Modal onClosed={props.onClosed} title={`Edit ${name}`} size="xl">
      {(done) => (
        <Loaded query={text} skeleton={<TextSkeleton lines={10} />}>
          {(data) => <Fields document={document} text={data} onSaved={done} />}
        </Loaded>
      )}
    </Modal>
  );
}

type FieldsProps = { document: Document; text: string; onSaved: () => void };

function Fields({ document, text, onSaved }: FieldsProps) {
  const { orgId, projectId } = useActiveProject();
  const { collection_id: collectionId, id: documentId, etag } = document;
  const form = useForm(
    contractForm(DocumentUpdate, { initialValues: { text }, verbatim: ['text'] }),
  );
  const submit = (body: DocumentUpdate) =>
    mutate(updateDocument, orgId, projectId, collectionId, documentId, body, { 'If-Match': etag });
  return (
    <Form form={form} label="Edit text" area="document.update" onSubmit={submit} onSaved={onSaved}>
      <Textarea
        label="Text"
        description="Plain text or Markdown. It is indexed again when you save it."
        autosize
        minRows={12}
        maxRows={24}
        data-autofocus
        {...form.getInputProps('text')}
      />
      <SubmitBar label="Save text" />
    </Form>
  );
}

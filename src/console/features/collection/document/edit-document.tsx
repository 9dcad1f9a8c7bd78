import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { mutate } from '#console/api/query/calls.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import {
  updateDocument,
  useGetDocument,
  useListDocumentTags,
} from '#generated/api/collection/collection.ts';
import { DocumentUpdate } from '#generated/model/documentUpdate.zod.ts';
import type { Document } from '#generated/model/index.ts';

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
  const known = useListDocumentTags(orgId, projectId, collectionId);
  const form = useForm(
    contractForm(DocumentUpdate, {
      initialValues: { name, tags, date: dated_at.slice(0, 10) },
      body: ({ date, ...values }) => ({
        ...values,
        ...(date !== '' && date !== dated_at.slice(0, 10) && { dated_at: `${date}T00:00:00Z` }),
      }),
    }),
  );
  const submit = (body: DocumentUpdate) =>
    mutate(updateDocument, orgId, projectId, collectionId, documentId, body, { 'If-Match': etag });
  return (
    <FormDialog
      form={form}
      title="Edit document"
      submit="Save"
      area="document.update"
      onSubmit={submit}
      onClosed={props.onClosed}
    >
      <TextInput label="Name" data-autofocus autoComplete="off" {...form.getInputProps('name')} />
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
    </FormDialog>
  );
}

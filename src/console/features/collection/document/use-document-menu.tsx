import { Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  IconDownload,
  IconPencil,
  IconPlayerStop,
  IconQuestionMark,
  IconRefresh,
  IconTextSize,
  IconTrash,
  IconWorldDownload,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { mutate } from '#console/api/query/calls.ts';
import { queryKeys } from '#console/api/query/query-keys.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { Loaded } from '#console/ui/feedback/loaded.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { contractForm } from '#console/ui/form/contract-form.ts';
import { Form, SubmitBar } from '#console/ui/form/form.tsx';
import { FormDialog } from '#console/ui/form/form-dialog.tsx';
import { TagsField } from '#console/ui/form/tags-field.tsx';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import {
  updateDocument,
  useGetDocument,
  useListDocumentTags,
} from '#generated/api/collection/collection.ts';
import { DocumentUpdate } from '#generated/model/documentUpdate.zod.ts';
import type { Document } from '#generated/model/index.ts';
import { originalUrl, useDocumentActions } from './use-document-actions.ts';

/** Where a search shows why it doesn't find a document. */
export function whyNotFound(projectId: string, { collection_id, id }: Document): string {
  return `${paths.collection(projectId, collection_id, 'search')}&expect=${id}`;
}

/**
 * The menu of a document, in the list and on its page.
 * @param reason why the person may not edit; null if they may
 * @param onDeleted called once the document has been deleted
 */
export function useDocumentMenu(
  reason: string | null,
  onDeleted?: (document: Document) => void,
): { items: (document: Document) => MenuAction[]; dialog: ReactNode } {
  const { projectId } = useActiveProject();
  const navigate = useNavigate();
  const actions = useDocumentActions();
  const [editing, setEditing] = useState<{ document: Document; text: boolean } | null>(null);

  const items = (document: Document): MenuAction[] => {
    const { origin, state, progress } = document;
    const isWorking = progress !== null;
    const isRetried = state === 'failed' || state === 'cancelled';
    return [
      {
        label: 'Edit details…',
        icon: <IconPencil />,
        disabled: reason,
        onClick: () => setEditing({ document, text: false }),
      },
      ...(origin.type === 'text'
        ? [
            {
              label: 'Edit text…',
              icon: <IconTextSize />,
              disabled: reason,
              onClick: () => setEditing({ document, text: true }),
            },
          ]
        : []),
      ...(origin.type === 'url'
        ? [
            {
              label: 'Fetch again',
              icon: <IconWorldDownload />,
              disabled: reason ?? (isWorking ? 'The document is being indexed.' : null),
              onClick: () => void actions.refetch(document),
            },
          ]
        : []),
      isWorking
        ? {
            label: 'Cancel indexing',
            icon: <IconPlayerStop />,
            disabled: reason,
            onClick: () => void actions.cancel(document),
          }
        : {
            label: isRetried ? 'Retry' : 'Index again',
            icon: <IconRefresh />,
            disabled: reason,
            onClick: () => void actions.retry(document),
          },
      {
        label: 'Download original',
        icon: <IconDownload />,
        onClick: () => void actions.download(document),
      },
      {
        label: "Why wasn't this found?",
        icon: <IconQuestionMark />,
        onClick: () => navigate(whyNotFound(projectId, document)),
      },
      {
        label: 'Delete…',
        icon: <IconTrash />,
        danger: true,
        disabled: reason,
        onClick: async () => {
          if (await actions.remove(document)) onDeleted?.(document);
        },
      },
    ];
  };

  const Dialog = editing?.text ? EditText : EditDocument;
  // The other dialog may already be opening when this one has closed.
  const close = () => setEditing((now) => (now === editing ? null : now));
  return {
    items,
    dialog: editing && <Dialog document={editing.document} onClosed={close} />,
  };
}

/** Edits the name, tags and date of a document. */
export function EditDocument(props: { document: Document; onClosed: () => void }) {
  const { at } = useActiveProject();
  const { id: documentId, collection_id: collectionId } = props.document;
  // Not the list's, so that saving works once somebody else's change has been loaded.
  const { data: document = props.document } = useGetDocument(...at, collectionId, documentId, {
    query: { placeholderData: props.document },
  });
  const { name, tags, dated_at, etag } = document;
  const known = useListDocumentTags(...at, collectionId);
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
    mutate(updateDocument, ...at, collectionId, documentId, body, { 'If-Match': etag });
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

/** Edits the text of a document that was added as text. */
function EditText(props: { document: Document; onClosed: () => void }) {
  const { at } = useActiveProject();
  const { id, collection_id, name } = props.document;
  // Not the list's, so that saving works once somebody else's change has been loaded.
  const { data: document = props.document } = useGetDocument(...at, collection_id, id, {
    query: { placeholderData: props.document },
  });
  const url = originalUrl(...at, document);
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
  const { at } = useActiveProject();
  const { collection_id: collectionId, id: documentId, etag } = document;
  const form = useForm(
    contractForm(DocumentUpdate, { initialValues: { text }, verbatim: ['text'] }),
  );
  const submit = (body: DocumentUpdate) =>
    mutate(updateDocument, ...at, collectionId, documentId, body, { 'If-Match': etag });
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

import { Button } from '@mantine/core';
import {
  IconClipboardText,
  IconFileUpload,
  IconLink,
  IconPlus,
  IconUpload,
} from '@tabler/icons-react';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { apiConfig } from '#console/api/config.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton, useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { counted } from '#console/ui/display/counted.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { NoMatches } from '#console/ui/feedback/no-matches.tsx';
import { toast } from '#console/ui/feedback/toast.ts';
import { ActionButton } from '#console/ui/form/action-button.tsx';
import { SelectionToolbar } from '#console/ui/list/selection-toolbar.tsx';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { countColumn, timeColumn, titledColumn } from '#console/ui/table/columns.tsx';
import { type Column, DataTable } from '#console/ui/table/data-table.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import type { Collection, Document } from '#generated/model/index.ts';
import { KIND_LABELS } from '../document/kind-labels.ts';
import { useDocumentActions } from '../document/use-document-actions.ts';
import { useDocumentMenu } from '../document/use-document-menu.tsx';
import { upload } from '../upload/upload-store.ts';
import { BulkMoveDialog, BulkTagsDialog } from './bulk-dialogs.tsx';
import { DocumentStatus } from './document-status.tsx';
import classes from './documents.module.css';
import { DocumentsToolbar } from './documents-toolbar.tsx';
import { DropArea, uploadHint } from './drop-area.tsx';
import { TextDialog } from './text-dialog.tsx';
import { UrlsDialog } from './urls-dialog.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import { useDocumentList } from './use-document-list.ts';

/**
 * The columns of the list of documents.
 * @param onRetry retries a failed document; absent without permission
 */
const documentColumns = (onRetry?: (document: Document) => void): readonly Column<Document>[] => [
  titledColumn('Name', ({ name }) => name, { sort: 'name', width: 'minmax(0, 1.6fr)' }),
  {
    header: 'Type',
    width: '88px',
    hideBelow: 'md',
    cell: ({ kind }) => (kind ? KIND_LABELS[kind] : '–'),
  },
  titledColumn('Tags', ({ tags }) => tags.join(', '), {
    width: 'minmax(0, 0.7fr)',
    hideBelow: 'lg',
  }),
  {
    header: 'Status',
    width: 'minmax(0, 1.8fr)',
    cell: (document) => <DocumentStatus document={document} {...(onRetry && { onRetry })} />,
  },
  countColumn('Chunks', ({ chunks }) => chunks, { width: '72px', hideBelow: 'md' }),
  timeColumn('Added', ({ created_at }) => created_at, {
    width: '104px',
    sort: 'created_at',
    hideBelow: 'sm',
  }),
];

/** The documents of a collection: one table for everything, on which files can be dropped. */
export function DocumentsTab({ collection }: { collection: Collection }) {
  const { orgId, projectId } = useActiveProject();
  const { reason } = useEditPermission();
  const list = useDocumentList(collection);
  const actions = useBulkActions(collection);
  const { retry } = useDocumentActions();
  const menu = useDocumentMenu(reason);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const selected = useMemo(
    () => list.documents.filter(({ id }) => keys.has(id)),
    [list.documents, keys],
  );
  const clear = () => setKeys(new Set());
  // Memoised, so that rows don't re-render.
  const latest = useLatest(retry);
  const columns = useMemo(
    () =>
      documentColumns(reason === null ? (document) => void latest.current(document) : undefined),
    [reason],
  );

  const onFiles = (files: File[]) => {
    const target = {
      orgId,
      projectId,
      collectionId: collection.id,
      collectionName: collection.name,
    };
    upload(target, files, apiConfig().documentMaxMb);
  };
  const add = useAddDocuments(collection, reason, onFiles);
  useShortcut('C', 'Add files', () => reason === null && add.chooseFiles());

  return (
    <DropArea reason={reason} onFiles={onFiles}>
      {selected.length > 0 ? (
        <SelectionBar
          collection={collection}
          documents={selected}
          actions={actions}
          reason={reason}
          onClear={clear}
        />
      ) : (
        <DocumentsToolbar {...{ collection, list, actions, reason }} add={add.menu} />
      )}
      <DataTable
        label="Documents"
        columns={columns}
        rows={list.documents}
        query={list.query}
        href={(document) => paths.document(collection.project_id, collection.id, document.id)}
        menu={menu.items}
        sort={{ value: list.sort, onChange: list.setSort }}
        selection={{ keys, onChange: setKeys }}
        empty={
          list.isFiltered ? (
            <NoMatches noun="documents" search={list.search} onClear={list.clear} />
          ) : (
            <EmptyState
              icon={<IconFileUpload />}
              title={reason === null ? 'Drop files here' : 'No documents yet'}
              action={
                <EditButton variant="default" onClick={add.chooseFiles}>
                  Choose files
                </EditButton>
              }
            >
              {reason === null ? uploadHint() : 'An editor of the project can add them.'}
            </EmptyState>
          )
        }
      />
      {menu.dialog}
      {add.dialogs}
    </DropArea>
  );
}

/** Ways to add documents: the menu, the button for files, and their dialogs. */
function useAddDocuments(
  collection: Collection,
  reason: string | null,
  onFiles: (files: File[]) => void,
): { menu: ReactNode; chooseFiles: () => void; dialogs: ReactNode } {
  const input = useRef<HTMLInputElement>(null);
  const [adding, setAdding] = useState<'urls' | 'text' | null>(null);
  const close = () => setAdding(null);
  const chooseFiles = () => input.current?.click();
  return {
    chooseFiles,
    menu: (
      <MenuButton
        width={200}
        actions={[
          { label: 'Upload files…', icon: <IconUpload />, onClick: chooseFiles },
          { label: 'Add URLs…', icon: <IconLink />, onClick: () => setAdding('urls') },
          { label: 'Paste text…', icon: <IconClipboardText />, onClick: () => setAdding('text') },
        ].map((action) => ({ ...action, disabled: reason }))}
      >
        <Button leftSection={<IconPlus />}>Add documents</Button>
      </MenuButton>
    ),
    dialogs: (
      <>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to upload"
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            // Reset, so that choosing the same file again fires a change event too.
            event.currentTarget.value = '';
          }}
        />
        {adding === 'urls' && <UrlsDialog collection={collection} onClosed={close} />}
        {adding === 'text' && <TextDialog collection={collection} onClosed={close} />}
      </>
    ),
  };
}

interface SelectionBarProps {
  collection: Collection;
  documents: readonly Document[];
  actions: ReturnType<typeof useBulkActions>;
  reason: string | null;
  onClear: () => void;
}

/** The actions on the selected documents. */
function SelectionBar(props: SelectionBarProps) {
  const { collection, documents, actions, reason, onClear } = props;
  const [dialog, setDialog] = useState<'tags' | 'move' | null>(null);
  const ids = documents.map(({ id }) => id);
  const reindex = async () => {
    const changed = await actions.change(ids, { action: 'reindex' });
    if (changed === null) return;
    toast.success(`${counted(changed, 'document')} ${changed === 1 ? 'is' : 'are'} being indexed`);
    onClear();
  };
  const remove = async () => {
    if (await actions.remove(documents)) onClear();
  };
  const buttons = [
    { label: 'Tag…', onClick: () => setDialog('tags') },
    { label: 'Move…', onClick: () => setDialog('move') },
    { label: 'Index again', onClick: reindex },
    { label: 'Delete…', onClick: () => void remove() },
  ];
  const shared = {
    collection,
    documentIds: ids,
    onDone: onClear,
    onClosed: () => setDialog(null),
  };
  return (
    <SelectionToolbar count={documents.length} className={classes.selected} onClear={onClear}>
      {buttons.map(({ label, onClick }) => (
        <ActionButton key={label} variant="default" reason={reason} onClick={onClick}>
          {label}
        </ActionButton>
      ))}
      {dialog === 'tags' && <BulkTagsDialog {...shared} />}
      {dialog === 'move' && <BulkMoveDialog {...shared} />}
    </SelectionToolbar>
  );
}

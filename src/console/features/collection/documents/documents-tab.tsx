import { Button } from '@mantine/core';
import { IconFileUpload, IconSearchOff } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { apiConfig } from '#console/api/config.ts';
import { paths } from '#console/modules/paths.ts';
import { EditButton } from '#console/modules/people/edit-button.tsx';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useShortcut } from '#console/modules/shortcuts/use-shortcut.ts';
import { EmptyState } from '#console/ui/feedback/empty-state.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { useLatest } from '#console/ui/use-latest.ts';
import type { Collection } from '#generated/model/index.ts';
import { useDocumentActions } from '../document/use-document-actions.ts';
import { useDocumentMenu } from '../document/use-document-menu.tsx';
import { upload } from '../upload/upload-store.ts';
import { useAddDocuments } from './add-documents.tsx';
import { documentColumns } from './document-columns.tsx';
import { DocumentsToolbar } from './documents-toolbar.tsx';
import { DropArea, uploadHint } from './drop-area.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useBulkActions } from './use-bulk-actions.ts';
import { useDocumentList } from './use-document-list.ts';

/** The documents of a collection: one table for everything, on which files can be dropped. */
export function DocumentsTab({ collection }: { collection: Collection }) {
  const { orgId, projectId } = useActiveProject();
  const { reason } = usePermission({ level: 'project', orgId, projectId }, 'edit');
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
            <EmptyState
              icon={<IconSearchOff />}
              title={list.search ? `No documents match “${list.search}”` : 'No matching documents'}
              action={
                <Button variant="default" onClick={list.clear}>
                  Show all documents
                </Button>
              }
            />
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

import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { Modal } from '#console/ui/modal/modal.tsx';
import { updateDatasource, useGetDatasource } from '#generated/api/datasource/datasource.ts';
import type { Datasource, DatasourceCreate } from '#generated/model/index.ts';
import { CredentialsDialog } from './dialogs/credentials-dialog.tsx';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { SourceForm } from './form/source-form.tsx';
import { KINDS } from './kinds.tsx';
import type { SourceActions } from './use-source-actions.ts';

type Dialog = 'edit' | 'credentials' | 'delete';

interface SourceMenu {
  items: (source: Datasource) => MenuAction[];
  open: (what: Dialog, source: Datasource) => void;
  /** Must be rendered. */
  dialog: ReactNode;
}

/** A data source's menu, shared by the list and its page, with the dialogs that it opens. */
export function useSourceMenu(
  collectionId: string,
  actions: SourceActions,
  onDeleted: () => void = () => undefined,
): SourceMenu {
  const { reason } = useEditPermission();
  const [shown, setShown] = useState<{ what: Dialog; source: Datasource } | null>(null);
  const open = (what: Dialog, source: Datasource) => setShown({ what, source });
  const props = shown && {
    collectionId,
    source: shown.source,
    onClosed: () => setShown(null),
  };

  const items = (source: Datasource): MenuAction[] => {
    const { config, status, credentials_hint } = source;
    const isPaused = status === 'paused';
    return [
      { label: 'Edit…', icon: <IconPencil />, onClick: () => open('edit', source) },
      ...(KINDS[config.kind].credentials === 'none'
        ? []
        : [
            {
              label: credentials_hint ? 'Replace credentials…' : 'Enter credentials…',
              icon: <IconKey />,
              onClick: () => open('credentials', source),
            },
          ]),
      ...(config.kind === 'google_drive'
        ? [
            {
              label: credentials_hint ? 'Connect again' : 'Connect Google Drive',
              icon: <IconPlugConnected />,
              onClick: () => void actions.connect(source),
            },
          ]
        : []),
      {
        label: isPaused ? 'Resume' : 'Pause',
        icon: isPaused ? <IconPlayerPlay /> : <IconPlayerPause />,
        onClick: () => void actions.setPaused(source, !isPaused),
      },
      {
        label: 'Delete…',
        icon: <IconTrash />,
        danger: true,
        onClick: () => open('delete', source),
      },
    ].map((action) => ({ ...action, disabled: reason }));
  };

  return {
    items,
    open,
    dialog: props && (
      <>
        {shown.what === 'edit' && <EditDialog {...props} />}
        {shown.what === 'credentials' && <CredentialsDialog {...props} />}
        {shown.what === 'delete' && <DeleteDialog {...props} onDeleted={onDeleted} />}
      </>
    ),
  };
}

interface EditDialogProps {
  collectionId: string;
  source: Datasource;
  onClosed: () => void;
}

/** Edits a data source. The configuration is only sent if it was changed, because changing it starts a full sync. */
function EditDialog({ collectionId, source, onClosed }: EditDialogProps) {
  const { orgId, projectId } = useActiveProject();
  const at = [orgId, projectId, collectionId, source.id] as const;
  // After a conflict with someone else's change, the next attempt starts from the new version.
  const latest = useGetDatasource(...at, { query: { initialData: source } });

  const save = async (
    { name, config, interval, credentials }: DatasourceCreate,
    isReadAnew: boolean,
  ) => {
    const body = {
      ...{ name, interval },
      ...(isReadAnew && { config }),
      ...(credentials && { credentials }),
    };
    await mutate(updateDatasource, ...at, body, { 'If-Match': latest.data.etag });
    toast.success(isReadAnew ? `${name} saved; it is read anew` : `${name} saved`);
  };

  return (
    <Modal onClosed={onClosed} title={`Edit ${source.name}`} size="xl">
      {(done) => (
        <SourceForm
          collectionId={collectionId}
          kind={source.config.kind}
          source={source}
          onSubmit={save}
          onSaved={done}
        />
      )}
    </Modal>
  );
}

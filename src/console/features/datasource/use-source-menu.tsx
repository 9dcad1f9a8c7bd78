import {
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlugConnected,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import type { Datasource } from '#generated/model/index.ts';
import { CredentialsDialog } from './dialogs/credentials-dialog.tsx';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';
import { EditDialog } from './dialogs/edit-dialog.tsx';
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
  const { orgId, projectId } = useActiveProject();
  const { reason } = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const [shown, setShown] = useState<{ what: Dialog; source: Datasource } | null>(null);
  const open = (what: Dialog, source: Datasource) => setShown({ what, source });
  const props = shown && {
    collectionId,
    source: shown.source,
    onClose: () => setShown(null),
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

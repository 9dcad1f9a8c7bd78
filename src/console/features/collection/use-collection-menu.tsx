import {
  IconArrowRight,
  IconDownload,
  IconHash,
  IconPencil,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { fetchFile } from '#console/api/http/fetch-file.ts';
import { useEditPermission } from '#console/modules/people/edit-button.tsx';
import { useGuestReason, useThingReason } from '#console/modules/permission/use-thing-reason.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { copyText } from '#console/ui/display/copy-text.ts';
import { saveFile } from '#console/ui/download.ts';
import { attempt } from '#console/ui/feedback/attempt.ts';
import { toast } from '#console/ui/feedback/toast.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { getExportCollectionUrl } from '#generated/api/collection/collection.ts';
import type { Collection } from '#generated/model/index.ts';
import { DeleteDialog } from './dialogs/delete-dialog.tsx';

const CollectionDialog = lazyOf(
  () => import('./dialogs/collection-dialog.tsx'),
  'CollectionDialog',
);

const MoveCollection = lazyOf(() => import('./dialogs/move-dialog.tsx'), 'MoveCollection');
const ShareDialog = lazyOf(
  () => import('#console/modules/sharing/share-dialog.tsx'),
  'ShareDialog',
);

/** A collection's menu, shared by the list and its page. @param onGone called once it has been moved or deleted */
export function useCollectionMenu(onGone?: () => void): {
  items: (collection: Collection) => MenuAction[];
  /** Must be rendered on the page. */
  dialog: ReactNode;
} {
  const { orgId, projectId } = useActiveProject();
  // A collection's permissions follow its project's.
  const { reason } = useEditPermission();
  const share = useThingReason('share', reason);
  const remove = useThingReason('delete', reason);
  const move = useGuestReason() ?? reason;
  const [open, setOpen] = useState<{
    what: 'edit' | 'move' | 'delete' | 'share';
    collection: Collection;
  } | null>(null);
  const close = () => setOpen(null);

  const items = (collection: Collection): MenuAction[] => [
    {
      label: 'Share…',
      icon: <IconShare />,
      disabled: share,
      onClick: () => setOpen({ what: 'share', collection }),
    },
    {
      label: 'Edit details…',
      icon: <IconPencil />,
      disabled: reason,
      onClick: () => setOpen({ what: 'edit', collection }),
    },
    {
      label: 'Move to project…',
      icon: <IconArrowRight />,
      disabled: move,
      onClick: () => setOpen({ what: 'move', collection }),
    },
    {
      label: 'Export',
      icon: <IconDownload />,
      onClick: () =>
        attempt(async () => {
          toast.info(`Preparing the archive of ${collection.name}…`);
          const file = await fetchFile(getExportCollectionUrl(orgId, projectId, collection.id));
          saveFile(`${collection.name}.zip`, file);
        }),
    },
    {
      label: 'Copy ID',
      icon: <IconHash />,
      onClick: async () => {
        if (await copyText(collection.id)) toast.success('Collection ID copied');
      },
    },
    {
      label: 'Delete…',
      icon: <IconTrash />,
      danger: true,
      disabled: remove,
      onClick: () => setOpen({ what: 'delete', collection }),
    },
  ];

  return {
    items,
    dialog: open && (
      <Suspense>
        {open.what === 'edit' && <CollectionDialog collection={open.collection} onClosed={close} />}
        {open.what === 'move' && (
          <MoveCollection collection={open.collection} onClosed={close} onMoved={onGone} />
        )}
        {open.what === 'share' && (
          <ShareDialog
            target={{ type: 'collection', id: open.collection.id, orgId, projectId }}
            name={open.collection.name}
            onClosed={close}
          />
        )}
        {open.what === 'delete' && (
          <DeleteDialog collection={open.collection} onClosed={close} onDeleted={onGone} />
        )}
      </Suspense>
    ),
  };
}

import {
  IconDownload,
  IconExternalLink,
  IconPencil,
  IconPlayerStop,
  IconRefresh,
  IconRotateClockwise,
  IconTrash,
} from '@tabler/icons-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import type { Collection, Document } from '#generated/model/index.ts';
import { stepProgress } from './progress.ts';
import { useDocumentActions } from './use-document-actions.tsx';

const DocumentDialog = lazy(() =>
  import('./document-dialog.tsx').then((m) => ({ default: m.DocumentDialog })),
);

/**
 * The menu of a document in the list.
 * @param reason why the person may not edit; null if they may
 */
export function useDocumentMenu(
  collection: Collection,
  reason: string | null,
): { items: (document: Document) => MenuAction[]; dialog: ReactNode } {
  const navigate = useNavigate();
  const actions = useDocumentActions(collection);
  const [editing, setEditing] = useState<Document | null>(null);

  const items = (document: Document): MenuAction[] => {
    const { id, origin, state } = document;
    const isUnsettled = stepProgress(document) !== null;
    const isRetried = state === 'failed' || state === 'cancelled';
    return [
      {
        label: 'Open',
        icon: <IconExternalLink />,
        onClick: () => navigate(paths.document(collection.project_id, collection.id, id)),
      },
      {
        label: 'Rename and tag…',
        icon: <IconPencil />,
        disabled: reason,
        onClick: () => setEditing(document),
      },
      {
        label: 'Download original',
        icon: <IconDownload />,
        onClick: () => void actions.download(document),
      },
      ...(origin.type === 'url'
        ? [
            {
              label: 'Fetch again',
              icon: <IconRefresh />,
              disabled: reason,
              onClick: () => void actions.refetch(document),
            },
          ]
        : []),
      isUnsettled
        ? {
            label: 'Cancel indexing',
            icon: <IconPlayerStop />,
            disabled: reason,
            onClick: () => void actions.cancel(document),
          }
        : {
            label: isRetried ? 'Retry' : 'Index again',
            icon: <IconRotateClockwise />,
            disabled: reason,
            onClick: () => void actions.retry(document),
          },
      {
        label: 'Delete…',
        icon: <IconTrash />,
        danger: true,
        disabled: reason,
        onClick: () => void actions.remove([document]),
      },
    ];
  };

  return {
    items,
    dialog: editing && (
      <Suspense>
        <DocumentDialog document={editing} onClose={() => setEditing(null)} />
      </Suspense>
    ),
  };
}

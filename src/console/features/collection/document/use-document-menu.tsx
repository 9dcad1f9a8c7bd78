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
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import type { Document } from '#generated/model/index.ts';
import { EditDocument } from './edit-document.tsx';
import { EditText } from './edit-text.tsx';
import { useDocumentActions } from './use-document-actions.ts';

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

import { Button } from '@mantine/core';
import {
  IconDots,
  IconDownload,
  IconPencil,
  IconQuestionMark,
  IconRefresh,
  IconTextSize,
  IconTrash,
  IconWorldDownload,
} from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import type { MenuAction } from '#console/ui/menu/menu-action.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import type { Document } from '#generated/model/index.ts';
import classes from './document.module.css';
import { useDocumentActions } from './use-document-actions.ts';

const EditDocument = lazy(() =>
  import('./edit-document.tsx').then((m) => ({ default: m.EditDocument })),
);
const EditText = lazy(() => import('./edit-text.tsx').then((m) => ({ default: m.EditText })));

/** The actions menu of a document. */
export function DocumentMenu({ document }: { document: Document }) {
  const { orgId, projectId } = useActiveProject();
  const { reason } = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const navigate = useNavigate();
  const actions = useDocumentActions(document);
  const [dialog, setDialog] = useState<'edit' | 'text' | null>(null);
  const close = () => setDialog(null);
  const { type } = document.origin;
  const search = `${paths.collection(projectId, document.collection_id, 'search')}&expect=${document.id}`;
  const isWorking = document.progress !== null;
  const busy = isWorking ? 'The document is being indexed.' : null;

  const entries: MenuAction[] = [
    {
      label: 'Rename, tags, date',
      icon: <IconPencil />,
      onClick: () => setDialog('edit'),
      disabled: reason,
    },
    ...(type === 'text'
      ? [
          {
            label: 'Edit text',
            icon: <IconTextSize />,
            onClick: () => setDialog('text'),
            disabled: reason,
          },
        ]
      : []),
    ...(type === 'url'
      ? [
          {
            label: 'Fetch again',
            icon: <IconWorldDownload />,
            onClick: () => void actions.refetch(),
            disabled: reason ?? busy,
          },
        ]
      : []),
    {
      label: document.state === 'failed' ? 'Retry' : 'Index again',
      icon: <IconRefresh />,
      onClick: () => void actions.retry(),
      disabled: reason ?? busy,
    },
    { label: 'Download', icon: <IconDownload />, onClick: () => void actions.download() },
    {
      label: "Why wasn't this found?",
      icon: <IconQuestionMark />,
      onClick: () => navigate(search),
      divided: true,
    },
    {
      label: 'Delete',
      icon: <IconTrash />,
      danger: true,
      disabled: reason,
      onClick: async () => {
        if (await actions.remove()) navigate(paths.collection(projectId, document.collection_id));
      },
    },
  ];

  return (
    <>
      <LinkButton variant="default" to={search} className={classes.wide ?? ''}>
        Why wasn't this found?
      </LinkButton>
      <MenuButton actions={entries} width={220}>
        <Button variant="default" px={8} aria-label="More actions">
          <IconDots />
        </Button>
      </MenuButton>
      <Suspense>
        {dialog === 'edit' && <EditDocument document={document} opened onClose={close} />}
        {dialog === 'text' && <EditText document={document} opened onClose={close} />}
      </Suspense>
    </>
  );
}

import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import type { Document } from '#generated/model/index.ts';
import classes from './document.module.css';
import { useDocumentMenu, whyNotFound } from './use-document-menu.tsx';

/** The buttons in the header of a document's page. */
export function DocumentMenu({ document }: { document: Document }) {
  const { orgId, projectId } = useActiveProject();
  const { reason } = usePermission({ level: 'project', orgId, projectId }, 'edit');
  const navigate = useNavigate();
  const menu = useDocumentMenu(reason, () =>
    navigate(paths.collection(projectId, document.collection_id)),
  );
  return (
    <>
      <LinkButton
        variant="default"
        to={whyNotFound(projectId, document)}
        className={classes.wide ?? ''}
      >
        Why wasn't this found?
      </LinkButton>
      <MenuButton actions={menu.items(document)} width={220}>
        <Button variant="default" px={8} aria-label="More actions">
          <IconDots />
        </Button>
      </MenuButton>
      {menu.dialog}
    </>
  );
}

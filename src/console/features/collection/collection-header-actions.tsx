import { Button } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { MenuButton } from '#console/ui/menu/menu-button.tsx';
import type { Collection } from '#generated/model/index.ts';
import { useCollectionMenu } from './use-collection-menu.tsx';

/** The menu in the header of a collection's page. */
export function CollectionHeaderActions({ collection }: { collection: Collection }) {
  const { projectId } = useActiveProject();
  const navigate = useNavigate();
  const menu = useCollectionMenu({
    onMoved: () => navigate(paths.collections(projectId)),
    onDeleted: () => navigate(paths.collections(projectId)),
  });
  return (
    <>
      <MenuButton actions={menu.items(collection)} width={200}>
        <Button variant="default" px={8} aria-label="More actions">
          <IconDots />
        </Button>
      </MenuButton>
      {menu.dialog}
    </>
  );
}

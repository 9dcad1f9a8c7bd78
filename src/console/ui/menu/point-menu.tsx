import { Menu } from '@mantine/core';
import { useReturnFocus } from '../keyboard/use-return-focus.ts';
import { MENU_WIDTH, type MenuAction } from './menu-action.ts';
import { MenuAnchor } from './menu-anchor.tsx';
import { MenuItems } from './menu-items.tsx';
import classes from './point-menu.module.css';

type PointMenuProps = {
  /** Where it opens, in window coordinates (px). */
  at: { x: number; y: number };
  label: string;
  actions: readonly MenuAction[];
  onClose: () => void;
};

/** A menu of actions at a point: for a right click, or for the buttons of all rows, which share one instance. */
export function PointMenu({ at, label, actions, onClose }: PointMenuProps) {
  useReturnFocus();
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={MENU_WIDTH}
      // Rendered within the page's landmark.
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <MenuAnchor className={classes.anchor} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <MenuItems label={label} actions={actions} />
    </Menu>
  );
}

import { Menu } from '@mantine/core';
import type { ReactElement } from 'react';
import type { MenuAction } from './menu-action.ts';
import { MenuItems } from './menu-items.tsx';

type MenuButtonProps = {
  actions: readonly MenuAction[];
  width?: number;
  /** The button that opens it. */
  children: ReactElement;
};

/** A button with a menu of actions. */
export function MenuButton({ actions, width, children }: MenuButtonProps) {
  return (
    // Rendered within the page's landmark.
    <Menu width={width} portalProps={{ target: 'main' }}>
      <Menu.Target>{children}</Menu.Target>
      <MenuItems actions={actions} />
    </Menu>
  );
}

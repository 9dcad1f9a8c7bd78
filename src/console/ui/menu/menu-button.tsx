import { Button, type ButtonProps, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { MenuAction } from './menu-action.ts';
import { MenuItems } from './menu-items.tsx';

type MenuButtonProps = {
  actions: readonly MenuAction[];
  width?: number;
  /** The button that opens the menu; three dots by default. */
  children?: ReactElement;
};

/** A button with a menu of actions. */
export function MenuButton({ actions, width, children = <MoreButton /> }: MenuButtonProps) {
  return (
    // Rendered within the page's landmark.
    <Menu width={width} portalProps={{ target: 'main' }}>
      <Menu.Target>{children}</Menu.Target>
      <MenuItems actions={actions} />
    </Menu>
  );
}

/** The button of a menu with further actions, at the end of a page's header. */
export function MoreButton({ label = 'More actions', ...props }: ButtonProps & { label?: string }) {
  return (
    <Button {...props} variant="default" px={8} aria-label={label}>
      <IconDots />
    </Button>
  );
}

import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import type { MenuAction } from './menu-action.ts';

/** The items of every action menu. */
export function MenuItems({ label, actions }: { label?: string; actions: readonly MenuAction[] }) {
  return (
    <Menu.Dropdown aria-label={label}>
      <MenuActions actions={actions} />
    </Menu.Dropdown>
  );
}

/** Actions among the other content of a menu. */
export function MenuActions({ actions }: { actions: readonly MenuAction[] }) {
  return actions.map(({ label, icon, onClick, danger, divided, disabled }, index) => (
    <Fragment key={label}>
      {index > 0 && (divided || (danger && !actions[index - 1]?.danger)) && <Menu.Divider />}
      <Menu.Item
        leftSection={icon}
        color={danger ? 'red' : undefined}
        disabled={typeof disabled === 'string'}
        title={disabled ?? undefined}
        onClick={onClick}
      >
        {label}
      </Menu.Item>
    </Fragment>
  ));
}

import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import { Fragment } from 'react';
import { useReturnFocus } from '../keyboard/use-return-focus.ts';
import { ROW_MENU_WIDTH, type RowAction } from '../table/data-table-types.ts';
import { MenuAnchor } from './menu-anchor.tsx';
import classes from './row-menu.module.css';

type RowMenuProps = {
  /** Where it opens, in window coordinates (px). */
  at: { x: number; y: number };
  label: string;
  actions: readonly RowAction[];
  onClose: () => void;
};

/** The menu of a row, opened by right click or by the row's button. One instance serves the whole table. */
export function RowMenu({ at, label, actions, onClose }: RowMenuProps) {
  useReturnFocus();
  return (
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      width={ROW_MENU_WIDTH}
      // Rendered within the page's landmark.
      portalProps={{ target: 'main' }}
    >
      <Menu.Target>
        <MenuAnchor className={classes.anchor} style={{ left: at.x, top: at.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {actions.map(({ label: text, icon, onClick, danger, disabled }, index) => (
          <Fragment key={text}>
            {danger && index > 0 && !actions[index - 1]?.danger && <Menu.Divider />}
            <Menu.Item
              leftSection={icon}
              color={danger ? 'red' : undefined}
              disabled={Boolean(disabled)}
              title={disabled ?? undefined}
              onClick={onClick}
            >
              {text}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

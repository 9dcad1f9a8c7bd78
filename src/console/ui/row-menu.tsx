import { Menu } from '@mantine/core';
import '@mantine/core/styles/Menu.css';
import type { RowAction } from './data-table-types.ts';
import classes from './row-menu.module.css';

type RowMenuProps = {
  /** Where it opens, in px of the window. */
  at: { x: number; y: number };
  label: string;
  actions: readonly RowAction[];
  onClose: () => void;
};

/** The menu of a row, by right click or by its button. One for the whole table. */
export function RowMenu({ at, label, actions, onClose }: RowMenuProps) {
  return (
    <Menu opened onClose={onClose} position="bottom-start" returnFocus width={200}>
      <Menu.Target>
        <span className={classes.anchor} style={{ left: at.x, top: at.y }} aria-hidden />
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {actions.map(({ label: text, icon, onClick, danger, disabled }) => (
          <Menu.Item
            key={text}
            leftSection={icon}
            color={danger ? 'red' : undefined}
            disabled={Boolean(disabled)}
            title={disabled ?? undefined}
            onClick={onClick}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

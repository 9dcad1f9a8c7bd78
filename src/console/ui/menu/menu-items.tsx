import { Menu } from '@mantine/core';
import { Fragment, useId } from 'react';
import { Tooltip } from '../display/tooltip.tsx';
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
  return actions.map((action, index) => (
    <Fragment key={action.label}>
      {index > 0 && (action.divided || (action.danger && !actions[index - 1]?.danger)) && (
        <Menu.Divider />
      )}
      <ActionItem {...action} />
    </Fragment>
  ));
}

/** A disabled item takes focus too, so that everyone learns why it is disabled. */
function ActionItem({ label, icon, onClick, danger, disabled }: MenuAction) {
  const reasonId = useId();
  const isDisabled = typeof disabled === 'string';
  return (
    <Tooltip label={disabled}>
      <Menu.Item
        leftSection={icon}
        color={danger && !isDisabled ? 'red' : undefined}
        aria-disabled={isDisabled || undefined}
        aria-describedby={isDisabled ? reasonId : undefined}
        closeMenuOnClick={!isDisabled}
        onClick={isDisabled ? undefined : onClick}
      >
        {label}
        {/* The tooltip opens only after a screen reader has read the item. */}
        {isDisabled && (
          <span id={reasonId} hidden>
            {disabled}
          </span>
        )}
      </Menu.Item>
    </Tooltip>
  );
}

import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '../display/tooltip.tsx';

type IconButtonProps = ActionIconProps &
  Omit<ComponentProps<'button'>, keyof ActionIconProps> & {
    /** The button's name. */
    label: string;
    /** The tooltip, if it isn't the name. */
    tip?: ReactNode;
  };

/** A button that shows only an icon, with its name in a tooltip. */
export function IconButton({ label, tip = label, ...props }: IconButtonProps) {
  return (
    <Tooltip label={tip}>
      <ActionIcon {...props} aria-label={label} />
    </Tooltip>
  );
}

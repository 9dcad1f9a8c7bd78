import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Tooltip } from '../display/tooltip.tsx';

type IconButtonProps = ActionIconProps &
  Omit<ComponentProps<'button'>, keyof ActionIconProps> & {
    /** The button's name. */
    label: string;
    /** The tooltip; the name by default. */
    tip?: ReactNode;
  };

/** An icon-only button with a tooltip. In long lists, use `PlainIconButton`. */
export function IconButton({ label, tip = label, ...props }: IconButtonProps) {
  return (
    <Tooltip label={tip}>
      <ActionIcon {...props} aria-label={label} />
    </Tooltip>
  );
}

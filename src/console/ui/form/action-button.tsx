import { Button, type ButtonProps } from '@mantine/core';
import { type ComponentProps, type MouseEvent, useState } from 'react';
import { Tooltip } from '../display/tooltip.tsx';

export type ActionButtonProps = ButtonProps &
  Omit<ComponentProps<'button'>, keyof ButtonProps | 'onClick'> & {
    /** The button shows that it is busy until a returned promise has settled. */
    onClick: (event: MouseEvent<HTMLButtonElement>) => unknown;
    /** Why it can't be used, shown as a tooltip; null or absent if it can. */
    reason?: string | null | undefined;
  };

/** A button whose action takes a while, or may not be allowed. */
export function ActionButton({ reason = null, onClick, loading, ...props }: ActionButtonProps) {
  const [busy, setBusy] = useState(false);
  const isBlocked = reason !== null;
  const run = async (event: MouseEvent<HTMLButtonElement>) => {
    if (isBlocked) return;
    setBusy(true);
    try {
      await onClick(event);
    } finally {
      setBusy(false);
    }
  };
  return (
    // Always mounted, so that the button keeps its place and focus when the reason changes.
    <Tooltip label={reason} disabled={!isBlocked}>
      <Button
        {...props}
        {...(isBlocked && { 'data-disabled': true, 'aria-disabled': true })}
        loading={busy || loading}
        onClick={run}
      />
    </Tooltip>
  );
}

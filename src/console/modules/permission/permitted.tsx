import { cloneElement, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import type { PermissionName } from '#core/access/permissions.ts';
import { Tooltip } from '../../ui/display/tooltip.tsx';
import { type PermissionScope, type PermissionState, usePermission } from './use-permission.ts';

type Control = ReactElement<Record<string, unknown>>;

type PermittedProps<S extends PermissionScope> = {
  on: S;
  name: PermissionName<S['level']>;
  /** A control, or a function that renders from the permission. */
  children: Control | ((state: PermissionState) => ReactNode);
};

const stop = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

/** Disables its control when the permission is missing, and says why in a tooltip. */
export function Permitted<S extends PermissionScope>({ on, name, children }: PermittedProps<S>) {
  const state = usePermission(on, name);
  if (typeof children === 'function') return children(state);
  // The tooltip is always mounted, so that the control keeps its place and focus when the result arrives.
  const forbidden = { 'data-disabled': true, 'aria-disabled': true, onClick: stop };
  return (
    <Tooltip label={state.reason} disabled={state.allowed}>
      {state.allowed ? children : cloneElement(children, forbidden)}
    </Tooltip>
  );
}

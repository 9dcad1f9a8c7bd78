import { cloneElement, type ReactElement, useRef, useState } from 'react';
import type { MenuAction } from './menu-action.ts';
import { PointMenu } from './point-menu.tsx';

/** Between the button and its menu (px). */
const GAP = 4;

interface RowMenuButtonProps {
  label: string;
  /** A function if the items are expensive to compute. */
  actions: readonly MenuAction[] | (() => readonly MenuAction[]);
  /** The button that opens it. */
  children: ReactElement<Record<string, unknown>>;
}

/** A button whose menu is only created when it opens. For rows and long lists. */
export function RowMenuButton({ label, actions, children }: RowMenuButtonProps) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const wasOpen = useRef(false);
  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': at !== null,
        // An outside press closes the menu, even on its own button, and that press must not reopen it.
        onPointerDownCapture: () => {
          wasOpen.current = at !== null;
        },
        onClick: (event: { currentTarget: Element }) => {
          const { left, bottom } = event.currentTarget.getBoundingClientRect();
          setAt(wasOpen.current ? null : { x: left, y: bottom + GAP });
          wasOpen.current = false;
        },
      })}
      {at && (
        <PointMenu
          at={at}
          label={label}
          actions={typeof actions === 'function' ? actions() : actions}
          onClose={() => setAt(null)}
        />
      )}
    </>
  );
}

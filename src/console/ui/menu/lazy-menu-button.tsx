import { cloneElement, lazy, type ReactElement, Suspense, useRef, useState } from 'react';
import type { MenuAction } from './menu-action.ts';

const load = () => import('./point-menu.tsx');
const PointMenu = lazy(() => load().then((m) => ({ default: m.PointMenu })));

/** Between the button and its menu (px). */
const GAP = 4;

interface LazyMenuButtonProps {
  label: string;
  /** A function if the items are expensive to compute. */
  actions: readonly MenuAction[] | (() => readonly MenuAction[]);
  /** The button that opens it. */
  children: ReactElement<Record<string, unknown>>;
}

/** A button with a menu of actions, which loads when the button is first pointed at. For rows and long lists. */
export function LazyMenuButton({ label, actions, children }: LazyMenuButtonProps) {
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);
  const wasOpen = useRef(false);
  return (
    <>
      {cloneElement(children, {
        'aria-haspopup': 'menu',
        'aria-expanded': at !== null,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
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
        <Suspense>
          <PointMenu
            at={at}
            label={label}
            actions={typeof actions === 'function' ? actions() : actions}
            onClose={() => setAt(null)}
          />
        </Suspense>
      )}
    </>
  );
}

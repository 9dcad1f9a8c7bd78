import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import classes from './split-pane.module.css';

const STORAGE = 'task-editor-split';
const DEFAULT = 55;
const LEAST = 30;
const MOST = 75;

function stored(): number {
  const value = Number(localStorage.getItem(STORAGE));
  return value >= LEAST && value <= MOST ? value : DEFAULT;
}

interface SplitPaneProps {
  left: ReactNode;
  right: ReactNode;
  /** Above the right pane, or above everything when only one pane fits. */
  tabs: ReactNode;
  /** The visible pane when only one fits. */
  shown: 'left' | 'right';
}

/**
 * Two panes with a divider that can be dragged or moved with the arrow keys; its position is remembered. Small screens
 * show one pane at a time. Both panes stay mounted, so that an editor keeps its cursor and undo history.
 */
export function SplitPane({ left, right, tabs, shown }: SplitPaneProps) {
  const [percent, setPercent] = useState(stored);
  const root = useRef<HTMLDivElement>(null);

  const move = (to: number) => {
    const next = Math.min(MOST, Math.max(LEAST, Math.round(to * 10) / 10));
    setPercent(next);
    localStorage.setItem(STORAGE, String(next));
  };
  const onPointerMove = (event: PointerEvent) => {
    const box = root.current?.getBoundingClientRect();
    if (!box || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(((event.clientX - box.left) / box.width) * 100);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: percent - 2,
      ArrowRight: percent + 2,
      Home: LEAST,
      End: MOST,
      Enter: DEFAULT,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };

  return (
    <div
      ref={root}
      className={classes.split}
      data-shown={shown}
      style={{ ['--left' as string]: `${percent}%` }}
    >
      <div className={classes.left}>{left}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: this is the ARIA window splitter pattern, and an hr can't be moved */}
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label="Editor width"
        aria-valuenow={Math.round(percent)}
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        tabIndex={0}
        className={classes.divider}
        onPointerDown={(event) => {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={onPointerMove}
        onDoubleClick={() => move(DEFAULT)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.tabs}>{tabs}</div>
      <div className={classes.right}>{right}</div>
    </div>
  );
}

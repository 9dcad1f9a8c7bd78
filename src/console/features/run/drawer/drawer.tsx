import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Tooltip } from '#console/ui/display/tooltip.tsx';
import { isTyping } from '#console/ui/keyboard/page-keys.ts';
import { useLatest } from '#console/ui/use-latest.ts';
import classes from './run-drawer.module.css';
import type { DrawerControls } from './use-drawer-row.ts';

interface DrawerProps {
  label: string;
  /** A noun in the labels of the buttons: ` run`. */
  what?: string;
  title: ReactNode;
  actions: ReactNode;
  controls: DrawerControls;
  children: ReactNode;
}

/** The details of a row beside its list. */
export function Drawer({ label, what = '', title, actions, controls, children }: DrawerProps) {
  const panel = useRef<HTMLDivElement>(null);
  useDrawerKeys(controls);
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);
  const buttons = [
    [`Previous${what} (K)`, controls.onPrevious, <IconChevronUp key="previous" />],
    [`Next${what} (J)`, controls.onNext, <IconChevronDown key="next" />],
    ['Close (Esc)', controls.onClose, <IconX key="close" />],
  ] as const;
  return (
    <div ref={panel} className={classes.drawer} role="dialog" aria-label={label} tabIndex={-1}>
      <header className={classes.drawerHead}>
        {title}
        <div className={classes.drawerNav}>
          {buttons.map(([name, onClick, icon]) => (
            <Tooltip key={name} label={name}>
              <ActionIcon aria-label={name} disabled={!onClick} onClick={onClick}>
                {icon}
              </ActionIcon>
            </Tooltip>
          ))}
        </div>
      </header>
      {actions && <div className={classes.drawerActions}>{actions}</div>}
      {children}
    </div>
  );
}

/** A titled part of a drawer. */
export function Section(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={props.title}>
      <div className={classes.sectionHead}>
        <h2>{props.title}</h2>
        {props.actions}
      </div>
      {props.children}
    </section>
  );
}

interface DrawerKeys {
  onClose: () => void;
  onPrevious: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

/** J and K go to the next and previous run, Escape closes. Ignored while typing or when a menu is open. */
function useDrawerKeys(keys: DrawerKeys): void {
  const latest = useLatest(keys);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
      if (isTyping(event) || document.querySelector('[role="menu"], [aria-modal="true"]')) return;
      const act = actionFor(event.key, latest.current);
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

function actionFor(key: string, { onClose, onPrevious, onNext }: DrawerKeys) {
  if (key === 'Escape') return onClose;
  if (key === 'j') return onNext;
  return key === 'k' ? onPrevious : undefined;
}

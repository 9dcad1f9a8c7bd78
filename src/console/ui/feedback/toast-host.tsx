import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { TOAST_MS, TOAST_POSITION, TOAST_VISIBLE, TOAST_WIDTH_PX } from '#core/limits.ts';
import { toastsReady } from './toast.ts';
import classes from './toast-host.module.css';

// sonner's own variables: its rules outweigh a class.
const look = {
  '--width': `${TOAST_WIDTH_PX}px`,
  '--normal-bg': 'var(--tl-floating)',
  '--normal-border': 'var(--tl-border)',
  '--normal-text': 'var(--mantine-color-text)',
  '--border-radius': 'var(--mantine-radius-md)',
  fontFamily: 'var(--mantine-font-family)',
} as React.CSSProperties;

/** Where toasts appear: bottom centre, 4 s, three at once, 448 px wide, as specified. */
export function ToastHost() {
  const scheme = useComputedColorScheme('light');

  useEffect(() => toastsReady(sonner), []);

  return (
    <Toaster
      theme={scheme}
      position={TOAST_POSITION}
      duration={TOAST_MS}
      visibleToasts={TOAST_VISIBLE}
      className={classes.host}
      style={look}
      toastOptions={{ className: classes.toast }}
    />
  );
}

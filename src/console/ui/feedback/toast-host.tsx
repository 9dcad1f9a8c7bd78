import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { toastsReady } from './toast.ts';
import classes from './toast-host.module.css';

// sonner's own variables, since its rules outweigh a class.
const look = {
  '--width': '448px',
  '--normal-bg': 'var(--tl-floating)',
  '--normal-border': 'var(--tl-border)',
  '--normal-text': 'var(--mantine-color-text)',
  '--border-radius': 'var(--mantine-radius-md)',
  fontFamily: 'var(--mantine-font-family)',
} as React.CSSProperties;

/** The toaster: bottom centre, 4 s, at most three at once, 448 px wide, as specified. */
export function ToastHost() {
  const scheme = useComputedColorScheme('light');

  useEffect(() => toastsReady(sonner), []);

  return (
    <Toaster
      theme={scheme}
      position="bottom-center"
      duration={4000}
      visibleToasts={3}
      className={classes.host}
      style={look}
      toastOptions={{ className: classes.toast }}
    />
  );
}

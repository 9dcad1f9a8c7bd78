import { useComputedColorScheme } from '@mantine/core';
import { useEffect } from 'react';
import { toast as sonner, Toaster } from 'sonner';
import { TOAST_MS, TOAST_POSITION, TOAST_VISIBLE, TOAST_WIDTH_PX } from '#core/limits.ts';
import { toastsReady } from './toast.ts';
import classes from './toast-host.module.css';

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
      style={{ '--width': `${TOAST_WIDTH_PX}px` } as React.CSSProperties}
      toastOptions={{ className: classes.toast }}
    />
  );
}

import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';

const ToastHost = lazy(() => import('./toast-host.tsx').then((m) => ({ default: m.ToastHost })));

/** Brings the toasts in when the first one comes. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);

  useEffect(() => onFirstToast(() => setWanted(true)), []);

  return wanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}

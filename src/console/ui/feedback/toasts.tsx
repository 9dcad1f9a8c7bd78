import { lazy, Suspense, useEffect, useState } from 'react';
import { onFirstToast } from './toast.ts';

const ToastHost = lazy(() => import('./toast-host.tsx').then((m) => ({ default: m.ToastHost })));

/** Loads the toaster when the first toast is shown. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);

  useEffect(() => onFirstToast(() => setWanted(true)), []);

  return wanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}

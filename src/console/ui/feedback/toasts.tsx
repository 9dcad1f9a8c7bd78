import { useEffect, useState } from 'react';
import { onDemand } from '#console/ui/on-demand.tsx';
import { onFirstToast } from './toast.ts';

const ToastHost = onDemand(() => import('./toast-host.tsx'), 'ToastHost');

/** Loads the toaster when the first toast is shown. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);

  useEffect(() => onFirstToast(() => setWanted(true)), []);

  return wanted ? <ToastHost /> : null;
}

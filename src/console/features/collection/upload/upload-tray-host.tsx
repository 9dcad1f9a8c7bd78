import { lazy, Suspense } from 'react';
import { useUploadStore } from './upload-state.ts';

const UploadTray = lazy(() => import('./upload-tray.tsx').then((m) => ({ default: m.UploadTray })));

/** The upload tray, loaded with the first upload. */
export function UploadTrayHost() {
  const isUsed = useUploadStore(({ items }) => items.length > 0);
  return <Suspense>{isUsed && <UploadTray />}</Suspense>;
}

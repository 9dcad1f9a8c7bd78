import { lazy, Suspense } from 'react';
import { useUploadStore } from './upload-state.ts';

const UploadTray = lazy(() => import('./upload-tray.tsx').then((m) => ({ default: m.UploadTray })));

/** The tray of uploads, loaded with the first one. */
export function UploadTrayHost() {
  const isUsed = useUploadStore(({ items }) => items.length > 0);
  return <Suspense>{isUsed && <UploadTray />}</Suspense>;
}

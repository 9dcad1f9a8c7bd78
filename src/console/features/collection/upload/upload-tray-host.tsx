import { Suspense } from 'react';
import { lazyOf } from '#console/ui/on-demand.tsx';
import { useUploadStore } from './upload-state.ts';

const UploadTray = lazyOf(() => import('./upload-tray.tsx'), 'UploadTray');

/** The upload tray, loaded with the first upload. */
export function UploadTrayHost() {
  const isUsed = useUploadStore(({ items }) => items.length > 0);
  return <Suspense>{isUsed && <UploadTray />}</Suspense>;
}

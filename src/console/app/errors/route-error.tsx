import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { FullScreenLoader } from '../gate/full-screen-loader.tsx';
import { isChunkError, reloadForChunk } from './chunk-reload.ts';
import { FullScreenError } from './full-screen-error.tsx';
import { NotFound } from './not-found.tsx';

/** Shown when a page throws. */
export function RouteError() {
  const error = useRouteError();
  const chunk = isChunkError(error);
  const [reloading, setReloading] = useState(chunk);

  useEffect(() => {
    if (chunk) setReloading(reloadForChunk());
    else console.error(error);
  }, [chunk, error]);

  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  if (reloading) return <FullScreenLoader />;
  return (
    <FullScreenError
      error={error}
      action={<Button onClick={() => globalThis.location.reload()}>Reload page</Button>}
    />
  );
}

import { Fragment } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { Gate } from './gate/gate.tsx';
import { OfflineModal } from './layout/offline-modal.tsx';
import { Shell } from './layout/shell.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import type { RouteFlags } from './route-flags.ts';

/** The layout of every page: public pages stand alone; all others sit behind the auth gate, in the frame. */
export function AppLayout() {
  const isPublic = useMatches().some(({ handle }) => (handle as RouteFlags)?.public);
  return (
    <Fragment>
      {isPublic ? (
        <Outlet />
      ) : (
        <Gate>
          {(replacement) => (
            <Shell>
              {replacement ?? <Outlet />}
              <PaletteHost />
            </Shell>
          )}
        </Gate>
      )}
      <OfflineModal />
    </Fragment>
  );
}

import { Fragment } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { hasDeleted } from '../modules/deletion/deleted-note.ts';
import { useIdleLoad } from '../ui/use-idle-load.ts';
import { Gate } from './gate/gate.tsx';
import { OfflineModal } from './layout/offline-modal.tsx';
import { Shell } from './layout/shell.tsx';
import { ThingPage } from './layout/thing-page.tsx';
import { PaletteHost } from './palette/palette-host.tsx';
import type { RouteFlags } from './route-flags.ts';

/** Most page loads follow no deletion, and load nothing. */
const loadUndo = async () => {
  if (hasDeleted()) (await import('../modules/deletion/offer-undo.ts')).offerUndo();
};

/** The layout of every page: public pages stand alone; all others sit behind the auth gate, in the frame. */
export function AppLayout() {
  useIdleLoad(loadUndo);
  const flags = useMatches().map(({ handle }) => handle as RouteFlags);
  const isPublic = flags.some((one) => one?.public);
  const isBare = flags.some((one) => one?.bare);
  return (
    <Fragment>
      {isPublic ? (
        <Outlet />
      ) : (
        <Gate>
          {(replacement, shared) =>
            isBare ? (
              <Outlet />
            ) : (
              <Shell>
                {replacement ?? <ThingPage shared={shared} />}
                <PaletteHost />
              </Shell>
            )
          }
        </Gate>
      )}
      <OfflineModal />
    </Fragment>
  );
}

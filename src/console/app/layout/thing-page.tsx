import { useMemo } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { onDemand } from '#console/ui/on-demand.tsx';
import {
  type PageThing,
  ThingContext,
  thingOfPath,
} from '../../modules/permission/thing-context.ts';
import type { SharedProject } from '../../modules/selection/resolve-selection.ts';
import {
  ActiveProjectContext,
  useActiveProject,
} from '../../modules/selection/use-active-project.ts';
import { NotFound } from '../errors/not-found.tsx';

const GuestWatch = onDemand(() => import('../../modules/people/guest-watch.tsx'), 'GuestWatch');

/**
 * The page, which knows the one thing that it is about. For a guest of the thing, it belongs to a project that they
 * don't see otherwise, whereas the frame around it shows their own.
 */
export function ThingPage({ shared }: { shared: SharedProject | null }) {
  const active = useActiveProject().project;
  const { pathname } = useLocation();
  const { id: projectId, org_id: orgId } = shared ?? active;
  const thing = useMemo((): PageThing | null => {
    const found = thingOfPath(pathname);
    return found && { ...found, orgId, projectId, isGuest: shared !== null };
  }, [pathname, orgId, projectId, shared]);
  const page = (
    <ThingContext value={thing}>
      <Outlet />
    </ThingContext>
  );
  if (!shared) return page;
  // The rest of the project isn't theirs to see.
  if (!thing) return <NotFound what="project" />;
  return (
    <ActiveProjectContext value={{ ...active, ...shared, role: 'member' }}>
      {page}
      <GuestWatch key={thing.id} thing={thing} />
    </ActiveProjectContext>
  );
}

import { Fragment, useCallback, useMemo, useState } from 'react';
import { Outlet, useLocation, useMatches, useNavigate } from 'react-router-dom';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useAssistantStore } from '../modules/assistant/assistant-store.ts';
import { hasDeleted } from '../modules/deletion/deleted-note.ts';
import { paths } from '../modules/paths.ts';
import { type PageThing, ThingContext, thingOfPath } from '../modules/permission/thing-context.ts';
import type { SharedProject } from '../modules/selection/resolve-selection.ts';
import { ActiveProjectContext, useActiveProject } from '../modules/selection/use-active-project.ts';
import { useShortcut } from '../modules/shortcuts/use-shortcut.ts';
import { useIdleLoad } from '../ui/use-idle-load.ts';
import { NotFound } from './errors/not-found.tsx';
import { Gate } from './gate/gate.tsx';
import { OfflineModal } from './layout/offline-modal.tsx';
import { Shell } from './layout/shell.tsx';
import {
  closeShortcuts,
  openPalette,
  openShortcuts,
  usePaletteStore,
} from './palette/palette-store.ts';
import type { RouteFlags } from './route-flags.ts';

const Palette = onDemand(() => import('./palette/palette.tsx'), 'Palette');
const Assistant = onDemand(
  () => import('../features/assist/assistant-drawer.tsx'),
  'AssistantDrawer',
);
const loadWatch = () => import('../modules/people/access-watch.tsx');
const AccessWatch = onDemand(loadWatch, 'AccessWatch');
const ShortcutList = onDemand(() => import('./palette/shortcut-list.tsx'), 'ShortcutList');
const GuestWatch = onDemand(() => import('../modules/people/guest-watch.tsx'), 'GuestWatch');

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

/** Most page loads follow no deletion, and load nothing. */
const loadUndo = async () => {
  if (hasDeleted()) (await import('../modules/deletion/offer-undo.ts')).offerUndo();
};

/**
 * The page, which knows the one thing that it is about. For a guest of the thing, it belongs to a project that they
 * don't see otherwise, whereas the frame around it shows their own.
 */
function ThingPage({ shared }: { shared: SharedProject | null }) {
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

/** Registers the global shortcuts and hosts the dialogs that they open, and the assistant. Each is loaded when first opened. */
function PaletteHost() {
  const { projectId, project } = useActiveProject();
  const navigate = useNavigate();
  const { palette, shortcuts } = usePaletteStore();
  const paletteUsed = useEver(palette);
  const shortcutsUsed = useEver(shortcuts);
  const assistantUsed = useEver(useAssistantStore((state) => state.opened));
  const [watches, setWatches] = useState(false);
  useIdleLoad(useCallback(() => loadWatch().then(() => setWatches(true)), []));
  const goTo = { group: 'Go to' };
  const everywhere = { group: 'Everywhere' };

  useShortcut('mod+K', 'Search and commands', openPalette, everywhere);
  useShortcut('?', 'Keyboard shortcuts', openShortcuts, everywhere);
  useShortcut('G T', 'Tasks', () => navigate(paths.tasks(projectId)), goTo);
  useShortcut('G C', 'Collections', () => navigate(paths.collections(projectId)), goTo);
  useShortcut('G H', 'Chats', () => navigate(paths.chats(projectId)), goTo);
  useShortcut('G O', 'Compose', () => navigate(paths.articles(projectId)), goTo);
  useShortcut('G R', 'Runs', () => navigate(paths.runs(projectId)), goTo);
  useShortcut('G S', 'Settings', () => navigate(paths.projectSettings(projectId)), goTo);
  useShortcut('G K', 'API keys', () => navigate(paths.apiKeys(projectId)), goTo);
  useShortcut('G P', 'Profile', () => navigate(paths.profile()), goTo);

  return (
    <>
      {paletteUsed && <Palette />}
      {assistantUsed && <Assistant />}
      {watches && <AccessWatch key={projectId} project={project} />}
      {shortcutsUsed && <ShortcutList opened={shortcuts} onClose={closeShortcuts} />}
    </>
  );
}

/** Whether the value was ever true. A dialog stays mounted once opened, so that it can animate when it closes. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}

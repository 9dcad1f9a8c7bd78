import { lazy, Suspense, useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useAssistantStore } from '../../modules/assistant/assistant-store.ts';
import { paths } from '../../modules/paths.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { useShortcut } from '../../modules/shortcuts/use-shortcut.ts';
import { useIdleLoad } from '../../ui/use-idle-load.ts';
import { closeShortcuts, openPalette, openShortcuts, usePaletteStore } from './palette-store.ts';

const Palette = lazy(() => import('./palette.tsx').then((m) => ({ default: m.Palette })));
const Assistant = lazy(() =>
  import('../../features/assist/assistant-drawer.tsx').then((m) => ({
    default: m.AssistantDrawer,
  })),
);
const loadWatch = () => import('../../modules/people/access-watch.tsx');
const AccessWatch = lazy(() => loadWatch().then((m) => ({ default: m.AccessWatch })));
const ShortcutList = lazy(() =>
  import('./shortcut-list.tsx').then((m) => ({ default: m.ShortcutList })),
);

/** Registers the global shortcuts and hosts the dialogs that they open, and the assistant. Each is loaded when first opened. */
export function PaletteHost() {
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
    <Suspense>
      {paletteUsed && <Palette />}
      {assistantUsed && <Assistant />}
      {watches && <AccessWatch key={projectId} project={project} />}
      {shortcutsUsed && <ShortcutList opened={shortcuts} onClose={closeShortcuts} />}
    </Suspense>
  );
}

/** Whether the value was ever true. A dialog stays mounted once opened, so that it can animate when it closes. */
function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}

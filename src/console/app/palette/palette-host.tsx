import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { onDemand } from '#console/ui/on-demand.tsx';
import { useAssistantStore } from '../../modules/assistant/assistant-store.ts';
import { paths } from '../../modules/paths.ts';
import { useActiveProject } from '../../modules/selection/use-active-project.ts';
import { useShortcut } from '../../modules/shortcuts/use-shortcut.ts';
import { useIdleLoad } from '../../ui/use-idle-load.ts';
import { closeShortcuts, openPalette, openShortcuts, usePaletteStore } from './palette-store.ts';

const Palette = onDemand(() => import('./palette.tsx'), 'Palette');
const Assistant = onDemand(
  () => import('../../features/assist/assistant-drawer.tsx'),
  'AssistantDrawer',
);
const loadWatch = () => import('../../modules/people/access-watch.tsx');
const AccessWatch = onDemand(loadWatch, 'AccessWatch');
const ShortcutList = onDemand(() => import('./shortcut-list.tsx'), 'ShortcutList');

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

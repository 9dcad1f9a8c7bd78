import { NavTabs } from '../../ui/navigation/nav-tabs.tsx';
import { useActiveProject } from '../selection/use-active-project.ts';
import { settingsPages } from './settings-pages.ts';

/** The tabs at the top of every settings page. */
export function SettingsTabs() {
  return <NavTabs label="Settings" tabs={settingsPages(useActiveProject())} />;
}

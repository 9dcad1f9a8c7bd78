import { NavTabs } from '../../ui/navigation/nav-tabs.tsx';
import { paths } from '../paths.ts';
import { useActiveProject } from '../selection/use-active-project.ts';

/** The settings sections, shown as tabs on every settings page. */
export function SettingsTabs() {
  const { orgId, projectId } = useActiveProject();
  return (
    <NavTabs
      label="Settings"
      tabs={[
        { label: 'Project', to: paths.projectSettings(projectId) },
        { label: 'API keys', to: paths.apiKeys(projectId) },
        { label: 'Webhooks', to: paths.webhooks(projectId) },
        { label: 'Organisation', to: paths.orgSettings(orgId) },
        { label: 'Profile', to: paths.profile() },
        { label: 'Security', to: paths.security() },
      ]}
    />
  );
}

import { paths } from '../paths.ts';

interface Selection {
  orgId: string;
  projectId: string;
}

/** The settings pages in the order of the tabs. `title` is the name outside of the settings, if it differs. */
const SETTINGS: readonly { label: string; title?: string; to: (selection: Selection) => string }[] =
  [
    {
      label: 'Project',
      title: 'Project settings',
      to: ({ projectId }) => paths.projectSettings(projectId),
    },
    {
      label: 'Access',
      title: 'Project access',
      to: ({ projectId }) => paths.projectPeople(projectId),
    },
    { label: 'API keys', to: ({ projectId }) => paths.apiKeys(projectId) },
    { label: 'OAuth clients', to: ({ projectId }) => paths.oauthClients(projectId) },
    { label: 'Webhooks', to: ({ projectId }) => paths.webhooks(projectId) },
    {
      label: 'Organisation',
      title: 'Organisation settings',
      to: ({ orgId }) => paths.orgSettings(orgId),
    },
    { label: 'People', to: ({ orgId }) => paths.people(orgId) },
    { label: 'Models', to: ({ orgId }) => paths.models(orgId) },
    { label: 'Audit log', to: ({ orgId }) => paths.auditLog(orgId) },
    { label: 'Profile', to: () => paths.profile() },
    { label: 'Security', to: () => paths.security() },
    { label: 'Connected apps', to: () => paths.connectedApps() },
  ];

/** The settings pages with their addresses. */
export function settingsPages(
  selection: Selection,
): { label: string; title: string; to: string }[] {
  return SETTINGS.map(({ label, title = label, to }) => ({ label, title, to: to(selection) }));
}

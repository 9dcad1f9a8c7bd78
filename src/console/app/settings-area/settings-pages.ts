import { paths } from '../../modules/paths.ts';

interface Selection {
  orgId: string;
  projectId: string;
}

interface SettingsPage {
  label: string;
  /** The name outside of the settings, if it differs. */
  title?: string;
  to: (selection: Selection) => string;
  /** What one can do there, for the search, in lower case. */
  about: string;
  /** Of no use to guests of the organisation. */
  membersOnly?: true;
}

/** The settings pages in the order of the sidebar. */
const SETTINGS: readonly { group: string; pages: readonly SettingsPage[] }[] = [
  {
    group: 'You',
    pages: [
      { label: 'Profile', to: () => paths.profile(), about: 'name bio job role newsletter theme' },
      {
        label: 'Security',
        to: () => paths.security(),
        about: 'email password two-factor authenticator passkey backup codes sessions sign-in',
      },
      {
        label: 'Organisations',
        to: () => paths.orgs(),
        about: 'deleted restore erase create import leave',
      },
      {
        label: 'Notifications',
        title: 'Notification settings',
        to: () => paths.notificationSettings(),
        about: 'email inbox unsubscribe invitations balance',
      },
      { label: 'Connected apps', to: () => paths.connectedApps(), about: 'oauth consent revoke' },
      {
        label: 'Your data',
        to: () => paths.yourData(),
        about: 'download export delete account privacy gdpr',
      },
    ],
  },
  {
    group: 'Project',
    pages: [
      {
        label: 'General',
        title: 'Project settings',
        to: ({ projectId }) => paths.projectSettings(projectId),
        about: 'rename default model run retention allowed origins cors delete project',
      },
      {
        label: 'Access',
        title: 'Project access',
        to: ({ projectId }) => paths.projectPeople(projectId),
        about: 'people members guests roles',
      },
      {
        label: 'API keys',
        to: ({ projectId }) => paths.apiKeys(projectId),
        about: 'token secret rotate scope',
      },
      {
        label: 'OAuth clients',
        to: ({ projectId }) => paths.oauthClients(projectId),
        about: 'apps redirect uri secret',
      },
      {
        label: 'Webhooks',
        to: ({ projectId }) => paths.webhooks(projectId),
        about: 'events deliveries signing secret',
      },
    ],
  },
  {
    group: 'Organisation',
    pages: [
      {
        label: 'General',
        title: 'Organisation settings',
        to: ({ orgId }) => paths.orgSettings(orgId),
        about: 'rename default model run retention allowed origins cors delete organisation',
      },
      {
        label: 'Billing',
        to: ({ orgId }) => paths.billing(orgId),
        about:
          'plan subscription professional teams upgrade cancel balance credits top-up ledger usage limits invoices card payment tax',
      },
      {
        label: 'People',
        to: ({ orgId }) => paths.people(orgId),
        about: 'members guests invite invitations roles owner',
      },
      {
        label: 'Email domains',
        to: ({ orgId }) => paths.domains(orgId),
        about: 'join verify dns capture company',
        membersOnly: true,
      },
      {
        label: 'Models',
        to: ({ orgId }) => paths.models(orgId),
        about: 'endpoints providers prices',
        membersOnly: true,
      },
      {
        label: 'Audit log',
        to: ({ orgId }) => paths.auditLog(orgId),
        about: 'history changes export',
        membersOnly: true,
      },
      {
        label: 'Export and import',
        to: ({ orgId }) => paths.transfer(orgId),
        about: 'archive backup download upload copy move transfer migrate',
        membersOnly: true,
      },
      {
        label: 'Deleted projects',
        to: ({ orgId }) => paths.deletedProjects(orgId),
        about: 'restore undo erase trash',
      },
    ],
  },
];

export interface SettingsGroup {
  group: string;
  pages: { label: string; title: string; to: string }[];
}

/**
 * The settings pages of a project, its organisation and the user, with their addresses.
 * @param words only pages whose name or content has each of these words; all pages without any
 */
export function settingsGroups(
  selection: Selection & { isGuest: boolean },
  words = '',
): SettingsGroup[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return SETTINGS.map(({ group, pages }) => ({
    group,
    pages: pages
      .filter(({ membersOnly }) => !(membersOnly && selection.isGuest))
      .filter(({ label, title, about }) => {
        const text = `${group} ${label} ${title} ${about}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      })
      .map(({ label, title = label, to }) => ({ label, title, to: to(selection) })),
  })).filter(({ pages }) => pages.length > 0);
}

import { generatePath } from 'react-router-dom';
import { as, type Page } from '../lazy-pages.tsx';

interface Selection {
  orgId: string;
  projectId: string;
}

interface SettingsPage {
  label: string;
  /** The name outside of the settings, if it differs. */
  title?: string;
  path: string;
  load: Page['load'];
  /** What one can do there, for the search, in lower case. */
  about: string;
  /** Of no use to guests of the organisation. */
  membersOnly?: true;
}

/** The settings pages, each with its route, in the order of the sidebar. */
const SETTINGS: readonly { group: string; pages: readonly SettingsPage[] }[] = [
  {
    group: 'You',
    pages: [
      {
        label: 'Profile',
        path: '/settings/profile',
        load: () => import('../profile-page.tsx').then((m) => as(m.ProfilePageWithAccount)),
        about: 'name bio job role newsletter theme',
      },
      {
        label: 'Security',
        path: '/settings/security',
        load: () =>
          import('../../features/identity/security-page.tsx').then((m) => as(m.SecurityPage)),
        about: 'email password two-factor authenticator passkey backup codes sessions sign-in',
      },
      {
        label: 'Organisations',
        path: '/settings/organisations',
        load: () => import('../../features/org/org-list-page.tsx').then((m) => as(m.OrgListPage)),
        about: 'deleted restore erase create import leave',
      },
      {
        label: 'Notifications',
        title: 'Notification settings',
        path: '/settings/notifications',
        load: () =>
          import('../../features/notification/notification-settings-page.tsx').then((m) =>
            as(m.NotificationSettingsPage),
          ),
        about: 'email inbox unsubscribe invitations balance',
      },
      {
        label: 'Connected apps',
        path: '/settings/connected-apps',
        load: () =>
          import('../../features/oauth/connected-apps-page.tsx').then((m) =>
            as(m.ConnectedAppsPage),
          ),
        about: 'oauth consent revoke',
      },
      {
        label: 'Your data',
        path: '/settings/your-data',
        load: () => import('../data-page.tsx').then((m) => as(m.DataPageWithConfirmation)),
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
        path: '/projects/:projectId/settings/general',
        load: () =>
          import('../../features/project/project-settings-page.tsx').then((m) =>
            as(m.ProjectSettingsPage),
          ),
        about: 'rename default model run retention allowed origins cors delete project',
      },
      {
        label: 'Access',
        title: 'Project access',
        path: '/projects/:projectId/settings/people',
        load: () =>
          import('../../features/member/project-people-page.tsx').then((m) =>
            as(m.ProjectPeoplePage),
          ),
        about: 'people members guests roles',
      },
      {
        label: 'API keys',
        path: '/projects/:projectId/settings/api-keys',
        load: () => import('../../features/key/api-keys-page.tsx').then((m) => as(m.ApiKeysPage)),
        about: 'token secret rotate scope',
      },
      {
        label: 'OAuth clients',
        path: '/projects/:projectId/settings/oauth-clients',
        load: () =>
          import('../../features/oauth/oauth-client-list-page.tsx').then((m) =>
            as(m.OAuthClientListPage),
          ),
        about: 'apps redirect uri secret',
      },
      {
        label: 'Webhooks',
        path: '/projects/:projectId/settings/webhooks',
        load: () =>
          import('../../features/webhook/webhook-list-page.tsx').then((m) => as(m.WebhookListPage)),
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
        path: '/orgs/:orgId/settings/general',
        load: () =>
          import('../../features/org/org-settings-page.tsx').then((m) => as(m.OrgSettingsPage)),
        about: 'rename default model run retention allowed origins cors delete organisation',
      },
      {
        label: 'Billing',
        path: '/orgs/:orgId/settings/billing',
        load: () =>
          import('../../features/billing/billing-page.tsx').then((m) => as(m.BillingPage)),
        about:
          'plan subscription professional teams upgrade cancel balance credits top-up ledger usage limits invoices card payment tax',
      },
      {
        label: 'People',
        path: '/orgs/:orgId/settings/people',
        load: () => import('../../features/member/people-page.tsx').then((m) => as(m.PeoplePage)),
        about: 'members guests invite invitations roles owner',
      },
      {
        label: 'Email domains',
        path: '/orgs/:orgId/settings/domains',
        load: () =>
          import('../../features/capture/domains-page.tsx').then((m) => as(m.DomainsPage)),
        about: 'join verify dns capture company',
        membersOnly: true,
      },
      {
        label: 'Models',
        path: '/orgs/:orgId/settings/models',
        load: () => import('../../features/model/models-page.tsx').then((m) => as(m.ModelsPage)),
        about: 'endpoints providers prices',
        membersOnly: true,
      },
      {
        label: 'Audit log',
        path: '/orgs/:orgId/settings/audit-log',
        load: () => import('../../features/audit/audit-page.tsx').then((m) => as(m.AuditPage)),
        about: 'history changes export',
        membersOnly: true,
      },
      {
        label: 'Export and import',
        path: '/orgs/:orgId/settings/transfer',
        load: () =>
          import('../../features/transfer/transfer-page.tsx').then((m) => as(m.TransferPage)),
        about: 'archive backup download upload copy move transfer migrate',
        membersOnly: true,
      },
      {
        label: 'Deleted projects',
        path: '/orgs/:orgId/settings/deleted-projects',
        load: () =>
          import('../../features/org/deleted-projects-page.tsx').then((m) =>
            as(m.DeletedProjectsPage),
          ),
        about: 'restore undo erase trash',
      },
    ],
  },
];

/** Pages that others lead to. */
const BELOW: readonly Pick<SettingsPage, 'path' | 'load'>[] = [
  {
    path: '/projects/:projectId/settings/webhooks/:webhookId',
    load: () => import('../../features/webhook/webhook-page.tsx').then((m) => as(m.WebhookPage)),
  },
];

/** Every settings page, with its whole path. */
export const settingsPages = [...SETTINGS.flatMap(({ pages }) => pages), ...BELOW].map(
  ({ path, load }): Page => ({ paths: [path], load }),
);

export interface SettingsGroup {
  group: string;
  pages: { label: string; title: string; to: string }[];
}

/**
 * The settings pages of a project, its organisation and the user, with their addresses.
 * @param words only pages whose name or content has each of these words; all pages without any
 */
export function settingsGroups(
  { isGuest, ...selection }: Selection & { isGuest: boolean },
  words = '',
): SettingsGroup[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return SETTINGS.map(({ group, pages }) => ({
    group,
    pages: pages
      .filter(({ membersOnly }) => !(membersOnly && isGuest))
      .filter(({ label, title, about }) => {
        const text = `${group} ${label} ${title} ${about}`.toLowerCase();
        return wanted.every((word) => text.includes(word));
      })
      .map(({ label, title = label, path }) => ({
        label,
        title,
        to: generatePath(path, { ...selection }),
      })),
  })).filter(({ pages }) => pages.length > 0);
}

import { as, lazyPages } from '../lazy-pages.tsx';

/** Every settings page with its whole path. */
export const { routes: settingsRoutes, preload: preloadSettings } = lazyPages([
  {
    paths: ['/settings/profile'],
    load: () => import('../profile-page.tsx').then((m) => as(m.ProfilePageWithAccount)),
  },
  {
    paths: ['/settings/security'],
    load: () => import('../../features/identity/security-page.tsx').then((m) => as(m.SecurityPage)),
  },
  {
    paths: ['/settings/notifications'],
    load: () =>
      import('../../features/notification/notification-settings-page.tsx').then((m) =>
        as(m.NotificationSettingsPage),
      ),
  },
  {
    paths: ['/settings/your-data'],
    load: () => import('../data-page.tsx').then((m) => as(m.DataPageWithConfirmation)),
  },
  {
    paths: ['/settings/connected-apps'],
    load: () =>
      import('../../features/oauth/connected-apps-page.tsx').then((m) => as(m.ConnectedAppsPage)),
  },
  {
    paths: ['/settings/organisations'],
    load: () => import('../../features/org/org-list-page.tsx').then((m) => as(m.OrgListPage)),
  },
  {
    paths: ['/orgs/:orgId/settings/deleted-projects'],
    load: () =>
      import('../../features/org/deleted-projects-page.tsx').then((m) => as(m.DeletedProjectsPage)),
  },
  {
    paths: ['/projects/:projectId/settings/general'],
    load: () =>
      import('../../features/project/project-settings-page.tsx').then((m) =>
        as(m.ProjectSettingsPage),
      ),
  },
  {
    paths: ['/projects/:projectId/settings/people'],
    load: () =>
      import('../../features/member/project-people-page.tsx').then((m) => as(m.ProjectPeoplePage)),
  },
  {
    paths: ['/projects/:projectId/settings/api-keys'],
    load: () => import('../../features/key/api-keys-page.tsx').then((m) => as(m.ApiKeysPage)),
  },
  {
    paths: ['/projects/:projectId/settings/oauth-clients'],
    load: () =>
      import('../../features/oauth/oauth-client-list-page.tsx').then((m) =>
        as(m.OAuthClientListPage),
      ),
  },
  {
    paths: ['/projects/:projectId/settings/webhooks'],
    load: () =>
      import('../../features/webhook/webhook-list-page.tsx').then((m) => as(m.WebhookListPage)),
  },
  {
    paths: ['/projects/:projectId/settings/webhooks/:webhookId'],
    load: () => import('../../features/webhook/webhook-page.tsx').then((m) => as(m.WebhookPage)),
  },
  {
    paths: ['/orgs/:orgId/settings/general'],
    load: () =>
      import('../../features/org/org-settings-page.tsx').then((m) => as(m.OrgSettingsPage)),
  },
  {
    paths: ['/orgs/:orgId/settings/billing'],
    load: () => import('../../features/billing/billing-page.tsx').then((m) => as(m.BillingPage)),
  },
  {
    paths: ['/orgs/:orgId/settings/people'],
    load: () => import('../../features/member/people-page.tsx').then((m) => as(m.PeoplePage)),
  },
  {
    paths: ['/orgs/:orgId/settings/domains'],
    load: () => import('../../features/capture/domains-page.tsx').then((m) => as(m.DomainsPage)),
  },
  {
    paths: ['/orgs/:orgId/settings/models'],
    load: () => import('../../features/model/models-page.tsx').then((m) => as(m.ModelsPage)),
  },
  {
    paths: ['/orgs/:orgId/settings/transfer'],
    load: () => import('../../features/transfer/transfer-page.tsx').then((m) => as(m.TransferPage)),
  },
  {
    paths: ['/orgs/:orgId/settings/audit-log'],
    load: () => import('../../features/audit/audit-page.tsx').then((m) => as(m.AuditPage)),
  },
]);

import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useState } from 'react';
import { matchPath, type RouteObject } from 'react-router-dom';
import { RouteError } from './errors/route-error.tsx';
import { PageSkeleton } from './layout/page-skeleton.tsx';
import type { RouteFlags } from './route-flags.ts';

type Loaded = { default: ComponentType };

interface Page {
  paths: [route: string, ...others: string[]];
  flags?: RouteFlags;
  load: () => Promise<Loaded>;
}

const isPublic: RouteFlags = { public: true };

/** Every page: its route, other paths that need its code, its flags, and how it is loaded. */
const pages = {
  login: {
    paths: ['/auth/login'],
    flags: isPublic,
    load: () => import('../features/auth/login-page.tsx').then((m) => as(m.LoginPage)),
  },
  registration: {
    paths: ['/auth/registration'],
    flags: isPublic,
    load: () =>
      import('../features/auth/registration-page.tsx').then((m) => as(m.RegistrationPage)),
  },
  recovery: {
    paths: ['/auth/recovery'],
    flags: isPublic,
    load: () => import('../features/auth/recovery-page.tsx').then((m) => as(m.RecoveryPage)),
  },
  verification: {
    paths: ['/auth/verification'],
    flags: isPublic,
    load: () =>
      import('../features/auth/verification-page.tsx').then((m) => as(m.VerificationPage)),
  },
  authError: {
    paths: ['/auth/error'],
    flags: isPublic,
    load: () => import('../features/auth/error-page.tsx').then((m) => as(m.AuthErrorPage)),
  },
  onboarding: {
    paths: ['/onboarding'],
    load: () => import('../features/user/onboarding-page.tsx').then((m) => as(m.OnboardingPage)),
  },
  templates: {
    paths: ['/templates'],
    load: () =>
      import('../features/template/template-list-page.tsx').then((m) => as(m.TemplateListPage)),
  },
  orgCreate: {
    paths: ['/orgs/new'],
    load: () => import('../features/org/org-create-page.tsx').then((m) => as(m.OrgCreatePage)),
  },
  orgSettings: {
    paths: ['/orgs/:orgId/settings/general'],
    load: () => import('../features/org/org-settings-page.tsx').then((m) => as(m.OrgSettingsPage)),
  },
  people: {
    paths: ['/orgs/:orgId/settings/people'],
    load: () => import('../features/member/people-page.tsx').then((m) => as(m.PeoplePage)),
  },
  projectPeople: {
    paths: ['/projects/:projectId/settings/people'],
    load: () =>
      import('../features/member/project-people-page.tsx').then((m) => as(m.ProjectPeoplePage)),
  },
  invitation: {
    paths: ['/invitation'],
    flags: isPublic,
    load: () =>
      import('../features/invitation/invitation-page.tsx').then((m) => as(m.InvitationPage)),
  },
  models: {
    paths: ['/orgs/:orgId/settings/models'],
    load: () => import('../features/model/models-page.tsx').then((m) => as(m.ModelsPage)),
  },
  auditLog: {
    paths: ['/orgs/:orgId/settings/audit-log'],
    load: () => import('../features/audit/audit-page.tsx').then((m) => as(m.AuditPage)),
  },
  projectCreate: {
    paths: ['/projects/new'],
    load: () =>
      import('../features/project/project-create-page.tsx').then((m) => as(m.ProjectCreatePage)),
  },
  projectSettings: {
    paths: ['/projects/:projectId/settings/general'],
    load: () =>
      import('../features/project/project-settings-page.tsx').then((m) =>
        as(m.ProjectSettingsPage),
      ),
  },
  // The home page redirects to the task list, so it needs the same chunk.
  tasks: {
    paths: ['/projects/:projectId/tasks', '/'],
    load: () => import('../features/task/task-list-page.tsx').then((m) => as(m.TaskListPage)),
  },
  task: {
    paths: ['/projects/:projectId/tasks/:taskId'],
    load: () => import('./task-page.tsx').then((m) => as(m.TaskPage)),
  },
  collections: {
    paths: ['/projects/:projectId/collections'],
    load: () =>
      import('../features/collection/collection-list-page.tsx').then((m) =>
        as(m.CollectionListPage),
      ),
  },
  collection: {
    paths: ['/projects/:projectId/collections/:collectionId'],
    load: () => import('./collection-page.tsx').then((m) => as(m.CollectionPageWithSources)),
  },
  document: {
    paths: ['/projects/:projectId/collections/:collectionId/documents/:documentId'],
    load: () => import('../features/collection/document-page.tsx').then((m) => as(m.DocumentPage)),
  },
  datasourceCallback: {
    paths: ['/datasources/callback'],
    // The provider's code would be lost.
    flags: { noOnboarding: true },
    load: () => import('../features/datasource/callback-page.tsx').then((m) => as(m.CallbackPage)),
  },
  // One route, so that the history stays while one switches chats.
  chats: {
    paths: ['/projects/:projectId/chats/:chatId?'],
    load: () => import('../features/chat/chat-page.tsx').then((m) => as(m.ChatPage)),
  },
  sharedChat: {
    paths: ['/shared/chat/:token'],
    flags: isPublic,
    load: () =>
      import('../features/chat/shared/shared-chat-page.tsx').then((m) => as(m.SharedChatPage)),
  },
  widgets: {
    paths: ['/projects/:projectId/widgets'],
    load: () =>
      import('../features/chat/widget/widget-list-page.tsx').then((m) => as(m.WidgetListPage)),
  },
  widget: {
    paths: ['/projects/:projectId/widgets/:widgetId'],
    load: () => import('../features/chat/widget/widget-page.tsx').then((m) => as(m.WidgetPage)),
  },
  runs: {
    paths: ['/projects/:projectId/runs'],
    load: () => import('../features/run/run-list-page.tsx').then((m) => as(m.RunListPage)),
  },
  rejectedCalls: {
    paths: ['/projects/:projectId/runs/rejected'],
    load: () =>
      import('../features/run/rejected/rejected-list-page.tsx').then((m) => as(m.RejectedListPage)),
  },
  apiKeys: {
    paths: ['/projects/:projectId/settings/api-keys'],
    load: () => import('../features/access/api-keys-page.tsx').then((m) => as(m.ApiKeysPage)),
  },
  oauthClients: {
    paths: ['/projects/:projectId/settings/oauth-clients'],
    load: () =>
      import('../features/oauth/oauth-client-list-page.tsx').then((m) => as(m.OAuthClientListPage)),
  },
  consent: {
    paths: ['/oauth/consent'],
    // The app that asks would be lost.
    flags: { noOnboarding: true, bare: true },
    load: () => import('../features/oauth/consent-page.tsx').then((m) => as(m.ConsentPage)),
  },
  connectedApps: {
    paths: ['/settings/connected-apps'],
    load: () =>
      import('../features/oauth/connected-apps-page.tsx').then((m) => as(m.ConnectedAppsPage)),
  },
  webhooks: {
    paths: ['/projects/:projectId/settings/webhooks'],
    load: () =>
      import('../features/webhook/webhook-list-page.tsx').then((m) => as(m.WebhookListPage)),
  },
  webhook: {
    paths: ['/projects/:projectId/settings/webhooks/:webhookId'],
    load: () => import('../features/webhook/webhook-page.tsx').then((m) => as(m.WebhookPage)),
  },
  profile: {
    paths: ['/settings/profile'],
    load: () => import('../features/user/profile-page.tsx').then((m) => as(m.ProfilePage)),
  },
  security: {
    paths: ['/settings/security'],
    // A recovery ends here.
    flags: { noOnboarding: true },
    load: () => import('../features/auth/security-page.tsx').then((m) => as(m.SecurityPage)),
  },
} satisfies Record<string, Page>;

type PageName = keyof typeof pages;

const loaded: Partial<Record<PageName, ComponentType>> = {};

function loadPage(name: PageName): Promise<Loaded> {
  return pages[name].load().then((module) => {
    loaded[name] = module.default;
    return module;
  });
}

const lazyPages = Object.fromEntries(
  (Object.keys(pages) as PageName[]).map((name) => [name, lazy(() => loadPage(name))]),
) as Record<PageName, LazyExoticComponent<ComponentType>>;

/**
 * Renders a page. If its code is already loaded, it renders immediately: React would keep even a momentary
 * skeleton on screen for 300 ms.
 */
function PageHost({ name }: { name: PageName }) {
  // Decided once, since the page must not remount when its code arrives.
  const [Page] = useState(() => loaded[name] ?? lazyPages[name]);
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Page />
    </Suspense>
  );
}

/** The route of each page. A page shows a skeleton while its code loads. */
export const pageRoutes: RouteObject[] = Object.entries<Page>(pages).map(
  ([name, { paths, flags }]) => ({
    path: paths[0],
    element: <PageHost key={name} name={name as PageName} />,
    errorElement: <RouteError />,
    handle: flags,
  }),
);

/** Starts loading the code of the page at a path. A failure is reported when the page is opened. */
export function preloadPage(path: string): void {
  const pathname = path.split(/[?#]/)[0] ?? '/';
  const name = (Object.keys(pages) as PageName[]).find((each) =>
    pages[each].paths.some((pattern) => matchPath(pattern, pathname)),
  );
  if (name) loadPage(name).catch(() => undefined);
}

function as(component: ComponentType): Loaded {
  return { default: component };
}

import { as, lazyPages } from './lazy-pages.tsx';
import type { RouteFlags } from './route-flags.ts';

const isPublic: RouteFlags = { public: true };
// A recovery ends at one of them.
const isSettings: RouteFlags = { noOnboarding: true };

const loadSettings = () =>
  import('./settings-area/settings-area.tsx').then(({ SettingsArea, preloadSettings }) => ({
    default: SettingsArea,
    preload: preloadSettings,
  }));

/** Every page with its route. `preloadPage` starts loading the code of the page at a path. */
export const { routes: pageRoutes, preload: preloadPage } = lazyPages([
  {
    paths: ['/auth/login'],
    flags: isPublic,
    load: () => import('../features/identity/login-page.tsx').then((m) => as(m.LoginPage)),
  },
  {
    paths: ['/auth/registration'],
    flags: isPublic,
    load: () =>
      import('../features/identity/registration-page.tsx').then((m) => as(m.RegistrationPage)),
  },
  {
    paths: ['/auth/recovery'],
    flags: isPublic,
    load: () => import('../features/identity/recovery-page.tsx').then((m) => as(m.RecoveryPage)),
  },
  {
    paths: ['/auth/verification'],
    flags: isPublic,
    load: () =>
      import('../features/identity/verification-page.tsx').then((m) => as(m.VerificationPage)),
  },
  {
    paths: ['/auth/error'],
    flags: isPublic,
    load: () => import('../features/identity/error-page.tsx').then((m) => as(m.AuthErrorPage)),
  },
  {
    paths: ['/onboarding'],
    load: () =>
      import('../features/user/onboarding/onboarding-page.tsx').then((m) => as(m.OnboardingPage)),
  },
  {
    paths: ['/templates'],
    load: () =>
      import('../features/template/template-list-page.tsx').then((m) => as(m.TemplateListPage)),
  },
  {
    paths: ['/orgs/new'],
    load: () => import('../features/org/org-create-page.tsx').then((m) => as(m.OrgCreatePage)),
  },
  {
    paths: ['/shared'],
    load: () => import('../features/share/shared-page.tsx').then((m) => as(m.SharedPage)),
  },
  {
    paths: ['/link'],
    flags: isPublic,
    load: () => import('../features/share/link-page.tsx').then((m) => as(m.LinkPage)),
  },
  {
    paths: ['/invitation'],
    flags: isPublic,
    load: () =>
      import('../features/invitation/invitation-page.tsx').then((m) => as(m.InvitationPage)),
  },
  {
    paths: ['/notifications'],
    // Emails lead here.
    flags: { noOnboarding: true },
    load: () =>
      import('../features/notification/notifications-page.tsx').then((m) =>
        as(m.NotificationsPage),
      ),
  },
  {
    paths: ['/unsubscribe'],
    flags: isPublic,
    load: () =>
      import('../features/notification/unsubscribe-page.tsx').then((m) => as(m.UnsubscribePage)),
  },
  {
    paths: ['/projects/new'],
    load: () =>
      import('../features/project/project-create-page.tsx').then((m) => as(m.ProjectCreatePage)),
  },
  // The home page redirects to the task list, so it needs the same chunk.
  {
    paths: ['/projects/:projectId/tasks', '/'],
    load: () => import('../features/task/task-list-page.tsx').then((m) => as(m.TaskListPage)),
  },
  {
    paths: ['/projects/:projectId/tasks/:taskId'],
    load: () => import('./task-page.tsx').then((m) => as(m.TaskPage)),
  },
  {
    paths: ['/projects/:projectId/collections'],
    load: () =>
      import('../features/collection/collection-list-page.tsx').then((m) =>
        as(m.CollectionListPage),
      ),
  },
  {
    paths: ['/projects/:projectId/collections/:collectionId'],
    load: () => import('./collection-page.tsx').then((m) => as(m.CollectionPageWithSources)),
  },
  {
    paths: ['/projects/:projectId/collections/:collectionId/documents/:documentId'],
    load: () => import('../features/collection/document-page.tsx').then((m) => as(m.DocumentPage)),
  },
  {
    paths: ['/datasources/callback'],
    // The provider's code would be lost.
    flags: { noOnboarding: true },
    load: () => import('../features/datasource/callback-page.tsx').then((m) => as(m.CallbackPage)),
  },
  // One route, so that the history stays while one switches chats.
  {
    paths: ['/projects/:projectId/chats/:chatId?'],
    load: () => import('../features/chat/chat-page.tsx').then((m) => as(m.ChatPage)),
  },
  {
    paths: ['/shared/chat/:token'],
    flags: isPublic,
    load: () =>
      import('../features/chat/shared/shared-chat-page.tsx').then((m) => as(m.SharedChatPage)),
  },
  {
    paths: ['/projects/:projectId/compose'],
    load: () =>
      import('../features/compose/article-list-page.tsx').then((m) => as(m.ArticleListPage)),
  },
  {
    paths: ['/projects/:projectId/compose/:articleId'],
    load: () => import('../features/compose/article-page.tsx').then((m) => as(m.ArticlePage)),
  },
  {
    paths: ['/projects/:projectId/widgets'],
    load: () =>
      import('../features/chat/widget/widget-list-page.tsx').then((m) => as(m.WidgetListPage)),
  },
  {
    paths: ['/projects/:projectId/widgets/:widgetId'],
    load: () => import('../features/chat/widget/widget-page.tsx').then((m) => as(m.WidgetPage)),
  },
  {
    paths: ['/projects/:projectId/runs'],
    load: () => import('../features/run/run-list-page.tsx').then((m) => as(m.RunListPage)),
  },
  {
    paths: ['/projects/:projectId/runs/rejected'],
    load: () =>
      import('../features/run/rejected/rejected-list-page.tsx').then((m) => as(m.RejectedListPage)),
  },
  {
    paths: ['/oauth/consent'],
    // The app that asks would be lost.
    flags: { noOnboarding: true, bare: true },
    load: () => import('../features/oauth/consent-page.tsx').then((m) => as(m.ConsentPage)),
  },
  // Settings have pages of their own, in settings-area.
  { paths: ['/settings/*'], flags: isSettings, load: loadSettings },
  { paths: ['/orgs/:orgId/settings/*'], flags: isSettings, load: loadSettings },
  { paths: ['/projects/:projectId/settings/*'], flags: isSettings, load: loadSettings },
]);

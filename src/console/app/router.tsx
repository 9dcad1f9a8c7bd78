import { createBrowserRouter, type RouteObject } from 'react-router-dom';
import { AppLayout } from './app-layout.tsx';
import { NotFoundContent } from './errors/not-found.tsx';
import { RouteError } from './errors/route-error.tsx';
import { FullScreenLoader } from './gate/full-screen-loader.tsx';
import { HomeRedirect } from './home-redirect.tsx';
import { type PageName, pageElement } from './pages.tsx';
import type { RouteFlags } from './route-flags.ts';

function page(path: string, name: PageName, handle?: RouteFlags): RouteObject {
  return { path, element: pageElement(name), errorElement: <RouteError />, handle };
}

const isPublic: RouteFlags = { public: true };

/** All routes. Pages load on demand or shortly before; see `pages.tsx`. */
export const routes: RouteObject[] = [
  {
    element: <AppLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <FullScreenLoader />,
    children: [
      page('/auth/login', 'login', isPublic),
      page('/auth/registration', 'registration', isPublic),
      page('/auth/recovery', 'recovery', isPublic),
      page('/auth/verification', 'verification', isPublic),
      page('/auth/error', 'authError', isPublic),
      { index: true, element: <HomeRedirect /> },
      page('/onboarding', 'onboarding'),
      page('/templates', 'templates'),
      page('/orgs/new', 'orgCreate'),
      page('/orgs/:orgId/settings/general', 'orgSettings'),
      page('/projects/new', 'projectCreate'),
      page('/projects/:projectId/tasks', 'tasks'),
      page('/projects/:projectId/tasks/:taskId', 'task'),
      page('/projects/:projectId/runs', 'runs'),
      page('/projects/:projectId/settings/general', 'projectSettings'),
      page('/projects/:projectId/settings/api-keys', 'apiKeys'),
      page('/projects/:projectId/settings/webhooks', 'webhooks'),
      page('/projects/:projectId/settings/webhooks/:webhookId', 'webhook'),
      page('/settings/profile', 'profile'),
      page('/settings/security', 'security', { noOnboarding: true }),
      { path: '*', element: <NotFoundContent />, handle: isPublic },
    ],
  },
];

/** The browser router. */
export function createRouter() {
  return createBrowserRouter(routes);
}

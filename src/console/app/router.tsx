import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom';
import { paths } from '../modules/paths.ts';
import { useActiveProject } from '../modules/selection/use-active-project.ts';
import { AppLayout } from './app-layout.tsx';
import { NotFound } from './errors/not-found.tsx';
import { RouteError } from './errors/route-error.tsx';
import { FullScreenLoader } from './gate/full-screen-loader.tsx';
import { pageRoutes } from './pages.tsx';
import type { RouteFlags } from './route-flags.ts';

/** All routes. Pages load when they are needed, or shortly before: see `pages.tsx`. */
export const routes: RouteObject[] = [
  {
    element: <AppLayout />,
    errorElement: <RouteError />,
    hydrateFallbackElement: <FullScreenLoader />,
    children: [
      { index: true, element: <HomeRedirect /> },
      ...pageRoutes,
      { path: '*', element: <NotFound />, handle: { public: true } satisfies RouteFlags },
    ],
  },
];

/** The browser router. */
export function createRouter() {
  return createBrowserRouter(routes);
}

/** The home page redirects to the active project's task list. */
function HomeRedirect() {
  const { projectId } = useActiveProject();
  return <Navigate to={paths.tasks(projectId)} replace />;
}

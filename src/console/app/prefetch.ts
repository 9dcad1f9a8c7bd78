import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { prefetchTaskList } from '../features/task/list/task-list-query.ts';
import { isProjectId } from '../modules/selection/project-id.ts';
import { storedSelection } from '../modules/selection/selection-store.ts';
import { preloadPage } from './pages.tsx';

/**
 * Begins to load what the page at an address needs: its code, and the list of tasks, which most people see
 * first, at the same time as the gate asks who they are.
 */
export function prefetch(client: QueryClient, path: string): void {
  preloadPage(path);
  const { pathname, searchParams } = new URL(path, globalThis.location.origin);
  const stored = storedSelection();
  const named = matchPath('/projects/:projectId/tasks', pathname)?.params.projectId;
  const projectId = pathname === '/' ? stored.projectId : named;
  // The list's address has the organisation in it, which the page's has not.
  if (projectId !== stored.projectId || !isProjectId(projectId) || !isProjectId(stored.orgId))
    return;
  prefetchTaskList(client, stored.orgId, projectId, searchParams);
}

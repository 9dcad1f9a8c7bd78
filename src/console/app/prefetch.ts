import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { getListOrgTasksQueryKey, listOrgTasks } from '#generated/api/task/task.ts';
import type { TaskList } from '#generated/model/index.ts';
import { loadTaskList } from '../features/task/list/task-list-query.ts';
import { isProjectId } from '../modules/selection/project-id.ts';
import { storedSelection } from '../modules/selection/selection-store.ts';
import { preloadPage } from './pages.tsx';

/**
 * Starts loading what the page at a path needs while the gate is still checking the session: its code and the
 * task list, which is the first page for most people.
 */
export function prefetch(client: QueryClient, path: string): void {
  preloadPage(path);
  const { pathname, searchParams } = new URL(path, globalThis.location.origin);
  const stored = storedSelection();
  const named = matchPath('/projects/:projectId/tasks', pathname)?.params.projectId;
  const projectId = pathname === '/' ? stored.projectId : named;
  // The list endpoint needs the organisation, which the page's path does not contain.
  if (projectId !== stored.projectId || !isProjectId(projectId) || !isProjectId(stored.orgId))
    return;
  const list = loadTaskList(client, stored.orgId, projectId, searchParams);
  prefetchFirstPage(
    client,
    stored.orgId,
    list.then(
      ({ pages }) => pages[0],
      () => undefined,
    ),
  );
}

/**
 * Prefetches the organisation's first task for the gate. If the task list contains a task, that one is used, which
 * saves a request.
 */
function prefetchFirstPage(
  client: QueryClient,
  orgId: string,
  list: Promise<TaskList | undefined>,
): void {
  const params = { page_limit: 1 };
  client.prefetchQuery({
    queryKey: getListOrgTasksQueryKey(orgId, params),
    queryFn: async ({ signal }) => {
      const page = await list;
      if (!page || page.results.length === 0) return listOrgTasks(orgId, params, { signal });
      return { ...page, results: page.results.slice(0, 1) };
    },
  });
}

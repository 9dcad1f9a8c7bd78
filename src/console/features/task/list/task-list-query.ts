import { keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { paged } from '#console/api/query/paging.ts';
import { getListTasksInfiniteQueryOptions } from '#generated/api/task/task.ts';
import type { TaskSort } from '#generated/model/index.ts';

const PAGE = 50;
export const DEFAULT_SORT: TaskSort = '-updated_at';
const sorts: Readonly<Record<TaskSort, true>> = {
  name: true,
  '-name': true,
  updated_at: true,
  '-updated_at': true,
  created_at: true,
  '-created_at': true,
};

/** The sort order in the URL; the default one when it is missing or unknown. */
export function readSort(value: string | null): TaskSort {
  return value !== null && Object.hasOwn(sorts, value) ? (value as TaskSort) : DEFAULT_SORT;
}

/** Request parameters of the list. */
export function taskListParams(
  search: string,
  sort: TaskSort,
  { tag, archived }: { tag?: string | null; archived?: boolean } = {},
) {
  return {
    page_limit: PAGE,
    sort,
    ...(search !== '' && { q: search }),
    ...(tag && { tag }),
    ...(archived && { archived }),
  };
}

/** Keeps the previous results until the next ones arrive, so that nothing flickers while typing. */
export const taskListQuery = { ...paged, placeholderData: keepPreviousData };

/**
 * Prefetches the list before the page's code has loaded.
 * @param query string of the page's URL
 */
export function loadTaskList(
  client: QueryClient,
  orgId: string,
  projectId: string,
  query: URLSearchParams,
) {
  const params = taskListParams(query.get('q') ?? '', readSort(query.get('sort')), {
    tag: query.get('tag'),
    archived: query.get('archived') === 'true',
  });
  return client.fetchInfiniteQuery(
    getListTasksInfiniteQueryOptions(orgId, projectId, params, { query: taskListQuery }),
  );
}

import { useMemo } from 'react';
import { flatten } from '#console/api/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/use-query-param.ts';
import { useListTasksInfinite } from '#generated/api/task/task.ts';
import { DEFAULT_SORT, readSort, taskListParams, taskListQuery } from './task-list-query.ts';

/** The project's tasks as the URL filters and sorts them. */
export function useTaskList() {
  const { orgId, projectId } = useActiveProject();
  const [q, setSearch] = useQueryParam('q');
  const [sortParam, setSort] = useQueryParam('sort');
  const sort = readSort(sortParam);
  const search = q ?? '';
  const query = useListTasksInfinite(orgId, projectId, taskListParams(search, sort), {
    query: taskListQuery,
  });
  const tasks = useMemo(() => flatten(query.data), [query.data]);
  return {
    query,
    tasks,
    search,
    setSearch,
    sort,
    setSort: (value: string) => setSort(value === DEFAULT_SORT ? null : value),
  };
}

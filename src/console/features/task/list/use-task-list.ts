import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { flatten } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListTasksInfinite } from '#generated/api/task/task.ts';
import { DEFAULT_SORT, readSort, taskListParams, taskListQuery } from './task-list-query.ts';

/** The project's tasks, filtered and sorted by the URL. */
export function useTaskList() {
  const { orgId, projectId } = useActiveProject();
  const [, setParams] = useSearchParams();
  const [q, setSearch] = useQueryParam('q');
  const [sortParam, setSort] = useQueryParam('sort');
  const sort = readSort(sortParam);
  const search = q ?? '';
  const [tag, setTag] = useQueryParam('tag');
  const [archivedParam, setArchived] = useQueryParam('archived');
  const archived = archivedParam === 'true';
  const query = useListTasksInfinite(
    orgId,
    projectId,
    taskListParams(search, sort, { tag, archived }),
    { query: taskListQuery },
  );
  const tasks = useMemo(() => flatten(query.data), [query.data]);
  return {
    query,
    tasks,
    search,
    setSearch,
    clear: () =>
      setParams(
        (before) => {
          const rest = new URLSearchParams(before);
          for (const name of ['q', 'tag', 'archived']) rest.delete(name);
          return rest;
        },
        { replace: true },
      ),
    /** Whether a search or filter is active that hides tasks. */
    isFiltered: search !== '' || tag !== null || archived,
    tag,
    setTag,
    archived,
    setArchived: (shown: boolean) => setArchived(shown ? 'true' : null),
    sort,
    setSort: (value: string) => setSort(value === DEFAULT_SORT ? null : value),
  };
}

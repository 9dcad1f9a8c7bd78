import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flatten, paged } from '#console/api/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/use-query-param.ts';
import { useListTasksInfinite } from '#generated/api/task/task.ts';
import { TaskSort } from '#generated/model/index.ts';

const PAGE = 50;
const DEFAULT_SORT: TaskSort = '-updated_at';

/** The project's tasks as the URL filters and sorts them. */
export function useTaskList() {
  const { orgId, projectId } = useActiveProject();
  const [q, setSearch] = useQueryParam('q');
  const [sortParam, setSort] = useQueryParam('sort');
  const parsed = TaskSort.safeParse(sortParam);
  const sort = parsed.success ? parsed.data : DEFAULT_SORT;
  const search = q ?? '';
  const query = useListTasksInfinite(
    orgId,
    projectId,
    { page_limit: PAGE, sort, ...(search !== '' && { q: search }) },
    // What was found before stays until the next answer is there: nothing flickers while one types.
    { query: { ...paged, placeholderData: keepPreviousData } },
  );
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

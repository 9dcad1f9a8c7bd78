import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListArticlesInfinite } from '#generated/api/compose/compose.ts';
import type { ArticleSort } from '#generated/model/index.ts';

const PAGE = 50;
const DEFAULT_SORT: ArticleSort = '-updated_at';
/** The sort orders of the list. */
export const SORTS: readonly { value: ArticleSort; label: string }[] = [
  { value: '-updated_at', label: 'Recently updated' },
  { value: 'updated_at', label: 'Least recently updated' },
  { value: '-created_at', label: 'Newest' },
  { value: 'created_at', label: 'Oldest' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
];

/** The project's articles, filtered and sorted by the URL's parameters. */
export function useArticleList() {
  const { orgId, projectId } = useActiveProject();
  const [q, setSearch] = useQueryParam('q');
  const [sortParam, setSort] = useQueryParam('sort');
  const sort = SORTS.find(({ value }) => value === sortParam)?.value ?? DEFAULT_SORT;
  const search = q ?? '';
  const params = { page_limit: PAGE, sort, ...(search && { q: search }) };
  const query = useListArticlesInfinite(orgId, projectId, params, {
    query: { ...paged, placeholderData: keepPreviousData, refetchOnMount: 'always' },
  });
  return {
    query,
    articles: useMemo(() => flatten(query.data), [query.data]),
    search,
    setSearch,
    sort,
    setSort: (value: string) => setSort(value === DEFAULT_SORT ? null : value),
  };
}

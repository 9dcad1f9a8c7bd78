import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePollDelay } from '#console/api/query/poll.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListCollectionsInfinite } from '#generated/api/collection/collection.ts';
import type { CollectionSort } from '#generated/model/index.ts';
import { isUnsettled } from '../use-collection.ts';

const PAGE = 50;
const DEFAULT_SORT: CollectionSort = '-updated_at';
/** The sort orders of the list. */
export const SORTS: readonly { value: CollectionSort; label: string }[] = [
  { value: '-updated_at', label: 'Recently changed' },
  { value: 'updated_at', label: 'Least recently updated' },
  { value: '-created_at', label: 'Newest' },
  { value: 'created_at', label: 'Oldest' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
];

/** The project's collections, filtered and sorted by the URL's parameters. */
export function useCollectionList() {
  const { orgId, projectId } = useActiveProject();
  const [, setParams] = useSearchParams();
  const [q, setSearch] = useQueryParam('q');
  const [tag, setTag] = useQueryParam('tag');
  const [sortParam, setSort] = useQueryParam('sort');
  const sort = SORTS.find(({ value }) => value === sortParam)?.value ?? DEFAULT_SORT;
  const search = q ?? '';
  const delay = usePollDelay();
  const params = { page_limit: PAGE, sort, ...(search && { q: search }), ...(tag && { tag }) };
  const query = useListCollectionsInfinite(orgId, projectId, params, {
    query: {
      ...paged,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        delay(flatten(data).some(isUnsettled), data?.pages.length),
    },
  });
  const collections = useMemo(() => flatten(query.data), [query.data]);
  return {
    query,
    collections,
    search,
    setSearch,
    tag,
    setTag,
    sort,
    setSort: (value: string) => setSort(value === DEFAULT_SORT ? null : value),
    isFiltered: search !== '' || tag !== null,
    clear: () =>
      setParams(
        (before) => {
          const rest = new URLSearchParams(before);
          for (const name of ['q', 'tag']) rest.delete(name);
          return rest;
        },
        { replace: true },
      ),
  };
}

import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePollDelay } from '#console/api/query/poll.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useQueryParam } from '#console/ui/navigation/use-query-param.ts';
import { useListDocumentsInfinite } from '#generated/api/collection/collection.ts';
import type { Collection, DocumentSort, DocumentState } from '#generated/model/index.ts';
import { isUnsettled } from '../use-collection.ts';
import { stepProgress } from './progress.ts';

const PAGE = 50;
const DEFAULT_SORT: DocumentSort = '-created_at';
const SORT_VALUES: readonly DocumentSort[] = [
  'name',
  '-name',
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
];
/** The states that the list can be filtered by. */
export const STATE_LABELS: Readonly<Record<DocumentState, string>> = {
  ready: 'Ready',
  failed: 'Failed',
  waiting: 'Waiting',
  extracting: 'Extracting',
  splitting: 'Splitting',
  embedding: 'Embedding',
  cancelled: 'Cancelled',
};

/** A collection's documents, filtered and sorted by the URL's parameters, and polled while some are being indexed. */
export function useDocumentList(collection: Collection) {
  const { orgId, projectId } = useActiveProject();
  const [, setParams] = useSearchParams();
  const [q, setSearch] = useQueryParam('q');
  const [tag, setTag] = useQueryParam('tag');
  const [stateParam, setState] = useQueryParam('state');
  const [sortParam, setSort] = useQueryParam('sort');
  const sort = SORT_VALUES.find((value) => value === sortParam) ?? DEFAULT_SORT;
  const state = Object.hasOwn(STATE_LABELS, stateParam ?? '')
    ? (stateParam as DocumentState)
    : null;
  const search = q ?? '';
  const delay = usePollDelay();
  const unsettled = isUnsettled(collection);
  const params = {
    page_limit: PAGE,
    sort,
    ...(search && { q: search }),
    ...(tag && { tag }),
    ...(state && { state }),
  };
  const query = useListDocumentsInfinite(orgId, projectId, collection.id, params, {
    query: {
      ...paged,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) => {
        // The collection may have been fetched later than the list, after its last document had settled.
        const isListUnsettled =
          !collection.is_paused &&
          flatten(data).some((document) => stepProgress(document) !== null);
        return delay(unsettled || isListUnsettled, data?.pages.length);
      },
    },
  });
  // The last document becomes ready after the last poll of the list.
  const wasUnsettled = useRef(unsettled);
  const { refetch } = query;
  useEffect(() => {
    if (wasUnsettled.current && !unsettled) void refetch();
    wasUnsettled.current = unsettled;
  }, [unsettled, refetch]);

  const documents = useMemo(() => flatten(query.data), [query.data]);
  return {
    query,
    documents,
    search,
    setSearch,
    tag,
    setTag,
    state,
    setState,
    sort,
    setSort: (value: string) => setSort(value === DEFAULT_SORT ? null : value),
    isFiltered: search !== '' || tag !== null || state !== null,
    clear: () =>
      setParams(
        (before) => {
          const rest = new URLSearchParams(before);
          for (const name of ['q', 'tag', 'state']) rest.delete(name);
          return rest;
        },
        { replace: true },
      ),
  };
}

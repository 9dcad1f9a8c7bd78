import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import { usePollDelay } from '#console/api/query/poll.ts';
import { useListParams } from '#console/modules/filter/use-list-params.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { useListDocumentsInfinite } from '#generated/api/collection/collection.ts';
import { DocumentSort } from '#generated/model/documentSort.zod.ts';
import { DocumentState } from '#generated/model/documentState.zod.ts';
import type { Collection } from '#generated/model/index.ts';
import { isUnsettled } from '../use-collection.ts';
import { stepProgress } from './progress.ts';

const SORTS = ['-created_at', ...DocumentSort.options] as const;
const FILTERS = { tag: null, state: DocumentState.options };

/** A collection's documents, filtered and sorted by the URL's parameters, and polled while some are being indexed. */
export function useDocumentList(collection: Collection) {
  const { at } = useActiveProject();
  const list = useListParams(SORTS, FILTERS);
  const tag = list.filter('tag');
  const state = list.filter('state');
  const delay = usePollDelay();
  const unsettled = isUnsettled(collection);
  const params = { ...list.params, ...(tag && { tag }), ...(state && { state }) };
  const query = useListDocumentsInfinite(...at, collection.id, params, {
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
  return { ...list, query, documents, tag, state };
}

import { useEffect, useMemo } from 'react';
import { flatten, paged } from '#console/api/query/paging.ts';
import type { ListQuery } from '#console/ui/table/data-table-types.ts';
import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { useListModelsInfinite } from '#generated/api/model/model.ts';
import type { Model } from '#generated/model/index.ts';

/** More models than any person looks through. The rest is never loaded. */
const MODELS_MAX = 2000;

interface Models {
  models: readonly Model[];
  pending: boolean;
  error: unknown;
  /** For tables. */
  query: ListQuery;
  /** All models; undefined until every page is loaded. */
  known: readonly Model[] | undefined;
}

/** The models available to the organisation, usable ones first. Page after page is loaded until there are no more. */
export function useModels(orgId: string): Models {
  const query = useListModelsInfinite(
    orgId,
    { page_limit: PAGE_LIMIT_MAX },
    { query: { ...paged, meta: { silent: true } } },
  );
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  const models = useMemo(() => flatten(data), [data]);
  const isIncomplete = hasNextPage && models.length < MODELS_MAX;
  useEffect(() => {
    if (isIncomplete && !isFetching && !isError) void fetchNextPage();
  }, [isIncomplete, isFetching, isError, fetchNextPage]);
  return {
    models,
    query: { isPending: query.isPending, error: query.error, refetch: query.refetch },
    pending: query.isPending,
    error: query.error,
    known: data && !hasNextPage ? models : undefined,
  };
}

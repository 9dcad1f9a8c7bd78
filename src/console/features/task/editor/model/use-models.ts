import { PAGE_LIMIT_MAX } from '#core/limits.ts';
import { useListModels } from '#generated/api/model/model.ts';
import type { Model } from '#generated/model/index.ts';

interface Models {
  models: readonly Model[];
  pending: boolean;
  error: unknown;
  /** All models; undefined until every page is loaded. */
  known: readonly Model[] | undefined;
}

const none: readonly Model[] = [];

/** The models available to the organisation's tasks. */
export function useModels(orgId: string): Models {
  const query = useListModels(orgId, { page_limit: PAGE_LIMIT_MAX });
  const models = query.data?.results ?? none;
  const complete = query.data?.pagination.has_next === false;
  return {
    models,
    pending: query.isPending,
    error: query.error,
    known: complete ? models : undefined,
  };
}

import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '#console/api/api-error.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import {
  getGetTaskDraftQueryKey,
  getTaskDraft,
  replaceTaskDraft,
} from '#generated/api/task/task.ts';
import type { TaskDraft } from '#generated/model/index.ts';
import type { DraftServer, SaveFailure } from './draft-types.ts';

/** The draft's connection to the product API. Responses are also written to the query cache. */
export function createDraftServer(
  { orgId, projectId, taskId }: TaskAddress,
  queryClient: QueryClient,
): DraftServer {
  const remember = (draft: TaskDraft) => {
    queryClient.setQueryData(getGetTaskDraftQueryKey(orgId, projectId, taskId), draft);
    return draft;
  };
  return {
    async save(definition, etag, restoredFrom) {
      const body = { definition, ...(restoredFrom !== null && { base_revision: restoredFrom }) };
      const headers = { 'If-Match': etag };
      return remember(await replaceTaskDraft(orgId, projectId, taskId, body, headers));
    },
    load: async () => remember(await getTaskDraft(orgId, projectId, taskId)),
    failure,
  };
}

function failure(error: unknown): SaveFailure {
  if (!isApiError(error) || error.status === 0) return 'unreachable';
  if (error.status === 412) return 'stale';
  if (error.status === 429 || error.status >= 500) return 'busy';
  return 'refused';
}

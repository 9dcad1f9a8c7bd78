import type { QueryClient } from '@tanstack/react-query';
import { mutate } from '#console/api/query/calls.ts';
import type { DraftServer, ServerDraft } from '#console/modules/draft/draft-types.ts';
import { saveFailure } from '#console/modules/draft/save-failure.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import {
  getGetTaskDraftQueryKey,
  getTaskDraft,
  replaceTaskDraft,
} from '#generated/api/task/task.ts';
import type { TaskDefinition, TaskDraft } from '#generated/model/index.ts';

/** A task's draft in the common form of drafts. */
export function toServerDraft(draft: TaskDraft): ServerDraft<TaskDefinition> {
  const { definition: content, etag, updated_by, updated_at } = draft;
  return { content, etag, updated_by, updated_at };
}

/** The draft's connection to the product API. Responses are also written to the query cache. */
export function createDraftServer(
  { orgId, projectId, taskId }: TaskAddress,
  queryClient: QueryClient,
): DraftServer<TaskDefinition> {
  const remember = (draft: TaskDraft) => {
    queryClient.setQueryData(getGetTaskDraftQueryKey(orgId, projectId, taskId), draft);
    return toServerDraft(draft);
  };
  return {
    async save(definition, etag, restoredFrom) {
      const body = { definition, ...(restoredFrom !== null && { base_revision: restoredFrom }) };
      const headers = { 'If-Match': etag };
      return remember(await mutate(replaceTaskDraft, orgId, projectId, taskId, body, headers));
    },
    load: async () => remember(await getTaskDraft(orgId, projectId, taskId)),
    failure: saveFailure,
  };
}

/** Whether a value stored on this device has the parts of a definition that the editor needs. */
export function isDefinition(value: unknown): value is TaskDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { system_prompt, user_prompt, variables } = value as Partial<TaskDefinition>;
  return (
    typeof system_prompt === 'string' && typeof user_prompt === 'string' && Array.isArray(variables)
  );
}

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { mutate } from '#console/api/query/calls.ts';
import type { DraftServer, ServerDraft } from '#console/modules/draft/draft-types.ts';
import { saveFailure } from '#console/modules/draft/save-failure.ts';
import { useDraftSync } from '#console/modules/draft/use-draft-sync.ts';
import { useModels } from '#console/modules/model/use-models.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import type { TaskAddress } from '#console/modules/task/task-address.ts';
import { localWork } from '#console/modules/user/local-work.ts';
import {
  getGetTaskDraftQueryKey,
  getTaskDraft,
  replaceTaskDraft,
} from '#generated/api/task/task.ts';
import type { Task, TaskDefinition, TaskDraft } from '#generated/model/index.ts';
import { type Editor, EditorContext } from './editor-context.tsx';
import { EditorFrame } from './editor-frame.tsx';
import { createEditorUi } from './editor-ui.ts';
import { watchProblems } from './problems/problems.ts';

interface TaskEditorProps extends Pick<Editor, 'EvaluatePanel'> {
  task: Task;
  /** The draft when the editor opened; from then on the editor holds it. */
  loaded: TaskDraft;
  /** Whether `loaded` was just fetched rather than taken from the cache. */
  fresh: boolean;
}

/** An open task with its draft. Use the task's id as the key. */
export function TaskEditor({ task, loaded, fresh, EvaluatePanel }: TaskEditorProps) {
  const { org_id: orgId, project_id: projectId, id: taskId } = task;
  const address = useMemo(() => ({ orgId, projectId, taskId }), [orgId, projectId, taskId]);
  const queryClient = useQueryClient();
  const draft = useDraftSync({
    name: localWork.draft + taskId,
    loaded: toServerDraft(loaded),
    fresh,
    server: () => createDraftServer(address, queryClient),
    isContent: isDefinition,
  });
  const [ui] = useState(createEditorUi);
  const edit = usePermission({ level: 'task', orgId, projectId, id: taskId }, 'edit');
  // On a task's page, `edit` of the project would be that of the task.
  const { allowed: mayCallServers } = usePermission(
    { level: 'project', orgId, projectId },
    'create_task',
  );
  const { known } = useModels(orgId);
  const editor = useMemo(
    () => ({ address, draft, ui, readOnly: edit.reason, mayCallServers, EvaluatePanel }),
    [address, draft, ui, edit.reason, mayCallServers, EvaluatePanel],
  );

  useEffect(() => watchProblems(draft, ui, () => known), [draft, ui, known]);

  return (
    <EditorContext value={editor}>
      <EditorFrame task={task} />
    </EditorContext>
  );
}

/** A task's draft in the common form of drafts. */
function toServerDraft(draft: TaskDraft): ServerDraft<TaskDefinition> {
  const { definition: content, etag, updated_by, updated_at } = draft;
  return { content, etag, updated_by, updated_at };
}

/** The draft's connection to the product API. Responses are also written to the query cache. */
function createDraftServer(
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
function isDefinition(value: unknown): value is TaskDefinition {
  if (typeof value !== 'object' || value === null) return false;
  const { system_prompt, user_prompt, variables } = value as Partial<TaskDefinition>;
  return (
    typeof system_prompt === 'string' && typeof user_prompt === 'string' && Array.isArray(variables)
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useDraftSync } from '#console/modules/draft/use-draft-sync.ts';
import { useModels } from '#console/modules/model/use-models.ts';
import { usePermission } from '#console/modules/permission/use-permission.ts';
import { localWork } from '#console/modules/user/local-work.ts';
import type { Task, TaskDraft } from '#generated/model/index.ts';
import { createDraftServer, isDefinition, toServerDraft } from './draft/draft-server.ts';
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

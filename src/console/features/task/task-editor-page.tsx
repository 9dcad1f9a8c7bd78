import { Skeleton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { failureOf } from '#console/api/query/query-failure.ts';
import { paths } from '#console/modules/paths.ts';
import { useActiveProject } from '#console/modules/selection/use-active-project.ts';
import { ErrorState } from '#console/ui/feedback/error-state.tsx';
import { TextSkeleton } from '#console/ui/feedback/skeletons.tsx';
import { LinkButton } from '#console/ui/navigation/link.tsx';
import { Page } from '#console/ui/page/page.tsx';
import { useGetTask, useGetTaskDraft } from '#generated/api/task/task.ts';
import type { Editor } from './editor/editor-context.tsx';
import classes from './editor/editor-skeleton.module.css';
import { TaskEditor } from './editor/task-editor.tsx';
import { listedTask } from './task-mutations.ts';

/** A draft that was prefetched a moment ago, while the pointer was on its row, is not fetched again. */
const JUST_LOADED_MS = 5000;

/** `/projects/:projectId/tasks/:taskId` */
export function TaskEditorPage({ EvaluatePanel }: Pick<Editor, 'EvaluatePanel'>) {
  const { taskId = '' } = useParams();
  const { orgId, projectId } = useActiveProject();
  const queryClient = useQueryClient();
  // Starts with the list's copy and refetches it.
  const task = useGetTask(orgId, projectId, taskId, {
    query: {
      refetchOnMount: 'always',
      placeholderData: () => listedTask(queryClient, orgId, projectId, taskId),
    },
  });
  const draft = useGetTaskDraft(orgId, projectId, taskId);
  const error = failureOf(task) ?? (draft.data ? null : failureOf(draft));

  if (error && (!task.data || !draft.data)) {
    return (
      <Page title="Task" area="Tasks" crumbs={[{ label: 'Tasks', to: paths.tasks(projectId) }]}>
        <ErrorState
          error={error}
          onRetry={() => void Promise.all([task.refetch(), draft.refetch()])}
          action={
            <LinkButton to={paths.tasks(projectId)} variant="subtle">
              All tasks
            </LinkButton>
          }
        />
      </Page>
    );
  }
  if (!task.data || !draft.data)
    return <EditorSkeleton name={task.data?.name} projectId={projectId} />;
  return (
    <TaskEditor
      key={taskId}
      task={task.data}
      loaded={draft.data}
      fresh={draft.isFetchedAfterMount || Date.now() - draft.dataUpdatedAt < JUST_LOADED_MS}
      EvaluatePanel={EvaluatePanel}
    />
  );
}

interface EditorSkeletonProps {
  /** Known when the task list has been loaded. */
  name: string | undefined;
  projectId: string;
}

/** The editor's layout while the task loads. */
function EditorSkeleton({ name, projectId }: EditorSkeletonProps) {
  return (
    <Page
      title={name ?? 'Task'}
      area="Tasks"
      crumbs={[{ label: 'Tasks', to: paths.tasks(projectId) }]}
      heading={name === undefined ? <Skeleton height={16} width={160} /> : undefined}
      fill
    >
      <div className={classes.panes} aria-busy role="status" aria-label="Loading task">
        <div className={classes.left}>
          <Skeleton height={14} width={96} />
          <Skeleton height={104} />
          <Skeleton height={14} width={80} />
          <Skeleton height={146} />
        </div>
        <div className={classes.right}>
          <TextSkeleton lines={6} />
        </div>
      </div>
    </Page>
  );
}

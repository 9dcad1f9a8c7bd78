import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { messageOf } from '#console/api/error-message.ts';
import { fieldErrors } from '#console/api/field-errors.ts';
import { mutate, readOnce } from '#console/api/query/calls.ts';
import { createNamedTask, withEnding } from '#console/modules/task/new-task.ts';
import {
  deleteTask,
  getGetTaskDraftQueryOptions,
  getGetTaskQueryKey,
  getListTasksInfiniteQueryKey,
  getListTaskTagsQueryKey,
  updateTask,
} from '#generated/api/task/task.ts';
import type { Task, TaskList, TaskUpdate } from '#generated/model/index.ts';

type Pages = InfiniteData<TaskList, unknown>;

/** Query key of all of a project's task lists, whatever their filters and sort order. */
function listKey(orgId: string, projectId: string) {
  return getListTasksInfiniteQueryKey(orgId, projectId);
}

/** Updates a task in every cached query that contains it. */
export function rememberTask(queryClient: QueryClient, task: Task): void {
  queryClient.setQueryData(getGetTaskQueryKey(task.org_id, task.project_id, task.id), task);
  changeLists(queryClient, task, (list) =>
    list.map((shown) => (shown.id === task.id ? { ...shown, ...task } : shown)),
  );
}

function changeLists(
  queryClient: QueryClient,
  { org_id, project_id }: Pick<Task, 'org_id' | 'project_id'>,
  change: (tasks: Task[]) => Task[],
): void {
  queryClient.setQueriesData<Pages>(
    { queryKey: listKey(org_id, project_id) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, results: change(page.results) })),
      },
  );
}

/** Invalidates all task lists of the project. */
export function refreshTasks(queryClient: QueryClient, orgId: string, projectId: string) {
  void queryClient.invalidateQueries({ queryKey: getListTaskTagsQueryKey(orgId, projectId) });
  return queryClient.invalidateQueries({ queryKey: listKey(orgId, projectId) });
}

/**
 * Renames a task optimistically; rolled back when the server refuses.
 * @throws ApiError
 */
export function renameTask(queryClient: QueryClient, task: Task, name: string) {
  return changeTask(queryClient, task, { name }, { name });
}

/**
 * Renames a task, for a field that shows the reason itself.
 * @returns the reason why the name was refused; null when it was not
 */
export async function tryRename(
  queryClient: QueryClient,
  task: Task,
  name: string,
): Promise<string | null> {
  try {
    await renameTask(queryClient, task, name);
    return null;
  } catch (error) {
    return fieldErrors(error).name ?? messageOf(error, 'task.update');
  }
}

/**
 * Updates a task optimistically; rolled back when the server refuses.
 * @param shown what the page shows until the server responds
 * @throws ApiError
 */
export async function changeTask(
  queryClient: QueryClient,
  task: Task,
  change: TaskUpdate,
  shown: Partial<Task>,
): Promise<Task> {
  rememberTask(queryClient, { ...task, ...shown });
  try {
    const changed = await mutate(updateTask, task.org_id, task.project_id, task.id, change);
    rememberTask(queryClient, changed);
    if (change.tags !== undefined || change.archived !== undefined)
      void refreshTasks(queryClient, task.org_id, task.project_id);
    return changed;
  } catch (error) {
    rememberTask(queryClient, task);
    throw error;
  }
}

/**
 * Creates a copy of a task's draft under the first free name of `X copy`, `X copy 2` …
 * @throws ApiError
 */
export async function duplicateTask(queryClient: QueryClient, task: Task): Promise<Task> {
  const { org_id, project_id, description } = task;
  const { definition } = await readOnce(getGetTaskDraftQueryOptions(org_id, project_id, task.id));
  const body = { name: copyName(task.name, 1), description, definition };
  const place = { orgId: org_id, projectId: project_id };
  return createNamedTask(queryClient, place, body, 'copy', (_, taken) =>
    copyName(task.name, taken + 1),
  );
}

/**
 * Deletes a task. It disappears from lists immediately and comes back when the server refuses.
 * @throws ApiError
 */
export async function removeTask(queryClient: QueryClient, task: Task): Promise<void> {
  const { org_id, project_id } = task;
  await queryClient.cancelQueries({ queryKey: listKey(org_id, project_id) });
  changeLists(queryClient, task, (list) => list.filter((shown) => shown.id !== task.id));
  try {
    await mutate(deleteTask, org_id, project_id, task.id);
  } finally {
    void refreshTasks(queryClient, org_id, project_id);
  }
}

/** `Name copy`, `Name copy 2`; long names are truncated to fit. */
export function copyName(name: string, attempt: number): string {
  const ending = attempt === 1 ? ' copy' : ` copy ${attempt}`;
  return withEnding(name, ending);
}

/** The task as some cached list has it; undefined when none does. */
export function listedTask(
  queryClient: QueryClient,
  orgId: string,
  projectId: string,
  taskId: string,
): Task | undefined {
  for (const [, data] of queryClient.getQueriesData<Pages>({
    queryKey: listKey(orgId, projectId),
  })) {
    const found = data?.pages.flatMap((page) => page.results).find((task) => task.id === taskId);
    if (found) return found;
  }
  return undefined;
}

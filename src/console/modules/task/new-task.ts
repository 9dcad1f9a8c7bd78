import type { QueryClient } from '@tanstack/react-query';
import { isApiError } from '#console/api/api-error.ts';
import { mutate } from '#console/api/query/calls.ts';
import { NAME_MAX } from '#core/limits.ts';
import { createTask, getListTasksInfiniteQueryKey } from '#generated/api/task/task.ts';
import type { Task, TaskCreate } from '#generated/model/index.ts';
import { track } from '../analytics/analytics.ts';

const MOST_ATTEMPTS = 20;

/** The project that a task is created in. */
export interface ProjectAddress {
  orgId: string;
  projectId: string;
}

/**
 * Creates a task under its name or, if that is taken, under the first free alternative.
 * @param origin what the task is created from
 * @param nextName the name to try after this many were taken; `Name 2`, `Name 3` … by default
 * @throws ApiError
 */
export async function createNamedTask(
  queryClient: QueryClient,
  { orgId, projectId }: ProjectAddress,
  body: TaskCreate,
  origin: 'copy' | 'description' | 'file' | 'template',
  nextName: (name: string, taken: number) => string = numbered,
): Promise<Task> {
  for (let taken = 0; ; taken += 1) {
    try {
      const name = taken === 0 ? body.name : nextName(body.name, taken);
      const created = await mutate(createTask, orgId, projectId, { ...body, name });
      const queryKey = getListTasksInfiniteQueryKey(orgId, projectId);
      void queryClient.invalidateQueries({ queryKey });
      track('Task created', { origin });
      return created;
    } catch (error) {
      const isTaken = isApiError(error, 409) && error.code === 'name_taken';
      if (taken >= MOST_ATTEMPTS || !isTaken) throw error;
    }
  }
}

/** A name with a suffix; long names are truncated to fit. */
export function withEnding(name: string, ending: string): string {
  return name.slice(0, NAME_MAX - ending.length).trimEnd() + ending;
}

function numbered(name: string, taken: number): string {
  return withEnding(name, ` ${taken + 1}`);
}

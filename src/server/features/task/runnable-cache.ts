import type { RunnableTask } from '#domain/task/task.store.ts';
import type { Invalidation } from '../../access/invalidation.ts';
import type { Database } from '../../db/client.ts';
import { getRunnable } from './task-revision.repository.ts';

const MAX_ENTRIES = 10_000;
/** Where other nodes write too: a lost LISTEN connection must not leave an old revision running for long. */
const SHARED_TTL_MS = 10_000;

/** Tasks with their active revision, so that a run need not read them. */
export interface RunnableCache {
  /** The task as it is now; undefined when there is none. */
  get(taskId: string): Promise<RunnableTask | undefined>;
  /** Call after a change of the task is committed. */
  changed(taskId: string): Promise<void>;
}

export function createRunnableCache(database: Database, invalidation: Invalidation): RunnableCache {
  const isShared = database.kind === 'postgres';
  const entries = new Map<string, { task: RunnableTask; readAt: number }>();
  // Counted up by each change: what was read before a change is not kept after it.
  let changes = 0;

  invalidation.on(({ task, project, org }) => {
    changes += 1;
    if (task !== undefined) entries.delete(task);
    // Projects and organisations change rarely, tasks are read again quickly.
    if (project !== undefined || org !== undefined) entries.clear();
  });

  return {
    async get(taskId) {
      const entry = entries.get(taskId);
      if (entry && (!isShared || performance.now() - entry.readAt < SHARED_TTL_MS)) {
        return entry.task;
      }
      const before = changes;
      const task = await getRunnable(database.db, taskId);
      if (task && before === changes) {
        if (entries.size >= MAX_ENTRIES) entries.clear();
        entries.set(taskId, { task, readAt: performance.now() });
      }
      return task;
    },
    changed(taskId) {
      return invalidation.announce({ task: taskId });
    },
  };
}

import type { TaskPort } from '#domain/task/task.port.ts';
import type { RunnableTask } from '#domain/task/task.store.ts';
import type { Invalidation } from '../../access/invalidation.ts';
import type { Database } from '../../db/client.ts';
import { compare } from './compare.ts';
import { getRunnable } from './task.repository.ts';

const MAX_ENTRIES = 10_000;
/**
 * Needed when other nodes write too: after a lost LISTEN connection, an old revision must not stay in use for
 * long.
 */
const SHARED_TTL_MS = 10_000;

/** A cache of tasks with their active revisions, so that runs don't have to read them. */
export function createTaskPort(database: Database, invalidation: Invalidation): TaskPort {
  const isShared = database.kind === 'postgres';
  const entries = new Map<string, { task: RunnableTask; readAt: number }>();
  // Counts changes: a value read before a change is not cached after it.
  let changes = 0;

  invalidation.on(({ task, project, org }) => {
    changes += 1;
    if (task !== undefined) entries.delete(task);
    // Projects and organisations rarely change, and tasks can be read again quickly.
    if (project !== undefined || org !== undefined) entries.clear();
  });

  return {
    async runnable(taskId) {
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
    compare,
  };
}

import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { run } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { TaskStore } from '#domain/task/task.store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { taskUse } from '../../db/schema/task.ts';

/** Run totals by task. */
export function figureMethods(
  db: Db | Tx,
): Pick<MethodsOf<TaskStore>, 'dailyUse' | 'lastRuns' | 'revisionUse'> {
  return {
    async dailyUse(taskIds, from) {
      if (taskIds.length === 0) return [];
      return db
        .select({
          task_id: taskUse.task_id,
          day: taskUse.day,
          runs: sql<number>`sum(${taskUse.runs})::int`,
          cost: sql<number>`sum(${taskUse.cost})::float8`,
          unpriced_runs: sql<number>`sum(${taskUse.unpriced_runs})::int`,
        })
        .from(taskUse)
        .where(and(inArray(taskUse.task_id, [...taskIds]), gte(taskUse.day, from)))
        .groupBy(taskUse.task_id, taskUse.day);
    },

    async lastRuns(taskIds) {
      if (taskIds.length === 0) return new Map();
      const { rows } = await db.execute<{ task_id: string; at: string }>(lastRunsOf(taskIds));
      return new Map(rows.map((row) => [row.task_id, new Date(row.at).toISOString()]));
    },

    async revisionUse(taskId, numbers) {
      if (numbers.length === 0) return [];
      const sum = (column: PgColumn) => sql<number>`sum(${column})::float8`;
      return db
        .select({
          revision: taskUse.revision,
          runs: sum(taskUse.runs),
          cost: sum(taskUse.cost),
          unpriced_runs: sum(taskUse.unpriced_runs),
          latency_ms: sum(taskUse.latency_ms),
          valid_runs: sum(taskUse.valid_runs),
          invalid_runs: sum(taskUse.invalid_runs),
        })
        .from(taskUse)
        .where(and(eq(taskUse.task_id, taskId), inArray(taskUse.revision, [...numbers])))
        .groupBy(taskUse.revision);
    },
  };
}

/**
 * `between t.id and t.id` instead of `= t.id`, because only the index on task and run supports it. With the equality,
 * if few tasks have many runs, PostgreSQL would scan all runs for each task that never ran.
 */
export function lastRunsOf(taskIds: readonly string[]): SQL {
  const ids = sql.join(
    taskIds.map((id) => sql`(${id})`),
    sql`, `,
  );
  return sql`
    select t.id as task_id, r.at from (values ${ids}) as t(id)
    cross join lateral (
      select ${run.created_at} as at from ${run} where ${run.task_id} between t.id and t.id
      order by ${run.task_id} desc, ${run.id} desc limit 1) r`;
}

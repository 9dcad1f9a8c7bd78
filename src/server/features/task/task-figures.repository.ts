import { and, eq, gte, inArray, type SQL, sql } from 'drizzle-orm';
import { run } from '#domain/run/run.tables.ts';
import type { DailyUse, RevisionUse } from '#domain/task/task.store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { taskUse } from '../../db/schema/task.ts';

/** The usage of tasks on each day since `from` (a UTC date), including drafts. */
export function dailyUse(
  db: Db | Tx,
  taskIds: readonly string[],
  from: string,
): Promise<DailyUse[]> {
  if (taskIds.length === 0) return Promise.resolve([]);
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
}

/** When tasks last ran, by id; tasks that never ran are absent. */
export async function lastRuns(
  db: Db | Tx,
  taskIds: readonly string[],
): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await db.execute<{ task_id: string; at: Date | string }>(lastRunsOf(taskIds));
  return new Map(rows.map((row) => [row.task_id, new Date(row.at).toISOString()]));
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

/** Totals of all runs of some revisions of a task. */
export function revisionUse(
  db: Db | Tx,
  taskId: string,
  numbers: readonly number[],
): Promise<RevisionUse[]> {
  if (numbers.length === 0) return Promise.resolve([]);
  const sum = (column: SQL) => sql<number>`sum(${column})::float8`;
  return db
    .select({
      revision: taskUse.revision,
      runs: sum(sql`${taskUse.runs}`),
      cost: sum(sql`${taskUse.cost}`),
      unpriced_runs: sum(sql`${taskUse.unpriced_runs}`),
      latency_ms: sum(sql`${taskUse.latency_ms}`),
      valid_runs: sum(sql`${taskUse.valid_runs}`),
      invalid_runs: sum(sql`${taskUse.invalid_runs}`),
    })
    .from(taskUse)
    .where(and(eq(taskUse.task_id, taskId), inArray(taskUse.revision, [...numbers])))
    .groupBy(taskUse.revision);
}

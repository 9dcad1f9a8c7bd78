import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { CursorKeys } from '#domain/paging.ts';
import type { TaskDraftRow, TaskRow } from '#domain/task/task.store.ts';
import type { TaskSort, TaskTag } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { containing } from '../../db/containing.ts';
import { evaluation } from '../../db/schema/evaluation.ts';
import { project } from '../../db/schema/project.ts';
import { run } from '../../db/schema/run.ts';
import { task, taskDraft, taskUse } from '../../db/schema/task.ts';
import { taskWebhook } from '../../db/schema/webhook.ts';

/**
 * Where a list is taken from: a project, or an organisation. A role in an organisation is inherited by its projects;
 * somebody without one sees the projects that are shared with them.
 */
export type TaskScope = { projectId: string } | { orgId: string; sharedWith?: string | undefined };

/** The sort keys of the last row of a page. */
export interface TaskCursor extends CursorKeys {
  key: string;
  id: string;
}

type SortKey = 'name' | 'updated_at' | 'created_at';

/** Tasks in a sort order, after the cursor; up to `limit` rows. Names sort without regard to case. */
export function listTasks(
  db: Db,
  scope: TaskScope,
  options: {
    sort: TaskSort;
    limit: number;
    q?: string | undefined;
    tag?: string | undefined;
    archived?: boolean | undefined;
    after?: TaskCursor | undefined;
  },
): Promise<TaskRow[]> {
  const isDown = options.sort.startsWith('-');
  const key = options.sort.replace('-', '') as SortKey;
  const { q, tag, archived = false, after } = options;
  const order = isDown ? desc : asc;
  const conditions = [
    scopeOf(scope),
    archived ? isNotNull(task.archived_at) : isNull(task.archived_at),
    after && afterOf(key, isDown, after),
  ];
  if (tag !== undefined)
    conditions.push(sql`lower(${tag.trim()}) in (select lower(t) from unnest(${task.tags}) t)`);
  if (q?.trim()) {
    for (const word of q.trim().split(/\s+/)) {
      const pattern = containing(word);
      conditions.push(or(ilike(task.name, pattern), ilike(task.description, pattern)));
    }
  }
  const sorts = key === 'created_at' ? [order(task.id)] : [order(columnOf(key)), order(task.id)];
  return db
    .select()
    .from(task)
    .where(and(...conditions))
    .orderBy(...sorts)
    .limit(options.limit);
}

/** The keys that `after` wants of a row, for a sort order. */
export function cursorOf(row: TaskRow, sort: TaskSort): TaskCursor {
  const key = sort.replace('-', '') as SortKey;
  if (key === 'name') return { key: row.name.toLowerCase(), id: row.id };
  return { key: key === 'updated_at' ? row.updated_at : '', id: row.id };
}

function scopeOf(scope: TaskScope): SQL | undefined {
  if ('projectId' in scope) return eq(task.project_id, scope.projectId);
  const { orgId, sharedWith } = scope;
  const isShared = sql`exists (select from project_member pm
    where pm.project_id = ${task.project_id} and pm.user_id = ${sharedWith})`;
  return and(eq(task.org_id, orgId), sharedWith === undefined ? undefined : isShared);
}

function columnOf(key: SortKey): SQL {
  return key === 'name' ? sql`lower(${task.name})` : sql`${task.updated_at}`;
}

function afterOf(key: SortKey, isDown: boolean, { key: value, id }: TaskCursor): SQL {
  // A task's id holds the time when it was made, so it alone sorts by creation.
  if (key === 'created_at') return isDown ? lt(task.id, id) : gt(task.id, id);
  const given = key === 'name' ? sql`${value}` : sql`${value}::timestamptz`;
  const operator = isDown ? sql`<` : sql`>`;
  return sql`(${columnOf(key)}, ${task.id}) ${operator} (${given}, ${id})`;
}

/** The tags of a project's tasks that are not archived, by name. What differs only in case is one. */
export async function listTags(db: Db, projectId: string): Promise<TaskTag[]> {
  const { rows } = await db.execute<{ tag: string; tasks: number }>(sql`
    select min(t.tag) as tag, count(*)::int as tasks
    from ${task}, unnest(${task.tags}) as t(tag)
    where ${task.project_id} = ${projectId} and ${task.archived_at} is null
    group by lower(t.tag) order by lower(t.tag)`);
  return rows.map(({ tag, tasks }) => ({ tag, tasks }));
}

/** Takes a task with its evaluations to another project. Its runs stay where they ran, its webhook is let go. */
export async function moveTask(tx: Tx, id: string, projectId: string): Promise<TaskRow> {
  // Webhooks belong to their project.
  await tx.delete(taskWebhook).where(eq(taskWebhook.task_id, id));
  await tx.update(evaluation).set({ project_id: projectId }).where(eq(evaluation.task_id, id));
  return updateTask(tx, id, { project_id: projectId, updated_at: new Date().toISOString() });
}

/** Whether a project is one of an organisation. */
export async function isProjectOf(tx: Tx, orgId: string, projectId: string): Promise<boolean> {
  return (await tx.$count(project, and(eq(project.id, projectId), eq(project.org_id, orgId)))) > 0;
}

/** A task of a project; undefined when there is none there. */
export async function getTask(
  db: Db | Tx,
  projectId: string,
  taskId: string,
): Promise<TaskRow | undefined> {
  const rows = await db
    .select()
    .from(task)
    .where(and(eq(task.id, taskId), eq(task.project_id, projectId)));
  return rows[0];
}

/** The same, held against changes by others until the transaction ends. */
export async function lockTask(
  tx: Tx,
  projectId: string,
  taskId: string,
): Promise<TaskRow | undefined> {
  const rows = await tx
    .select()
    .from(task)
    .where(and(eq(task.id, taskId), eq(task.project_id, projectId)))
    .for('update');
  return rows[0];
}

/** Makes writers of one project's list of tasks take turns; gives how many tasks there are. */
export async function lockTaskCount(tx: Tx, projectId: string): Promise<number> {
  await tx.select({ id: project.id }).from(project).where(eq(project.id, projectId)).for('update');
  return tx.$count(task, eq(task.project_id, projectId));
}

export async function insertTask(tx: Tx, row: TaskRow, draft: TaskDraftRow): Promise<void> {
  await tx.insert(task).values(row);
  await tx.insert(taskDraft).values(draft);
}

/** Writes a task's changed columns and counts its version up. */
export async function updateTask(
  db: Db | Tx,
  id: string,
  change: Partial<TaskRow>,
): Promise<TaskRow> {
  const rows = await db
    .update(task)
    .set({ ...change, version: sql`${task.version} + 1` })
    .where(eq(task.id, id))
    .returning();
  const [row] = rows;
  if (!row) throw new Error(`Task ${id} went away within a transaction`);
  return row;
}

export async function deleteTask(db: Db, projectId: string, id: string): Promise<boolean> {
  const rows = await db
    .delete(task)
    .where(and(eq(task.id, id), eq(task.project_id, projectId)))
    .returning({ id: task.id });
  return rows.length > 0;
}

export interface DailyUse {
  task_id: string;
  day: string;
  runs: number;
  cost: number;
  unpriced_runs: number;
}

/** How tasks were used on each day since `from` (a UTC date), drafts included. */
export function dailyUse(db: Db, taskIds: readonly string[], from: string): Promise<DailyUse[]> {
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

/** When each task last ran; tasks that never ran are absent. */
export async function lastRuns(db: Db, taskIds: readonly string[]): Promise<Map<string, Date>> {
  if (taskIds.length === 0) return new Map();
  const { rows } = await db.execute<{ task_id: string; at: Date | string }>(lastRunsOf(taskIds));
  return new Map(rows.map((row) => [row.task_id, new Date(row.at)]));
}

/**
 * Asks for a span of one task instead of for the task: that can only be read from the index of tasks and runs. Else,
 * among few tasks with many runs, all runs are walked through for each task that never ran.
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

export interface RevisionUse {
  revision: number;
  runs: number;
  cost: number;
  unpriced_runs: number;
  latency_ms: number;
  valid_runs: number;
  invalid_runs: number;
}

/** How revisions of a task did in all their runs. */
export function revisionUse(
  db: Db,
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

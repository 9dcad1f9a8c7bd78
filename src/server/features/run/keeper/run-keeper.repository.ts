import { and, eq, inArray, isNotNull, lt, notExists, type SQL, sql } from 'drizzle-orm';
import { firstIdAt } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { endpointHold, endpointSpend, modelEndpoint } from '#domain/endpoint/endpoint.tables.ts';
import { org } from '#domain/org/org.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import { rejectedCall, runReply } from '#domain/run/run.tables.ts';
import type { RunError } from '#generated/model/index.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { deleteInBatches } from '../../../db/deletion/in-batches.ts';
import { runWorker } from '../../../db/schema/run.ts';
import { REAP } from '../run-statements.ts';

/** Reads and deletes the manual tool replies for these runs, so that only one process delivers them. */
export function takeReplies(db: Db, runIds: readonly string[]) {
  return db
    .delete(runReply)
    .where(inArray(runReply.run_id, [...runIds]))
    .returning();
}

/** Lists processes again that have unfinished runs but are not listed: their last write came after their end. */
export async function listForgotten(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${runWorker} (id, seen_at)
    select distinct worker_id, 'epoch'::timestamptz from run
    where status in ('queued', 'running') and ended_at is null
    on conflict do nothing`);
}

/**
 * Ends the runs of processes that died. The cost of their calls to organisations' own endpoints is added to the month, and
 * the rest of their holds is released. Returns their ids.
 */
export async function reapRuns(
  tx: Tx,
  dead: readonly string[],
  error: RunError,
): Promise<string[]> {
  const input = `'${JSON.stringify({ dead, error }).replaceAll("'", "''")}'`;
  const { rows } = await tx.execute<{ id: string }>(sql.raw(REAP.replaceAll('$1', () => input)));
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await settleHolds(tx, ids);
  return ids;
}

async function settleHolds(tx: Tx, runIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    with ended as (
      delete from ${endpointHold} where ${inArray(endpointHold.run_id, [...runIds])}
      returning endpoint_id, amount, used),
    totals as (
      select endpoint_id, sum(amount) as amount, sum(coalesce(used, 0)) as used,
        count(*) filter (where used is null) as unpriced
      from ended group by endpoint_id),
    freed as (
      update ${modelEndpoint} as e set reserved = e.reserved - totals.amount
      from totals where e.id = totals.endpoint_id)
    insert into ${endpointSpend} as s (endpoint_id, month, spent, unpriced_calls)
    select endpoint_id, to_char(now() at time zone 'utc', 'YYYY-MM'), used, unpriced
    from totals where used > 0 or unpriced > 0
    on conflict (endpoint_id, month) do update
      set spent = s.spent + excluded.spent, unpriced_calls = s.unpriced_calls + excluded.unpriced_calls`);
}

const HOUR = 3_600_000;
/** A project keeps its runs as long as its organisation does, unless it says otherwise. */
const RETENTION_DAYS = sql<
  number | null
>`coalesce(project.run_retention_days, org.run_retention_days)`;
/** The batch size. The embedded database is blocked during each batch. */
const CHUNK = 200;

/**
 * Deletes the runs, traces and rejected calls of deleted projects. Runs have no foreign keys, since those would slow down
 * every run. Returns how many there were.
 */
export async function sweepRuns(db: Db): Promise<number> {
  let swept = 0;
  for (const projectId of await goneProjects(db)) {
    // First, unfinished runs are charged, which ends their reservations.
    swept += await deleteRuns(db, sql`project_id = ${projectId} and ended_at is not null`);
  }
  const owner = db.select().from(project).where(eq(project.id, rejectedCall.project_id));
  await deleteInBatches(db, rejectedCall, notExists(owner));
  // Replies that came too late to be used.
  const late = new Date(Date.now() - HOUR).toISOString();
  await deleteInBatches(db, runReply, lt(runReply.created_at, late));
  return swept;
}

/**
 * Deletes runs past their project's retention, with their traces, and rejected calls. Their cost stays in the ledger, and they still count
 * in the tasks' statistics. Returns how many there were.
 */
export async function expireRuns(db: Db, now = Date.now()): Promise<number> {
  const keeping = await db
    .select({ id: project.id, days: RETENTION_DAYS })
    .from(project)
    .innerJoin(org, eq(org.id, project.org_id))
    .where(isNotNull(RETENTION_DAYS));
  let expired = 0;
  for (const { id, days } of keeping) {
    // Ids contain the time, so old runs are at one end of the index and the rest is not scanned.
    const oldest = firstIdAt('run', now - (days ?? 0) * DAY_MS);
    expired += await deleteRuns(
      db,
      sql`project_id = ${id} and id < ${oldest} and ended_at is not null`,
    );
    const since = new Date(now - (days ?? 0) * DAY_MS).toISOString();
    await deleteInBatches(
      db,
      rejectedCall,
      and(eq(rejectedCall.project_id, id), lt(rejectedCall.last_at, since)),
    );
  }
  return expired;
}

async function deleteRuns(db: Db, which: SQL): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rows } = await db.execute<{ id: string }>(sql`
      with gone as (
        delete from run where id in (select id from run where ${which} limit ${CHUNK}) returning id),
      traces as (delete from run_trace where run_id in (select id from gone))
      select id from gone`);
    deleted += rows.length;
    if (rows.length < CHUNK) return deleted;
  }
}

/** Deleted projects that still have runs, found with a loose scan of the index rather than by reading all runs. */
async function goneProjects(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive seen(id) as (
      (select project_id from run order by project_id limit 1)
      union all
      select (select project_id from run where project_id > seen.id order by project_id limit 1)
      from seen where seen.id is not null)
    select id from seen
    where id is not null and not exists (select from project where project.id = seen.id)`);
  return rows.map((row) => row.id);
}

/** The size of the inputs and traces of a project's stored runs, in bytes. */
export async function storedByRuns(db: Db, projectId: string): Promise<number> {
  const { rows } = await db.execute<{ stored: number }>(sql`
    select coalesce(sum(task_use.stored), 0)::float8 as stored
    from task join task_use on task_use.task_id = task.id join project on project.id = task.project_id
      join org on org.id = project.org_id
    where task.project_id = ${projectId}
      and task_use.day >= coalesce((now() at time zone 'UTC')::date - ${RETENTION_DAYS}, '-infinity')`);
  return rows[0]?.stored ?? 0;
}

import { eq, inArray, ne, sql } from 'drizzle-orm';
import type { RunError } from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { runReply, runWorker } from '../../db/schema/run.ts';
import type { SeenProcess } from '../../platform/jobs/process-watch.ts';
import { REAP } from './run-statements.ts';

/** Reads and deletes the manual tool replies for these runs, so that only one process delivers them. */
export function takeReplies(db: Db, runIds: readonly string[]) {
  return db
    .delete(runReply)
    .where(inArray(runReply.run_id, [...runIds]))
    .returning();
}

/** Records that a process is alive. */
export async function heartbeat(db: Db, workerId: string): Promise<void> {
  const seen_at = new Date().toISOString();
  await db
    .insert(runWorker)
    .values({ id: workerId, seen_at })
    .onConflictDoUpdate({ target: runWorker.id, set: { seen_at } });
}

export function readWorker(db: Db, workerId: string): Promise<SeenProcess[]> {
  return db.select().from(runWorker).where(eq(runWorker.id, workerId));
}

export function readOtherWorkers(db: Db, workerId: string): Promise<SeenProcess[]> {
  return db.select().from(runWorker).where(ne(runWorker.id, workerId));
}

/** Lists processes again that have unfinished runs but are not listed: their last write came after their end. */
export async function listForgotten(db: Db): Promise<void> {
  await db.execute(sql`
    insert into ${runWorker} (id, seen_at)
    select distinct worker_id, 'epoch'::timestamptz from run
    where status in ('queued', 'running') and ended_at is null
    on conflict do nothing`);
}

/** Ends the runs of processes that died, and forgets these processes. Returns the ids of the runs. */
export async function reapRuns(
  db: Db,
  dead: readonly SeenProcess[],
  error: RunError,
): Promise<string[]> {
  if (dead.length === 0) return [];
  const input = `'${JSON.stringify({ dead, error }).replaceAll("'", "''")}'`;
  const { rows } = await db.execute<{ id: string }>(sql.raw(REAP.replaceAll('$1', () => input)));
  return rows.map(({ id }) => id);
}

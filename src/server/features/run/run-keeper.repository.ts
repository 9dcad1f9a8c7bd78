import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { RunError } from '#generated/model/index.ts';
import type { Db } from '../../db/client.ts';
import { org } from '../../db/schema/org.ts';
import { runReply, runWorker } from '../../db/schema/run.ts';
import { REAP } from './run-statements.ts';

/** Reads and deletes the manual tool replies for these runs, so that only one process delivers them. */
export function takeReplies(db: Db, runIds: readonly string[]) {
  return db
    .delete(runReply)
    .where(inArray(runReply.run_id, [...runIds]))
    .returning();
}

export function readBalances(db: Db, orgIds: readonly string[]) {
  return db
    .select({ id: org.id, balance: org.balance })
    .from(org)
    .where(inArray(org.id, [...orgIds]));
}

/** Records that a process is alive. */
export async function heartbeat(db: Db, workerId: string): Promise<void> {
  const seen_at = new Date().toISOString();
  await db
    .insert(runWorker)
    .values({ id: workerId, seen_at })
    .onConflictDoUpdate({ target: runWorker.id, set: { seen_at } });
}

/** Ends the runs of processes without a heartbeat since `aliveSince`. Returns their ids. */
export async function reapRuns(
  db: Db,
  workerId: string,
  aliveSince: Date,
  error: RunError,
): Promise<string[]> {
  const input = { worker_id: workerId, alive_since: aliveSince.toISOString(), error };
  const text = REAP.replace('$1', `'${JSON.stringify(input).replaceAll("'", "''")}'`);
  const { rows } = await db.execute<{ id: string }>(sql.raw(text));
  await db.delete(runWorker).where(lt(runWorker.seen_at, aliveSince.toISOString()));
  return rows.map(({ id }) => id);
}

/** Records that a process has ended, so that others need not wait for its lease to expire. */
export async function leave(db: Db, workerId: string): Promise<void> {
  await db.delete(runWorker).where(eq(runWorker.id, workerId));
}

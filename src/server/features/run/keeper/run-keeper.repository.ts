import { inArray, sql } from 'drizzle-orm';
import type { RunError } from '#generated/model/index.ts';
import type { Db, Tx } from '../../../db/client.ts';
import { runReply, runWorker } from '../../../db/schema/run.ts';
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

/** Ends the runs of processes that died. Returns their ids. */
export async function reapRuns(
  tx: Tx,
  dead: readonly string[],
  error: RunError,
): Promise<string[]> {
  const input = `'${JSON.stringify({ dead, error }).replaceAll("'", "''")}'`;
  const { rows } = await tx.execute<{ id: string }>(sql.raw(REAP.replaceAll('$1', () => input)));
  return rows.map(({ id }) => id);
}

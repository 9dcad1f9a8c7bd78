import { inArray, sql } from 'drizzle-orm';
import { endpointHold, endpointSpend, modelEndpoint } from '#domain/endpoint/endpoint.tables.ts';
import { runReply } from '#domain/run/run.tables.ts';
import type { RunError } from '#generated/model/index.ts';
import type { Db, Tx } from '../../../db/client.ts';
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
 * Ends the runs of processes that died. What their calls had cost organisations' own endpoints is added to the month, and
 * the rest of what they held is free again. Returns their ids.
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

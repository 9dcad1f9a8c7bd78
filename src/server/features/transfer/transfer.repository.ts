import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';

/** A transfer that this process has claimed. */
export interface ClaimedTransfer extends Record<string, unknown> {
  id: string;
  org_id: string;
}

/** Claims transfers that no process is working on: the oldest of each organisation that is not in `busyOrgs`. */
export async function claimTransfers(
  db: Db,
  {
    workerId,
    leaseMs,
    limit,
    busyOrgs,
  }: {
    workerId: string;
    leaseMs: number;
    limit: number;
    busyOrgs: readonly string[];
  },
): Promise<ClaimedTransfer[]> {
  const { rows } = await db.execute<ClaimedTransfer>(sql`
    with free as (
      select distinct on (org_id) id, org_id from transfer
      where ended_at is null and (lease_until is null or lease_until < now())
        and not (org_id in (select jsonb_array_elements_text(${JSON.stringify(busyOrgs)}::jsonb)))
      order by org_id, id),
    due as (
      select transfer.id from free join transfer on transfer.id = free.id
      where ended_at is null and (lease_until is null or lease_until < now())
      order by transfer.id limit ${limit} for update of transfer skip locked)
    update transfer set status = 'running', worker_id = ${workerId},
      lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    from due where transfer.id = due.id
    returning transfer.id, transfer.org_id`);
  return rows;
}

/** Extends a lease. Returns false if the transfer was cancelled, deleted or taken over. */
export async function renewTransfer(
  db: Db,
  { id }: ClaimedTransfer,
  { workerId, leaseMs }: { workerId: string; leaseMs: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update transfer set lease_until = now() + make_interval(secs => ${leaseMs / 1000})
    where id = ${id} and ended_at is null and worker_id = ${workerId} returning 1`);
  return rows.length > 0;
}

/** Ends the leases of processes that died. */
export async function freeTransfers(tx: Tx, dead: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update transfer set lease_until = null where ended_at is null
      and worker_id in (select jsonb_array_elements_text(${JSON.stringify(dead)}::jsonb))`);
}

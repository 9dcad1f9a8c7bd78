import { and, inArray, isNotNull, sql } from 'drizzle-orm';
import { FREE_FOR_ONE } from '#core/shares.ts';
import type { DatasourceSyncRow } from '#domain/datasource/datasource.store.ts';
import { isLiveProject } from '../../access/live-project.repository.ts';
import type { Db, Tx } from '../../db/client.ts';
import { datasourceSync } from '../../db/schema/collection/datasource.ts';
import type { Room } from '../../platform/jobs/worker.ts';

/** A sync that this process has claimed. */
export type ClaimedSync = Pick<DatasourceSyncRow, 'id' | 'org_id'>;

/** The project of the sync `s`. */
const PROJECT = sql`(select c.project_id from datasource d join collection c on c.id = d.collection_id
  where d.id = s.datasource_id)`;

/**
 * Claims syncs. No other process takes them until the lease expires. Each organisation gets its share, by the rule of
 * `Shares`.
 */
export async function claimSyncs(
  db: Db,
  { limit, owners, workerId, leaseMs }: Room & { workerId: string; leaseMs: number },
): Promise<ClaimedSync[]> {
  const held = JSON.stringify(Object.fromEntries(owners));
  const isDue = sql`s.due_at <= now() and (s.locked_until is null or s.locked_until < now())`;
  const { rows } = await db.execute<ClaimedSync & Record<string, unknown>>(sql`
    with waiting as (
      select o.org_id, s.id, s.due_at,
        coalesce((${held}::jsonb ->> o.org_id)::int, 0)
          + row_number() over (partition by o.org_id order by s.due_at, s.id) as place
      from (select distinct org_id from datasource_sync where due_at <= now()) o
      cross join lateral (
        select s.id, s.due_at from datasource_sync s
        where s.org_id = o.org_id and ${isDue} and ${isLiveProject(PROJECT)}
        order by s.due_at, s.id limit ${limit}) s),
    ranked as (
      select *, row_number() over (order by place, due_at) as number from waiting),
    due as (
      select s.id from ranked r join datasource_sync s on s.id = r.id
      where (r.place - 1) * ${FREE_FOR_ONE} < ${limit} - r.number + 1 and ${isDue}
      for update of s skip locked)
    update datasource_sync s set worker_id = ${workerId},
      locked_until = now() + make_interval(secs => ${leaseMs / 1000})
    from due where s.id = due.id
    returning s.id, s.org_id`);
  return rows;
}

/** Extends a lease. Returns false if the sync was cancelled, deleted or taken over. */
export async function renewSync(
  db: Db,
  { id }: ClaimedSync,
  { workerId, leaseMs }: { workerId: string; leaseMs: number },
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update datasource_sync s set locked_until = now() + make_interval(secs => ${leaseMs / 1000})
    where id = ${id} and due_at is not null and worker_id = ${workerId} and ${isLiveProject(PROJECT)}
    returning 1`);
  return rows.length > 0;
}

/** Ends the leases of processes that died. */
export async function freeSyncs(tx: Tx, dead: readonly string[]): Promise<void> {
  await tx
    .update(datasourceSync)
    .set({ locked_until: null })
    .where(and(inArray(datasourceSync.worker_id, [...dead]), isNotNull(datasourceSync.due_at)));
}

import { inArray, sql } from 'drizzle-orm';
import type { MethodsOf } from '#domain/stores.ts';
import type { WebhookStore } from '#domain/webhook/webhook.store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { run } from '../../db/schema/run.ts';

export function webhookMethods(db: Db | Tx): MethodsOf<WebhookStore> {
  return {
    async evaluationRuns(runIds) {
      if (runIds.length === 0) return [];
      const rows = await db
        .select({ id: run.id })
        .from(run)
        .where(sql`${inArray(run.id, [...runIds])} and ${run.source} = 'evaluation'`);
      return rows.map(({ id }) => id);
    },
  };
}

/** Whether there is anything to do: one small query, run every second. */
export async function hasWork(db: Db): Promise<{ events: boolean; due: boolean }> {
  const { rows } = await db.execute<{ events: boolean; due: boolean }>(sql`
    select exists (select from webhook_event where not is_spread) as events,
      exists (select from webhook_delivery where status = 'pending' and next_attempt_at <= now()) as due`);
  return rows[0] ?? { events: false, due: false };
}

interface Claim {
  limit: number;
  /** How many deliveries of one webhook are sent at once, so that a hanging one does not delay the others. */
  perWebhook: number;
  /** How many of each webhook's deliveries this process is already sending. */
  underWay: ReadonlyMap<string, number>;
  leaseMs: number;
}

/** A delivery to send now. */
export interface ClaimedDelivery {
  id: string;
  webhook_id: string;
  /** Whether the lease of an earlier claim expired: its process died, or lost the database, while sending. */
  is_interrupted: boolean;
}

/** Claims due deliveries; no other process takes them until the lease expires. */
export async function claimDue(
  db: Db,
  { limit, perWebhook, underWay, leaseMs }: Claim,
): Promise<ClaimedDelivery[]> {
  const taken = JSON.stringify(Object.fromEntries(underWay));
  const { rows } = await db.execute<ClaimedDelivery & Record<string, unknown>>(sql`
    with due as (
      select d.id, d.locked_until is not null as is_interrupted from webhook w cross join lateral (
        select id, locked_until from webhook_delivery
        where webhook_id = w.id and status = 'pending' and next_attempt_at <= now()
          and (locked_until is null or locked_until < now())
        order by next_attempt_at
        limit greatest(0, ${perWebhook} - coalesce((${taken}::jsonb ->> w.id)::int, 0))
        for update skip locked) d
      where w.status = 'active'
        and w.id in (select webhook_id from webhook_delivery
          where status = 'pending' and next_attempt_at <= now())
      limit ${limit})
    update webhook_delivery set locked_until = now() + make_interval(secs => ${leaseMs / 1000})
    from due where webhook_delivery.id = due.id
    returning webhook_delivery.id, webhook_delivery.webhook_id, due.is_interrupted`);
  return rows;
}

/** Deletes events, with their deliveries, that are old or whose project was deleted. */
export async function sweepEvents(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    delete from webhook_event where created_at < ${before.toISOString()}::timestamptz
      or not exists (select from project where project.id = webhook_event.project_id)`);
}

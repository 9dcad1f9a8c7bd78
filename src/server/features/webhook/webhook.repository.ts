import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { FREE_FOR_ONE } from '#core/shares.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { WebhookStore } from '#domain/webhook/webhook.store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { deleteInBatches } from '../../db/deletion/in-batches.ts';
import { run } from '../../db/schema/run.ts';
import { webhookDelivery, webhookEvent } from '../../db/schema/webhook.ts';
import type { Room } from '../../platform/jobs/worker.ts';

/** Events per statement. Their deliveries, one for each webhook, are deleted with them. */
const EVENTS_AT_ONCE = 10;

export function webhookMethods(db: Db | Tx): MethodsOf<WebhookStore> {
  return {
    async silentRuns(runIds) {
      if (runIds.length === 0) return [];
      const rows = await db
        .select({ id: run.id })
        .from(run)
        .where(sql`${inArray(run.id, [...runIds])} and (${run.source} = 'evaluation' or ${run.source} = 'chat'
          and not exists (select from chat where chat.id = ${run.chat_id} and chat.audience <> 'private'))`);
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

interface Claim extends Room {
  /** How many deliveries of one webhook are sent at once, so that a hanging one does not delay the others. */
  perWebhook: number;
  leaseMs: number;
}

/** A delivery to send now. */
export interface ClaimedDelivery {
  id: string;
  webhook_id: string;
  org_id: string;
  /** Whether the lease of an earlier claim expired, because its process died or lost the database while sending. */
  is_interrupted: boolean;
}

/**
 * Claims due deliveries; no other process takes them until the lease expires. Each organisation gets its share, in turn
 * and by the rule of `Shares`: another one only while it has less than a third as many as are free.
 */
export async function claimDue(
  db: Db,
  workerId: string,
  { limit, perWebhook, owners, groups, leaseMs }: Claim,
): Promise<ClaimedDelivery[]> {
  const [ofOrg, ofWebhook] = [owners, groups].map((held) =>
    JSON.stringify(Object.fromEntries(held)),
  );
  const isDue = sql`status = 'pending' and next_attempt_at <= now() and (locked_until is null or locked_until < now())`;
  const { rows } = await db.execute<ClaimedDelivery & Record<string, unknown>>(sql`
    with ready as (
      select d.id, p.org_id, d.next_attempt_at,
        coalesce((${ofOrg}::jsonb ->> p.org_id)::int, 0)
          + row_number() over (partition by p.org_id order by d.next_attempt_at) as place
      from webhook w join project p on p.id = w.project_id and p.deleted_at is null cross join lateral (
        select id, next_attempt_at from webhook_delivery
        where webhook_id = w.id and ${isDue}
        order by next_attempt_at
        limit greatest(0, ${perWebhook} - coalesce((${ofWebhook}::jsonb ->> w.id)::int, 0))) d
      where w.status = 'active'
        and w.id in (select webhook_id from webhook_delivery
          where status = 'pending' and next_attempt_at <= now())),
    ranked as (
      select id, org_id, place, row_number() over (order by place, next_attempt_at) as number from ready),
    due as (
      select webhook_delivery.id, org_id, locked_until is not null as is_interrupted
      from ranked join webhook_delivery on webhook_delivery.id = ranked.id
      where (place - 1) * ${FREE_FOR_ONE} < ${limit} - number + 1 and ${isDue}
      for update of webhook_delivery skip locked)
    update webhook_delivery set worker_id = ${workerId},
      locked_until = now() + make_interval(secs => ${leaseMs / 1000})
    from due where webhook_delivery.id = due.id
    returning webhook_delivery.id, webhook_delivery.webhook_id, due.org_id, due.is_interrupted`);
  return rows;
}

/**
 * Ends the leases of processes that died. The expired lease stays set, which shows that the delivery was interrupted.
 */
export async function freeDeliveries(tx: Tx, dead: readonly string[]): Promise<void> {
  await tx
    .update(webhookDelivery)
    .set({ locked_until: sql`now()` })
    .where(
      and(
        inArray(webhookDelivery.worker_id, [...dead]),
        eq(webhookDelivery.status, 'pending'),
        gt(webhookDelivery.locked_until, sql`now()`),
      ),
    );
}

/** Deletes events, with their deliveries, that are old or whose project was deleted. */
export async function sweepEvents(db: Db, before: Date): Promise<void> {
  const isOver = sql`created_at < ${before.toISOString()}::timestamptz
    or not exists (select from project where project.id = webhook_event.project_id)`;
  await deleteInBatches(db, webhookEvent, isOver, EVENTS_AT_ONCE);
}

import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { WebhookAttempt, WebhookDeliveryStatus } from '#generated/model/index.ts';
import type { Db, Tx } from '../../db/client.ts';
import { toJsonb } from '../../db/jsonb.ts';
import { webhook, webhookDelivery, webhookEvent } from '../../db/schema/webhook.ts';

export type DeliveryRow = typeof webhookDelivery.$inferSelect;

/** A delivery with its event. */
export interface DeliveryEntry {
  delivery: DeliveryRow;
  event: typeof webhookEvent.$inferSelect;
}

interface LogFilter {
  webhookId: string;
  status: WebhookDeliveryStatus | undefined;
  before: string | undefined;
  limit: number;
}

/** Deliveries of a webhook, the newest first. */
export function listDeliveries(db: Db, filter: LogFilter): Promise<DeliveryEntry[]> {
  const { webhookId, status, before, limit } = filter;
  return db
    .select({ delivery: webhookDelivery, event: webhookEvent })
    .from(webhookDelivery)
    .innerJoin(webhookEvent, eq(webhookEvent.id, webhookDelivery.eventId))
    .where(
      and(
        eq(webhookDelivery.webhookId, webhookId),
        status && eq(webhookDelivery.status, status),
        before === undefined ? undefined : lt(webhookDelivery.id, before),
      ),
    )
    .orderBy(desc(webhookDelivery.id))
    .limit(limit);
}

export async function findDelivery(
  db: Db,
  webhookId: string,
  id: string,
): Promise<DeliveryEntry | undefined> {
  const [row] = await db
    .select({ delivery: webhookDelivery, event: webhookEvent })
    .from(webhookDelivery)
    .innerJoin(webhookEvent, eq(webhookEvent.id, webhookDelivery.eventId))
    .where(and(eq(webhookDelivery.id, id), eq(webhookDelivery.webhookId, webhookId)));
  return row;
}

/** A delivery with all that sending it needs; undefined when it or its webhook is gone. */
export async function loadDelivery(db: Db, id: string) {
  const [row] = await db
    .select({ delivery: webhookDelivery, event: webhookEvent, webhook })
    .from(webhookDelivery)
    .innerJoin(webhookEvent, eq(webhookEvent.id, webhookDelivery.eventId))
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(eq(webhookDelivery.id, id));
  return row;
}

/** Whether there is anything to do: one small question, asked every second. */
export async function hasWork(db: Db): Promise<{ events: boolean; due: boolean }> {
  const { rows } = await db.execute<{ events: boolean; due: boolean }>(sql`
    select exists (select from webhook_event where not is_spread) as events,
      exists (select from webhook_delivery where status = 'pending' and next_attempt_at <= now()) as due`);
  return rows[0] ?? { events: false, due: false };
}

interface Claim {
  limit: number;
  /** How many of one webhook are sent at once, so that one that hangs does not hold up the others. */
  perWebhook: number;
  /** Webhooks that have as many under way here already. */
  busy: readonly string[];
  lockSeconds: number;
}

/** Takes deliveries that are due, for so long that no other process takes them too. */
export async function claimDue(db: Db, claim: Claim): Promise<{ id: string; webhookId: string }[]> {
  const busy = JSON.stringify(claim.busy);
  const { rows } = await db.execute<{ id: string; webhook_id: string }>(sql`
    with due as (
      select d.id from webhook w cross join lateral (
        select id from webhook_delivery
        where webhook_id = w.id and status = 'pending' and next_attempt_at <= now()
          and (locked_until is null or locked_until < now())
        order by next_attempt_at limit ${claim.perWebhook} for update skip locked) d
      where w.status = 'active'
        and w.id in (select webhook_id from webhook_delivery
          where status = 'pending' and next_attempt_at <= now())
        and w.id not in (select jsonb_array_elements_text(${busy}::jsonb))
      limit ${claim.limit})
    update webhook_delivery set locked_until = now() + make_interval(secs => ${claim.lockSeconds})
    from due where webhook_delivery.id = due.id
    returning webhook_delivery.id, webhook_delivery.webhook_id`);
  return rows.map(({ id, webhook_id }) => ({ id, webhookId: webhook_id }));
}

/** Puts an attempt on record. */
export async function recordAttempt(
  tx: Db | Tx,
  id: string,
  attempt: WebhookAttempt,
  next: { status: WebhookDeliveryStatus; nextAttemptAt: Date | null; endedAt: Date | null },
): Promise<void> {
  await tx
    .update(webhookDelivery)
    .set({
      ...next,
      lockedUntil: null,
      attempts: sql`${webhookDelivery.attempts} + 1`,
      log: sql`${webhookDelivery.log} || ${toJsonb([attempt])}::jsonb`,
    })
    .where(eq(webhookDelivery.id, id));
}

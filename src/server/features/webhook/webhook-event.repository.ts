import { and, asc, eq, inArray, lt, not, or, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { run } from '../../db/schema/run.ts';
import { taskWebhook, webhook, webhookDelivery, webhookEvent } from '../../db/schema/webhook.ts';

export type EventRow = typeof webhookEvent.$inferSelect;

export async function insertEvent(db: Db | Tx, values: typeof webhookEvent.$inferInsert) {
  await db.insert(webhookEvent).values(values);
}

/** Events whose deliveries are still to be made, held so that no other process makes them too. */
export function lockNewEvents(tx: Tx, limit: number): Promise<EventRow[]> {
  return tx
    .select()
    .from(webhookEvent)
    .where(not(webhookEvent.isSpread))
    .orderBy(asc(webhookEvent.id))
    .limit(limit)
    .for('update', { skipLocked: true });
}

/**
 * The active webhooks that want an event: those attached to its task, and those of all tasks. Runs of evaluations are
 * no news: a receiver would take hundreds of trials for calls.
 */
export async function webhooksFor(tx: Tx, event: EventRow): Promise<string[]> {
  const isAttached = sql`exists (select from ${taskWebhook}
    where ${taskWebhook.taskId} = ${event.taskId} and ${taskWebhook.webhookId} = ${webhook.id})`;
  const isTrial = sql`exists (select from ${run}
    where ${run.id} = ${event.runId} and ${run.source} = 'evaluation')`;
  const rows = await tx
    .select({ id: webhook.id })
    .from(webhook)
    .where(
      and(
        eq(webhook.projectId, event.projectId),
        eq(webhook.status, 'active'),
        sql`${event.type} = any (${webhook.events})`,
        or(webhook.allTasks, isAttached),
        event.runId === null ? undefined : not(isTrial),
      ),
    );
  return rows.map(({ id }) => id);
}

export async function markSpread(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .update(webhookEvent)
    .set({ isSpread: true })
    .where(inArray(webhookEvent.id, [...ids]));
}

export async function insertDeliveries(
  tx: Tx,
  values: (typeof webhookDelivery.$inferInsert)[],
): Promise<void> {
  if (values.length > 0) await tx.insert(webhookDelivery).values(values);
}

/** Keeps the body that was made for an event. */
export async function keepBody(db: Db, id: string, body: string): Promise<void> {
  await db.update(webhookEvent).set({ body }).where(eq(webhookEvent.id, id));
}

/** Deletes events (their deliveries with them) that are old, or whose project is gone. */
export async function sweepEvents(db: Db, before: Date): Promise<void> {
  const isOrphan = sql`not exists (select from project where project.id = ${webhookEvent.projectId})`;
  await db.delete(webhookEvent).where(or(lt(webhookEvent.createdAt, before), isOrphan));
}

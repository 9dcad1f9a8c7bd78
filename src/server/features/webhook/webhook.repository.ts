import { inArray, sql } from 'drizzle-orm';
import { run } from '#domain/run/run.tables.ts';
import type { MethodsOf } from '#domain/stores.ts';
import type { WebhookStore } from '#domain/webhook/webhook.store.ts';
import { webhookEvent } from '#domain/webhook/webhook.tables.ts';
import type { Db, Tx } from '../../db/client.ts';
import { deleteInBatches } from '../../db/deletion/in-batches.ts';
import type { JobTable } from '../../platform/jobs/job-table.repository.ts';

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
      exists (select from webhook_delivery where status = 'pending' and due_at <= now()) as due`);
  return rows[0] ?? { events: false, due: false };
}

/** How many deliveries of one webhook are sent at once, so that a hanging one does not delay the others. */
const PER_WEBHOOK = 4;

/** The deliveries to send. */
export const DELIVERIES: JobTable = {
  name: 'webhook_delivery',
  key: ['id'],
  isOpen: sql`job.status = 'pending'`,
  isDue: sql`job.due_at <= now()`,
  order: 'due_at',
  group: 'webhook_id',
  waiting({ groups }, isFree) {
    const held = JSON.stringify(Object.fromEntries(groups));
    return sql`select d.id, p.org_id, d.due_at as due
      from webhook w join project p on p.id = w.project_id and p.deleted_at is null cross join lateral (
        select id, due_at from webhook_delivery job
        where webhook_id = w.id and ${isFree}
        order by due_at
        limit greatest(0, ${PER_WEBHOOK} - coalesce((${held}::jsonb ->> w.id)::int, 0))) d
      where w.status = 'active'
        and w.id in (select webhook_id from webhook_delivery
          where status = 'pending' and due_at <= now())`;
  },
};

/** Deletes events, with their deliveries, that are old or whose project was deleted. */
export async function sweepEvents(db: Db, before: Date): Promise<void> {
  const isOver = sql`created_at < ${before.toISOString()}::timestamptz
    or not exists (select from project where project.id = webhook_event.project_id)`;
  await deleteInBatches(db, webhookEvent, isOver, EVENTS_AT_ONCE);
}

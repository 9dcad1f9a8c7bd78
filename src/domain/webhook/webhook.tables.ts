import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { WebhookAttempt, WebhookEventType } from '#generated/model/index.ts';
import { at, boundSecret, cascade, creation, isEqual, jsonb, partOf } from '../columns.ts';
import { project } from '../project/project.tables.ts';
import type { StoreTables } from '../table.ts';
import { task } from '../task/task.tables.ts';

export const webhook = pgTable(
  'webhook',
  {
    id: text().primaryKey(),
    project_id: partOf(() => project.id),
    name: text().notNull(),
    url: text().notNull(),
    events: text().array().$type<WebhookEventType[]>().notNull(),
    /** Whether it receives the events of all tasks, attached or not. */
    all_tasks: boolean().notNull(),
    status: text({ enum: ['active', 'paused', 'disabled'] })
      .notNull()
      .default('active'),
    secret: boundSecret().notNull(),
    old_secret: boundSecret(),
    old_secret_until: at(),
    /** Number of failed attempts since the last success. */
    failures: integer().notNull().default(0),
    failing_since: at(),
    last_delivered_at: at(),
    /** Counts changes made by people; it is the ETag. */
    version: integer().notNull().default(1),
    ...creation,
  },
  (t) => [index('webhook_project').on(t.project_id, t.id)],
);
export type WebhookRow = typeof webhook.$inferSelect;

/** The webhook that receives a task's events. */
export const taskWebhook = pgTable(
  'task_webhook',
  {
    task_id: text()
      .primaryKey()
      .references(() => task.id, cascade),
    webhook_id: text().notNull(),
  },
  (t) => [index('task_webhook_webhook').on(t.webhook_id)],
);

/**
 * An event, recorded in the transaction in which it happened. There are no foreign keys, because they would slow down
 * runs. Events of deleted projects are cleaned up.
 */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    id: text().primaryKey(),
    project_id: text().notNull(),
    type: text().notNull(),
    task_id: text(),
    /** The run from which the body is built when the event is first sent. */
    run_id: text(),
    /** The JSON that is sent; null until it is first needed. */
    body: text(),
    /** Whether its deliveries exist. */
    is_spread: boolean().notNull().default(false),
    created_at: at().notNull(),
  },
  (t) => [
    index('webhook_event_new').on(t.id).where(sql`not ${t.is_spread}`),
    index('webhook_event_created').on(t.created_at),
  ],
);
export type WebhookEventRow = typeof webhookEvent.$inferSelect;

/** One event on its way to one webhook: both the queue and the log. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: text().primaryKey(),
    webhook_id: text().notNull(),
    event_id: partOf(() => webhookEvent.id),
    status: text({ enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    attempts: integer().notNull().default(0),
    log: jsonb<WebhookAttempt[]>().notNull().default([]),
    created_at: at().notNull(),
    /** When it is due; null if it has ended or no worker should send it. */
    due_at: at(),
    /**
     * The process that is sending it or did so last, and the end of its lease. Until then, it may still be sending
     * it.
     */
    worker_id: text(),
    lease_until: at(),
    ended_at: at(),
  },
  (t) => [
    index('webhook_delivery_log').on(t.webhook_id, t.id),
    index('webhook_delivery_event').on(t.event_id),
    index('webhook_delivery_due').on(t.due_at).where(isEqual(t.status, 'pending')),
    // Each webhook's next deliveries. Without this index, a webhook with many due deliveries slows down claiming those
    // of the others.
    index('webhook_delivery_next').on(t.webhook_id, t.due_at).where(isEqual(t.status, 'pending')),
  ],
);
export type WebhookDeliveryRow = typeof webhookDelivery.$inferSelect;

export const WEBHOOK_TABLES = {
  webhooks: {
    table: webhook,
    audit: {
      type: 'webhook',
      shown: 'name url events all_tasks status',
      hidden: 'secret',
      rest: 'id project_id failures failing_since last_delivered_at old_secret old_secret_until created_by_id created_by_name created_at version',
    },
  },
  attachments: {
    table: taskWebhook,
    swept: { webhook_id: 'webhook' },
    audit: { type: 'task', id: 'task_id', nameIn: 'task', shown: 'webhook_id', rest: 'task_id' },
  },
  events: { table: webhookEvent },
  deliveries: { table: webhookDelivery, swept: { webhook_id: 'webhook' } },
} satisfies StoreTables;

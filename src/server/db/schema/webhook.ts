/** Webhooks: where a project's events are sent, what happened, and what is still to be sent. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { WebhookAttempt, WebhookEventType } from '#generated/model/index.ts';
import { project } from './project.ts';
import { task } from './task.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const webhook = pgTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEventType[]>().notNull(),
    /** Whether it gets the events of all tasks, attached or not. */
    allTasks: boolean('all_tasks').notNull(),
    status: text('status', { enum: ['active', 'paused', 'disabled'] })
      .notNull()
      .default('active'),
    /** Sealed: it must be readable to sign with. */
    secret: text('secret').notNull(),
    oldSecret: text('old_secret'),
    oldSecretUntil: at('old_secret_until'),
    /** Attempts that failed since one succeeded. */
    failures: integer('failures').notNull().default(0),
    failingSince: at('failing_since'),
    lastDeliveredAt: at('last_delivered_at'),
    /** Counts what people change; it is the ETag. */
    version: integer('version').notNull().default(1),
    createdById: text('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('webhook_project').on(t.projectId, t.id)],
);

/** The webhook that gets a task's events. */
export const taskWebhook = pgTable(
  'task_webhook',
  {
    taskId: text('task_id')
      .primaryKey()
      .references(() => task.id, { onDelete: 'cascade' }),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
  },
  (t) => [index('task_webhook_webhook').on(t.webhookId)],
);

/**
 * What happened, written in the transaction in which it happened. No foreign keys: a run should not pay for them; what
 * outlives its project is swept up.
 */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id').notNull(),
    type: text('type').notNull(),
    taskId: text('task_id'),
    /** The run that it is about; its body is made of that. */
    runId: text('run_id'),
    /** The JSON that is sent, once it was made. */
    body: text('body'),
    /** Whether its deliveries were made. */
    isSpread: boolean('is_spread').notNull().default(false),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    index('webhook_event_new').on(t.id).where(sql`not ${t.isSpread}`),
    index('webhook_event_created').on(t.createdAt),
  ],
);

/** One event on its way to one webhook: the queue and the log. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    eventId: text('event_id')
      .notNull()
      .references(() => webhookEvent.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    log: jsonb('log').$type<WebhookAttempt[]>().notNull().default([]),
    createdAt: at('created_at').notNull(),
    /** When it is due; null once it has ended. */
    nextAttemptAt: at('next_attempt_at'),
    /** Until when some process may be sending it. */
    lockedUntil: at('locked_until'),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('webhook_delivery_log').on(t.webhookId, t.id),
    index('webhook_delivery_event').on(t.eventId),
    index('webhook_delivery_due').on(t.nextAttemptAt).where(sql`${t.status} = 'pending'`),
  ],
);

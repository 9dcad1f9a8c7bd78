/** Webhooks: where a project's events are sent, what happened, and what is still to be sent. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { WebhookAttempt, WebhookEventType } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { project } from './project.ts';
import { task } from './task.ts';

export const webhook = pgTable(
  'webhook',
  {
    id: text('id').primaryKey(),
    project_id: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    url: text('url').notNull(),
    events: text('events').array().$type<WebhookEventType[]>().notNull(),
    /** Whether it gets the events of all tasks, attached or not. */
    all_tasks: boolean('all_tasks').notNull(),
    status: text('status', { enum: ['active', 'paused', 'disabled'] })
      .notNull()
      .default('active'),
    /** Sealed: it must be readable to sign with. */
    secret: text('secret').notNull(),
    old_secret: text('old_secret'),
    old_secret_until: at('old_secret_until'),
    /** Attempts that failed since one succeeded. */
    failures: integer('failures').notNull().default(0),
    failing_since: at('failing_since'),
    last_delivered_at: at('last_delivered_at'),
    /** Counts what people change; it is the ETag. */
    version: integer('version').notNull().default(1),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('webhook_project').on(t.project_id, t.id)],
);

/** The webhook that gets a task's events. */
export const taskWebhook = pgTable(
  'task_webhook',
  {
    task_id: text('task_id')
      .primaryKey()
      .references(() => task.id, { onDelete: 'cascade' }),
    webhook_id: text('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
  },
  (t) => [index('task_webhook_webhook').on(t.webhook_id)],
);

/**
 * What happened, written in the transaction in which it happened. No foreign keys: a run should not pay for them; what
 * outlives its project is swept up.
 */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    id: text('id').primaryKey(),
    project_id: text('project_id').notNull(),
    type: text('type').notNull(),
    task_id: text('task_id'),
    /** The run that it is about; its body is made of that. */
    run_id: text('run_id'),
    /** The JSON that is sent, once it was made. */
    body: text('body'),
    /** Whether its deliveries were made. */
    is_spread: boolean('is_spread').notNull().default(false),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('webhook_event_new').on(t.id).where(sql`not ${t.is_spread}`),
    index('webhook_event_created').on(t.created_at),
  ],
);

/** One event on its way to one webhook: the queue and the log. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: text('id').primaryKey(),
    webhook_id: text('webhook_id')
      .notNull()
      .references(() => webhook.id, { onDelete: 'cascade' }),
    event_id: text('event_id')
      .notNull()
      .references(() => webhookEvent.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    log: jsonb<WebhookAttempt[]>('log').notNull().default([]),
    created_at: at('created_at').notNull(),
    /** When it is due; null once it has ended. */
    next_attempt_at: at('next_attempt_at'),
    /** Until when some process may be sending it. */
    locked_until: at('locked_until'),
    ended_at: at('ended_at'),
  },
  (t) => [
    index('webhook_delivery_log').on(t.webhook_id, t.id),
    index('webhook_delivery_event').on(t.event_id),
    index('webhook_delivery_due').on(t.next_attempt_at).where(sql`${t.status} = 'pending'`),
  ],
);

/** Webhooks, their events and deliveries. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { WebhookAttempt, WebhookEventType } from '#generated/model/index.ts';
import { at, boundSecret, jsonb } from '../columns.ts';
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
    /** Whether it receives the events of all tasks, attached or not. */
    all_tasks: boolean('all_tasks').notNull(),
    status: text('status', { enum: ['active', 'paused', 'disabled'] })
      .notNull()
      .default('active'),
    secret: boundSecret('secret').notNull(),
    old_secret: boundSecret('old_secret'),
    old_secret_until: at('old_secret_until'),
    /** Number of failed attempts since the last success. */
    failures: integer('failures').notNull().default(0),
    failing_since: at('failing_since'),
    last_delivered_at: at('last_delivered_at'),
    /** Incremented by every change that a user makes; used as the ETag. */
    version: integer('version').notNull().default(1),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('webhook_project').on(t.project_id, t.id)],
);

/** The webhook that receives a task's events. */
export const taskWebhook = pgTable(
  'task_webhook',
  {
    task_id: text('task_id')
      .primaryKey()
      .references(() => task.id, { onDelete: 'cascade' }),
    webhook_id: text('webhook_id').notNull(),
  },
  (t) => [index('task_webhook_webhook').on(t.webhook_id)],
);

/**
 * Events, written in the transactions that cause them. There are no foreign keys, because they would slow down runs. Events
 * of deleted projects are cleaned up.
 */
export const webhookEvent = pgTable(
  'webhook_event',
  {
    id: text('id').primaryKey(),
    project_id: text('project_id').notNull(),
    type: text('type').notNull(),
    task_id: text('task_id'),
    /** The run that the event is about. The body is created from it. */
    run_id: text('run_id'),
    /** The JSON body, once it has been created. */
    body: text('body'),
    /** Whether its deliveries have been created. */
    is_spread: boolean('is_spread').notNull().default(false),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    index('webhook_event_new').on(t.id).where(sql`not ${t.is_spread}`),
    index('webhook_event_created').on(t.created_at),
  ],
);

/** Deliveries of events to webhooks. This is both the queue and the log. */
export const webhookDelivery = pgTable(
  'webhook_delivery',
  {
    id: text('id').primaryKey(),
    webhook_id: text('webhook_id').notNull(),
    event_id: text('event_id')
      .notNull()
      .references(() => webhookEvent.id, { onDelete: 'cascade' }),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull().default(0),
    log: jsonb<WebhookAttempt[]>('log').notNull().default([]),
    created_at: at('created_at').notNull(),
    /** Time of the next attempt; null once the delivery has ended. */
    next_attempt_at: at('next_attempt_at'),
    /** The process that is sending it or did so last, and the end of its lease. */
    worker_id: text('worker_id'),
    locked_until: at('locked_until'),
    ended_at: at('ended_at'),
  },
  (t) => [
    index('webhook_delivery_log').on(t.webhook_id, t.id),
    index('webhook_delivery_event').on(t.event_id),
    index('webhook_delivery_due').on(t.next_attempt_at).where(sql`${t.status} = 'pending'`),
    // Each webhook's next deliveries. Without this index, a webhook with many due deliveries slows down claiming those
    // of the others.
    index('webhook_delivery_next')
      .on(t.webhook_id, t.next_attempt_at)
      .where(sql`${t.status} = 'pending'`),
  ],
);

/**
 * Runs: calls of tasks. They outlive the task. Nothing here is a foreign key: checking keys would cost every
 * run, and runs of deleted projects are swept up by the housekeeper.
 */
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { RunCallerType, RunError, RunSource, RunStep } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';

export const run = pgTable(
  'run',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id').notNull(),
    task_id: text('task_id').notNull(),
    task_name: text('task_name').notNull(),
    /** Null for a draft. */
    revision: integer('revision'),
    /** The revision or environment that was asked for by name; null for the active one. */
    target: text('target'),
    /** Inputs that were not sent: their variables have a default. */
    defaulted: text('defaulted').array(),
    source: text('source').$type<RunSource>().notNull(),
    status: text('status', {
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    model_id: text('model_id').notNull(),
    input_preview: text('input_preview').notNull(),
    inputs: jsonb<Record<string, unknown>>('inputs').notNull(),
    /** An object; a text is not repeated here. */
    output: jsonb<Record<string, unknown>>('output'),
    /** What the model wrote, saved about every half second while it writes. */
    output_text: text('output_text').notNull().default(''),
    /** How often the text was begun anew. */
    resets: integer('resets').notNull().default(0),
    output_valid: boolean('output_valid'),
    input_tokens: integer('input_tokens').notNull().default(0),
    output_tokens: integer('output_tokens').notNull().default(0),
    /** Micro-dollars; null while it runs and when the price is unknown. */
    cost: bigint('cost', { mode: 'number' }),
    latency_ms: integer('latency_ms'),
    first_token_ms: integer('first_token_ms'),
    error: jsonb<RunError>('error'),
    caller_type: text('caller_type').$type<RunCallerType>().notNull(),
    caller_id: text('caller_id').notNull(),
    caller_name: text('caller_name').notNull(),
    idempotency_key: text('idempotency_key'),
    /** Hash of what was asked for: the same key with something else is refused. */
    request_hash: text('request_hash'),
    /** The process that runs it; when that one dies the run is lost. */
    worker_id: text('worker_id').notNull(),
    cancel_requested: boolean('cancel_requested').notNull().default(false),
    created_at: at('created_at').notNull(),
    ended_at: at('ended_at'),
  },
  (t) => [
    index('run_project').on(t.project_id, t.id),
    index('run_task').on(t.task_id, t.id),
    // Almost all runs succeed: what people look for are the others.
    index('run_project_status')
      .on(t.project_id, t.status, t.id)
      .where(sql`${t.status} <> 'succeeded'`),
    index('run_project_invalid').on(t.project_id, t.id).where(sql`${t.output_valid} = false`),
    index('run_project_caller').on(t.project_id, t.caller_id, t.id),
    uniqueIndex('run_idempotency')
      .on(t.caller_id, t.idempotency_key)
      .where(sql`${t.idempotency_key} is not null`),
  ],
);

/** What a run did, step by step; written when it ends. */
export const runTrace = pgTable('run_trace', {
  run_id: text('run_id').primaryKey(),
  steps: jsonb<RunStep[]>('steps').notNull(),
});

/** The processes that run runs. One that was not seen for a while is dead, and its runs are lost. */
export const runWorker = pgTable('run_worker', {
  id: text('id').primaryKey(),
  seen_at: at('seen_at').notNull(),
});

/** What a person said for a tool that waits, on its way to the process that runs the run. */
export const runReply = pgTable(
  'run_reply',
  {
    step_id: text('step_id').primaryKey(),
    run_id: text('run_id').notNull(),
    reply: text('reply').notNull(),
    created_at: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [index('run_reply_run').on(t.run_id)],
);

/**
 * Runs: calls of tasks. They outlive the task. Nothing here is a foreign key: checking keys would cost every
 * run, and runs of deleted projects are swept up by the housekeeper.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { RunCallerType, RunError, RunSource, RunStep } from '#generated/model/index.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const run = pgTable(
  'run',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id').notNull(),
    projectId: text('project_id').notNull(),
    taskId: text('task_id').notNull(),
    taskName: text('task_name').notNull(),
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
    modelId: text('model_id').notNull(),
    inputPreview: text('input_preview').notNull(),
    inputs: jsonb('inputs').$type<Record<string, unknown>>().notNull(),
    /** An object; a text is not repeated here. */
    output: jsonb('output').$type<Record<string, unknown>>(),
    /** What the model wrote, saved about every half second while it writes. */
    outputText: text('output_text').notNull().default(''),
    /** How often the text was begun anew. */
    resets: integer('resets').notNull().default(0),
    outputValid: boolean('output_valid'),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    /** Micro-dollars; null while it runs and when the price is unknown. */
    cost: bigint('cost', { mode: 'number' }),
    latencyMs: integer('latency_ms'),
    firstTokenMs: integer('first_token_ms'),
    error: jsonb('error').$type<RunError>(),
    callerType: text('caller_type').$type<RunCallerType>().notNull(),
    callerId: text('caller_id').notNull(),
    callerName: text('caller_name').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** Hash of what was asked for: the same key with something else is refused. */
    requestHash: text('request_hash'),
    /** The process that runs it; when that one dies the run is lost. */
    workerId: text('worker_id').notNull(),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
  },
  (t) => [
    index('run_project').on(t.projectId, t.id),
    index('run_task').on(t.taskId, t.id),
    // Almost all runs succeed: what people look for are the others.
    index('run_project_status')
      .on(t.projectId, t.status, t.id)
      .where(sql`${t.status} <> 'succeeded'`),
    index('run_project_invalid').on(t.projectId, t.id).where(sql`${t.outputValid} = false`),
    index('run_project_caller').on(t.projectId, t.callerId, t.id),
    uniqueIndex('run_idempotency')
      .on(t.callerId, t.idempotencyKey)
      .where(sql`${t.idempotencyKey} is not null`),
  ],
);

/** What a run did, step by step; written when it ends. */
export const runTrace = pgTable('run_trace', {
  runId: text('run_id').primaryKey(),
  steps: jsonb('steps').$type<RunStep[]>().notNull(),
});

/** The processes that run runs. One that was not seen for a while is dead, and its runs are lost. */
export const runWorker = pgTable('run_worker', {
  id: text('id').primaryKey(),
  seenAt: at('seen_at').notNull(),
});

/** What a person said for a tool that waits, on its way to the process that runs the run. */
export const runReply = pgTable(
  'run_reply',
  {
    stepId: text('step_id').primaryKey(),
    runId: text('run_id').notNull(),
    reply: text('reply').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [index('run_reply_run').on(t.runId)],
);

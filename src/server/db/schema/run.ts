/**
 * Runs: calls of tasks. They outlive the task. There are no foreign keys, because checking them would slow down every
 * run. Runs of deleted projects are deleted by the housekeeper.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type {
  ProblemCode,
  RunCallerType,
  RunCitation,
  RunError,
  RunSource,
  RunStep,
} from '#generated/model/index.ts';
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
    /** The revision or environment that the caller requested; null for the active revision. */
    target: text('target'),
    /** Inputs that were not sent, because their variables have a default. */
    defaulted: text('defaulted').array(),
    source: text('source').$type<RunSource>().notNull(),
    /** The chat that it answered in. */
    chat_id: text('chat_id'),
    status: text('status', {
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    model_id: text('model_id').notNull(),
    input_preview: text('input_preview').notNull(),
    inputs: jsonb<Record<string, unknown>>('inputs').notNull(),
    /** Only for objects. Text output is in `outputText`. */
    output: jsonb<Record<string, unknown>>('output'),
    /** The model's output, saved about every half second while it is generated. */
    output_text: text('output_text').notNull().default(''),
    /** The citations of the output; null if there are none. */
    citations: jsonb<RunCitation[]>('citations'),
    /** How often the output was restarted. */
    resets: integer('resets').notNull().default(0),
    output_valid: boolean('output_valid'),
    input_tokens: integer('input_tokens').notNull().default(0),
    output_tokens: integer('output_tokens').notNull().default(0),
    /** In micro-dollars; null if the price is unknown, and until the run's output is saved for the first time. */
    cost: bigint('cost', { mode: 'number' }),
    /** Micro-dollars of the organisation's balance that it holds until it has ended: the most that it may cost. */
    reserved: bigint('reserved', { mode: 'number' }).notNull().default(0),
    /** Micro-dollars charged to the balance; null for all of `cost`. The rest ran on the organisation's own keys. */
    billed: bigint('billed', { mode: 'number' }),
    latency_ms: integer('latency_ms'),
    first_token_ms: integer('first_token_ms'),
    error: jsonb<RunError>('error'),
    caller_type: text('caller_type').$type<RunCallerType>().notNull(),
    caller_id: text('caller_id').notNull(),
    caller_name: text('caller_name').notNull(),
    idempotency_key: text('idempotency_key'),
    /** Hash of the request. The same key with a different request is rejected. */
    request_hash: text('request_hash'),
    /** The process that executes the run. If it dies, the run is lost. */
    worker_id: text('worker_id').notNull(),
    cancel_requested: boolean('cancel_requested').notNull().default(false),
    created_at: at('created_at').notNull(),
    ended_at: at('ended_at'),
  },
  (t) => [
    index('run_project').on(t.project_id, t.id),
    index('run_task').on(t.task_id, t.id),
    // Almost all runs succeed, so people look for the others.
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

/** The steps of a run, written when it ends. */
export const runTrace = pgTable('run_trace', {
  run_id: text('run_id').primaryKey(),
  steps: jsonb<RunStep[]>('steps').notNull(),
});

/** The processes that execute runs. One that hasn't been seen for a while is dead, and its runs are lost. */
export const runWorker = pgTable('run_worker', {
  id: text('id').primaryKey(),
  seen_at: at('seen_at').notNull(),
});

/** A person's reply to a waiting tool call, on its way to the process that executes the run. */
export const runReply = pgTable(
  'run_reply',
  {
    run_id: text('run_id').notNull(),
    step_id: text('step_id').notNull(),
    reply: text('reply').notNull(),
    created_at: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.step_id] })],
);

/**
 * Calls that were rejected before a run was accepted, by caller, reason and day. They are deleted like runs, and have no
 * foreign keys either: one whose project has just been deleted must not keep the others from being saved.
 */
export const rejectedCall = pgTable(
  'rejected_call',
  {
    /** A hash of the day and the group's fields. */
    id: text('id').primaryKey(),
    project_id: text('project_id').notNull(),
    task_id: text('task_id'),
    task_name: text('task_name'),
    /** The revision or environment that the caller requested, if the request was read. */
    target: text('target'),
    /** The revision that rejected the calls. */
    revision: integer('revision'),
    source: text('source').$type<RunSource>().notNull(),
    caller_type: text('caller_type').$type<RunCallerType>().notNull(),
    caller_id: text('caller_id').notNull(),
    caller_name: text('caller_name').notNull(),
    code: text('code').$type<ProblemCode>().notNull(),
    status: integer('status').notNull(),
    pointers: text('pointers').array().notNull(),
    calls: integer('calls').notNull(),
    first_at: at('first_at').notNull(),
    last_at: at('last_at').notNull(),
    last_request_id: text('last_request_id').notNull(),
  },
  (t) => [
    index('rejected_call_project').on(t.project_id, t.last_at, t.id),
    index('rejected_call_task').on(t.task_id, t.last_at),
  ],
);

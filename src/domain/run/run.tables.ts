import { sql } from 'drizzle-orm';
import {
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
import { at, isSet, jsonb, micros } from '../columns.ts';
import type { StoreTables } from '../table.ts';

/**
 * A call of a task. Runs outlive their task. There are no foreign keys, because checking them would slow down every
 * run. Runs of deleted projects are deleted by the housekeeper.
 */
export const run = pgTable(
  'run',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    project_id: text().notNull(),
    task_id: text().notNull(),
    task_name: text().notNull(),
    /** Null for a draft. */
    revision: integer(),
    /** The revision or environment named in the call; null if it named none. */
    target: text(),
    /** Names of the inputs that were omitted and have a default. */
    defaulted: text().array(),
    source: text().$type<RunSource>().notNull(),
    /** The chat that it answered in; null for other runs. */
    chat_id: text(),
    status: text({
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    model_id: text().notNull(),
    input_preview: text().notNull(),
    inputs: jsonb<Record<string, unknown>>().notNull(),
    /** Null for text output, which is in `output_text`. */
    output: jsonb<Record<string, unknown>>(),
    /** What the model has written, saved about every half second during the run. */
    output_text: text().notNull().default(''),
    /** Null if nothing is cited. */
    citations: jsonb<RunCitation[]>(),
    /** How many times the output was restarted from the beginning, for example after a retry. */
    resets: integer().notNull().default(0),
    output_valid: boolean(),
    input_tokens: integer().notNull().default(0),
    output_tokens: integer().notNull().default(0),
    /** Micro-dollars; null if the price is unknown, and until the run's output is saved for the first time. */
    cost: micros(),
    /** Micro-dollars of the balance that it holds until it has ended. */
    reserved: micros().notNull().default(0),
    /** Micro-dollars charged to the balance; null if all of `cost`. The rest ran on the organisation's own keys. */
    billed: micros(),
    latency_ms: integer(),
    first_token_ms: integer(),
    error: jsonb<RunError>(),
    caller_type: text().$type<RunCallerType>().notNull(),
    caller_id: text().notNull(),
    caller_name: text().notNull(),
    idempotency_key: text(),
    /** Hash of the request, to reject the same key with a different request. */
    request_hash: text(),
    /** The process that executes it. If that process dies, the run is lost. */
    worker_id: text().notNull(),
    cancel_requested: boolean().notNull().default(false),
    created_at: at().notNull(),
    ended_at: at(),
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
      .where(isSet(t.idempotency_key)),
  ],
);
export type RunRow = typeof run.$inferSelect;

/** Columns that are saved about every half second while a run executes. */
type Saved =
  | 'output_text'
  | 'resets'
  | 'input_tokens'
  | 'output_tokens'
  | 'cost'
  | 'billed'
  | 'first_token_ms';
/** Columns that are known once it has ended. */
type Known = 'output' | 'citations' | 'output_valid' | 'latency_ms' | 'error' | 'ended_at';

/** A run that is accepted. */
export interface AcceptedRow extends Omit<RunRow, Saved | Known | 'status' | 'cancel_requested'> {
  status: 'queued' | 'running';
  /** Whether its model is free, so that no balance is needed. */
  is_free: boolean;
}

/** The progress of a run. */
export type SavedRow = Pick<RunRow, 'id' | Saved>;

/** A run that has ended. */
export interface EndedRow extends Pick<RunRow, 'id' | Saved | Known> {
  status: 'succeeded' | 'failed' | 'cancelled';
  /** The ID of its ledger entry, if there is one. */
  entry_id: string;
  steps: RunStep[];
}

/** A run's steps, written when it ends. */
export const runTrace = pgTable('run_trace', {
  run_id: text().primaryKey(),
  steps: jsonb<RunStep[]>().notNull(),
});

/** A manual tool reply, on its way to the process that executes the run. */
export const runReply = pgTable(
  'run_reply',
  {
    run_id: text().notNull(),
    step_id: text().notNull(),
    reply: text().notNull(),
    created_at: at().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.run_id, t.step_id] })],
);

/**
 * Rejected calls with the same reason on the same day. They outlive the task and are deleted like runs, and have no
 * foreign keys either: one whose project has just been deleted must not keep the others from being saved.
 */
export const rejectedCall = pgTable(
  'rejected_call',
  {
    /** A hash of the day and the group's fields. */
    id: text().primaryKey(),
    project_id: text().notNull(),
    task_id: text(),
    task_name: text(),
    /** The revision or environment that the caller requested, if the request was read. */
    target: text(),
    /** The revision that rejected the calls. */
    revision: integer(),
    source: text().$type<RunSource>().notNull(),
    caller_type: text().$type<RunCallerType>().notNull(),
    caller_id: text().notNull(),
    caller_name: text().notNull(),
    code: text().$type<ProblemCode>().notNull(),
    status: integer().notNull(),
    pointers: text().array().notNull(),
    calls: integer().notNull(),
    first_at: at().notNull(),
    last_at: at().notNull(),
    last_request_id: text().notNull(),
  },
  (t) => [
    index('rejected_call_project').on(t.project_id, t.last_at, t.id),
    index('rejected_call_task').on(t.task_id, t.last_at),
  ],
);
export type RejectedCallRow = typeof rejectedCall.$inferSelect;

export const RUN_TABLES = {
  runs: { table: run, swept: { project_id: 'project' } },
  traces: { table: runTrace, swept: { run_id: 'run' } },
  replies: { table: runReply },
  rejected: { table: rejectedCall, swept: { project_id: 'project' } },
} satisfies StoreTables;

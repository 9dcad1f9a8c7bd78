/** Datasets of test cases, and evaluations of revisions on them. An evaluation has its own copy of the cases. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type {
  EvaluationCheck,
  EvaluationOutcome,
  RunError,
  RunResult,
} from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { task } from './task.ts';

export const dataset = pgTable(
  'dataset',
  {
    id: text('id').primaryKey(),
    task_id: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    checks: jsonb<EvaluationCheck[]>('checks').notNull(),
    cases: integer('cases').notNull().default(0),
    /** The total size of its cases. */
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    /** Incremented by every write; used as the ETag. */
    version: integer('version').notNull().default(1),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('dataset_task_name').on(t.task_id, sql`lower(${t.name})`)],
);

export const datasetCase = pgTable(
  'dataset_case',
  {
    id: text('id').primaryKey(),
    dataset_id: text('dataset_id').notNull(),
    name: text('name').notNull(),
    inputs: jsonb<Record<string, unknown>>('inputs').notNull(),
    expected: jsonb<RunResult | null>('expected'),
    source_run_id: text('source_run_id'),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('dataset_case_dataset').on(t.dataset_id, t.id)],
);

export const evaluation = pgTable(
  'evaluation',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id').notNull(),
    task_id: text('task_id').notNull(),
    /** The dataset may have been deleted since. */
    dataset_id: text('dataset_id').notNull(),
    dataset_name: text('dataset_name').notNull(),
    /** The total size of its copied cases. */
    size: bigint('size', { mode: 'number' }).notNull().default(0),
    checks: jsonb<EvaluationCheck[]>('checks').notNull(),
    revision: integer('revision').notNull(),
    baseline_revision: integer('baseline_revision'),
    status: text('status', {
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    error: jsonb<RunError | null>('error'),
    cases: integer('cases').notNull(),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
    ended_at: at('ended_at'),
    /** The lease of the process that works on it. After it expires, any other process may take over. */
    worker_id: text('worker_id'),
    lease_until: at('lease_until'),
    /** How many times a process has started work on it since a person last started it. */
    attempts: integer('attempts').notNull().default(0),
  },
  (t) => [
    index('evaluation_task').on(t.task_id, t.id),
    index('evaluation_project').on(t.project_id),
    index('evaluation_open').on(t.id).where(sql`${t.status} in ('queued', 'running')`),
  ],
);

export const evaluationResult = pgTable(
  'evaluation_result',
  {
    evaluation_id: text('evaluation_id').notNull(),
    position: integer('position').notNull(),
    case_id: text('case_id').notNull(),
    name: text('name').notNull(),
    inputs: jsonb<Record<string, unknown>>('inputs').notNull(),
    expected: jsonb<RunResult | null>('expected'),
    candidate: jsonb<EvaluationOutcome | null>('candidate'),
    baseline: jsonb<EvaluationOutcome | null>('baseline'),
    /** The verdict, as an index into `VERDICTS`. */
    rank: smallint('rank').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.evaluation_id, t.position] }),
    index('evaluation_result_rank').on(t.evaluation_id, t.rank, t.position),
  ],
);

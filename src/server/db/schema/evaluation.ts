/** Datasets of test cases, and evaluations of revisions on them. An evaluation has its own copy of the cases. */
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type {
  EvaluationCheck,
  EvaluationOutcome,
  RunError,
  RunResult,
} from '#generated/model/index.ts';
import { jsonValue } from '../json-value.ts';
import { task } from './task.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const dataset = pgTable(
  'dataset',
  {
    id: text('id').primaryKey(),
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    checks: jsonb('checks').$type<EvaluationCheck[]>().notNull(),
    cases: integer('cases').notNull().default(0),
    /** Incremented by every write; used as the ETag. */
    version: integer('version').notNull().default(1),
    createdById: text('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('dataset_task_name').on(t.taskId, sql`lower(${t.name})`)],
);

export const datasetCase = pgTable(
  'dataset_case',
  {
    id: text('id').primaryKey(),
    datasetId: text('dataset_id')
      .notNull()
      .references(() => dataset.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    inputs: jsonb('inputs').$type<Record<string, unknown>>().notNull(),
    expected: jsonValue('expected').$type<RunResult>(),
    sourceRunId: text('source_run_id'),
    createdAt: at('created_at').notNull(),
  },
  (t) => [index('dataset_case_dataset').on(t.datasetId, t.id)],
);

export const evaluation = pgTable(
  'evaluation',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id').notNull(),
    projectId: text('project_id').notNull(),
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    /** The dataset may have been deleted since. */
    datasetId: text('dataset_id').notNull(),
    datasetName: text('dataset_name').notNull(),
    checks: jsonb('checks').$type<EvaluationCheck[]>().notNull(),
    revision: integer('revision').notNull(),
    baselineRevision: integer('baseline_revision'),
    status: text('status', {
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    error: jsonb('error').$type<RunError>(),
    cases: integer('cases').notNull(),
    createdById: text('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    createdAt: at('created_at').notNull(),
    endedAt: at('ended_at'),
    /** The lease of the process that works on it. After it expires, any other process may take over. */
    workerId: text('worker_id'),
    leaseUntil: at('lease_until'),
  },
  (t) => [
    index('evaluation_task').on(t.taskId, t.id),
    index('evaluation_open').on(t.id).where(sql`${t.status} in ('queued', 'running')`),
  ],
);

export const evaluationResult = pgTable(
  'evaluation_result',
  {
    evaluationId: text('evaluation_id')
      .notNull()
      .references(() => evaluation.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    caseId: text('case_id').notNull(),
    name: text('name').notNull(),
    inputs: jsonb('inputs').$type<Record<string, unknown>>().notNull(),
    expected: jsonValue('expected').$type<RunResult>(),
    candidate: jsonb('candidate').$type<EvaluationOutcome>(),
    baseline: jsonb('baseline').$type<EvaluationOutcome>(),
    /** The verdict, as an index into `VERDICTS`. */
    rank: smallint('rank').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.evaluationId, t.position] }),
    index('evaluation_result_rank').on(t.evaluationId, t.rank, t.position),
  ],
);

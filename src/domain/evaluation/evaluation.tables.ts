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
import { at, creation, jsonb, lower, partOf } from '../columns.ts';
import type { StoreTables } from '../table.ts';
import { task } from '../task/task.tables.ts';

export const dataset = pgTable(
  'dataset',
  {
    id: text().primaryKey(),
    task_id: partOf(() => task.id),
    name: text().notNull(),
    checks: jsonb<EvaluationCheck[]>().notNull(),
    cases: integer().notNull().default(0),
    /** The total size of its cases, by `storedSize`. */
    size: bigint({ mode: 'number' }).notNull().default(0),
    /** Incremented by every write; used as the ETag. */
    version: integer().notNull().default(1),
    ...creation,
    updated_at: at().notNull(),
  },
  (t) => [uniqueIndex('dataset_task_name').on(t.task_id, lower(t.name))],
);
export type DatasetRow = typeof dataset.$inferSelect;

export const datasetCase = pgTable(
  'dataset_case',
  {
    id: text().primaryKey(),
    dataset_id: text().notNull(),
    name: text().notNull(),
    inputs: jsonb<Record<string, unknown>>().notNull(),
    expected: jsonb<RunResult | null>(),
    source_run_id: text(),
    created_at: at().notNull(),
  },
  (t) => [index('dataset_case_dataset').on(t.dataset_id, t.id)],
);
export type DatasetCaseRow = typeof datasetCase.$inferSelect;

export const evaluation = pgTable(
  'evaluation',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    project_id: text().notNull(),
    task_id: text().notNull(),
    /** The dataset may have been deleted since. */
    dataset_id: text().notNull(),
    dataset_name: text().notNull(),
    /** The total size of its copied cases. */
    size: bigint({ mode: 'number' }).notNull().default(0),
    /** The checks of the dataset when the evaluation was started. */
    checks: jsonb<EvaluationCheck[]>().notNull(),
    revision: integer().notNull(),
    baseline_revision: integer(),
    status: text({
      enum: ['queued', 'running', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    error: jsonb<RunError | null>(),
    cases: integer().notNull(),
    ...creation,
    ended_at: at(),
    /** The process working on it, and when its lease expires, after which another may take over. */
    worker_id: text(),
    lease_until: at(),
    /**
     * How many times a process has started work on it since a person last started it, not counting orderly shutdowns.
     */
    attempts: integer().notNull().default(0),
  },
  (t) => [
    index('evaluation_task').on(t.task_id, t.id),
    index('evaluation_project').on(t.project_id),
    index('evaluation_open').on(t.id).where(sql`${t.status} in ('queued', 'running')`),
  ],
);
export type EvaluationRow = typeof evaluation.$inferSelect;

/** A case of an evaluation: a copy of the dataset's case, and its result. */
export const evaluationResult = pgTable(
  'evaluation_result',
  {
    evaluation_id: text().notNull(),
    position: integer().notNull(),
    case_id: text().notNull(),
    name: text().notNull(),
    inputs: jsonb<Record<string, unknown>>().notNull(),
    expected: jsonb<RunResult | null>(),
    candidate: jsonb<EvaluationOutcome | null>(),
    baseline: jsonb<EvaluationOutcome | null>(),
    /** The verdict, as an index into `VERDICTS`. */
    rank: smallint().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.evaluation_id, t.position] }),
    index('evaluation_result_rank').on(t.evaluation_id, t.rank, t.position),
  ],
);
export type EvaluationResultRow = typeof evaluationResult.$inferSelect;

export const EVALUATION_TABLES = {
  datasets: {
    table: dataset,
    audit: {
      type: 'dataset',
      shown: 'name',
      hidden: 'checks',
      rest: 'id task_id cases size version created_by_id created_by_name created_at updated_at',
    },
  },
  cases: {
    table: datasetCase,
    swept: { dataset_id: 'dataset' },
    audit: {
      type: 'dataset_case',
      shown: 'name',
      hidden: 'inputs expected',
      rest: 'id dataset_id source_run_id created_at',
    },
  },
  evaluations: {
    table: evaluation,
    swept: { task_id: 'task' },
    audit: {
      type: 'evaluation',
      name: 'dataset_name',
      shown: 'revision baseline_revision',
      rest: 'id org_id project_id task_id dataset_id dataset_name size checks status error cases created_by_id created_by_name created_at ended_at worker_id lease_until attempts',
    },
  },
  results: {
    table: evaluationResult,
    swept: { evaluation_id: 'evaluation' },
    madeFirst: 'evaluation_id',
  },
} satisfies StoreTables;

/** Tasks: prompts with variables and an output format, kept in immutable revisions. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TaskDefinition } from '#generated/model/index.ts';
import { org } from './org.ts';
import { project } from './project.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const task = pgTable(
  'task',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => org.id, { onDelete: 'cascade' }),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    archivedAt: at('archived_at'),
    /** Whether a revision must be evaluated before it is set active. */
    evaluationRequired: boolean('evaluation_required').notNull().default(false),
    /** The number of the revision that calls get. */
    activeRevision: integer('active_revision'),
    /** What was active before, to go back to. */
    previousRevision: integer('previous_revision'),
    /** Revisions by the names under which they are called; few, so they are kept here. */
    environments: jsonb('environments').$type<Record<string, number>>().notNull().default({}),
    /** The last number given; numbers have no gaps. */
    latestRevision: integer('latest_revision'),
    /** The active revision's model, or the draft's while there is none: lists show it without a join. */
    modelId: text('model_id').notNull(),
    /** Counts writes; it is the ETag. */
    version: integer('version').notNull().default(1),
    /** Authors stay named when their account is gone, so this is no reference. */
    createdById: text('created_by_id').notNull(),
    createdByName: text('created_by_name').notNull(),
    // Times come from this process in whole milliseconds: what a cursor says is what is stored.
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('task_project_name').on(t.projectId, sql`lower(${t.name})`),
    index('task_project_updated').on(t.projectId, t.updatedAt, t.id),
    index('task_project_created').on(t.projectId, t.id),
    index('task_org_updated').on(t.orgId, t.updatedAt, t.id),
    index('task_org_name').on(t.orgId, sql`lower(${t.name})`, t.id),
    index('task_org_created').on(t.orgId, t.id),
  ],
);

export const taskDraft = pgTable('task_draft', {
  taskId: text('task_id')
    .primaryKey()
    .references(() => task.id, { onDelete: 'cascade' }),
  definition: jsonb('definition').$type<TaskDefinition>().notNull(),
  /** The revision that it was last saved as or restored from. */
  baseRevision: integer('base_revision'),
  version: integer('version').notNull().default(1),
  updatedById: text('updated_by_id').notNull(),
  updatedByName: text('updated_by_name').notNull(),
  updatedAt: at('updated_at').notNull(),
});

/** Never changed after it is written. */
export const taskRevision = pgTable(
  'task_revision',
  {
    taskId: text('task_id')
      .notNull()
      .references(() => task.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    definition: jsonb('definition').$type<TaskDefinition>().notNull(),
    note: text('note').notNull(),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.number] })],
);

/**
 * How each revision did on each day (UTC), kept in the transactions that end runs: lists show figures
 * without reading runs. Revision 0 stands for drafts. Not tied to the task, as runs are not.
 */
export const taskUse = pgTable(
  'task_use',
  {
    taskId: text('task_id').notNull(),
    day: date('day').notNull(),
    revision: integer('revision').notNull(),
    runs: integer('runs').notNull(),
    /** Micro-dollars of the runs whose price was known. */
    cost: bigint('cost', { mode: 'number' }).notNull(),
    unpricedRuns: integer('unpriced_runs').notNull(),
    latencyMs: bigint('latency_ms', { mode: 'number' }).notNull(),
    validRuns: integer('valid_runs').notNull(),
    invalidRuns: integer('invalid_runs').notNull(),
  },
  (t) => [primaryKey({ columns: [t.taskId, t.day, t.revision] })],
);

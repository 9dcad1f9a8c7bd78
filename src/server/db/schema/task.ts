/** Tasks: prompts with variables and an output format, saved as immutable revisions. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { TaskDefinition } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';

export const task = pgTable(
  'task',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
    archived_at: at('archived_at'),
    /** Whether a revision must be evaluated before it is set active. */
    evaluation_required: boolean('evaluation_required').notNull().default(false),
    /** Number of the revision that calls use. */
    active_revision: integer('active_revision'),
    /** The previously active revision, for rolling back. */
    previous_revision: integer('previous_revision'),
    /** Named revisions. There are only a few, so they are stored here. */
    environments: jsonb<Record<string, number>>('environments').notNull().default({}),
    /** The latest revision number. Numbers have no gaps. */
    latest_revision: integer('latest_revision'),
    /** Model of the active revision, or of the draft if none is active. Stored here so that lists need no join. */
    model_id: text('model_id').notNull(),
    /** Incremented by every write; used as the ETag. */
    version: integer('version').notNull().default(1),
    /** Not a foreign key, because authors are still shown after their account is deleted. */
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    // Times are set by this process in whole milliseconds, so that cursors match the stored values exactly.
    created_at: at('created_at').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('task_project_name').on(t.project_id, sql`lower(${t.name})`),
    index('task_project_updated').on(t.project_id, t.updated_at, t.id),
    index('task_project_created').on(t.project_id, t.id),
    index('task_org_updated').on(t.org_id, t.updated_at, t.id),
    index('task_org_name').on(t.org_id, sql`lower(${t.name})`, t.id),
    index('task_org_created').on(t.org_id, t.id),
  ],
);

export const taskDraft = pgTable('task_draft', {
  task_id: text('task_id')
    .primaryKey()
    .references(() => task.id, { onDelete: 'cascade' }),
  definition: jsonb<TaskDefinition>('definition').notNull(),
  /** The revision that the draft was last saved as or restored from. */
  base_revision: integer('base_revision'),
  version: integer('version').notNull().default(1),
  updated_by_id: text('updated_by_id').notNull(),
  updated_by_name: text('updated_by_name').notNull(),
  updated_at: at('updated_at').notNull(),
});

/** Immutable. */
export const taskRevision = pgTable(
  'task_revision',
  {
    task_id: text('task_id').notNull(),
    number: integer('number').notNull(),
    definition: jsonb<TaskDefinition>('definition').notNull(),
    note: text('note').notNull(),
    author_id: text('author_id').notNull(),
    author_name: text('author_name').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.number] })],
);

/**
 * Statistics by revision and day (UTC), updated in the transactions that end runs, so that lists don't have to read runs.
 * Revision 0 stands for drafts. Like runs, they aren't tied to the task by a foreign key.
 */
export const taskUse = pgTable(
  'task_use',
  {
    task_id: text('task_id').notNull(),
    day: date('day').notNull(),
    revision: integer('revision').notNull(),
    runs: integer('runs').notNull(),
    /** Cost in micro-dollars of the runs with a known price. */
    cost: bigint('cost', { mode: 'number' }).notNull(),
    unpriced_runs: integer('unpriced_runs').notNull(),
    latency_ms: bigint('latency_ms', { mode: 'number' }).notNull(),
    valid_runs: integer('valid_runs').notNull(),
    invalid_runs: integer('invalid_runs').notNull(),
    /** Bytes of the runs' inputs and traces. */
    stored: bigint('stored', { mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.day, t.revision] })],
);

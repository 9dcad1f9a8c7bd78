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
import type { TaskDefinition } from '#generated/model/index.ts';
import { at, cascade, createdBy, jsonb, lower, updatedBy } from '../columns.ts';
import type { StoreTables } from '../table.ts';

export const task = pgTable(
  'task',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    project_id: text().notNull(),
    name: text().notNull(),
    description: text().notNull().default(''),
    tags: text().array().notNull().default(sql`'{}'::text[]`),
    archived_at: at(),
    /** Whether a revision must be evaluated before it is set active. */
    evaluation_required: boolean().notNull().default(false),
    /** The number of the active revision, which calls use by default. */
    active_revision: integer(),
    /** The previously active revision, for rolling back. */
    previous_revision: integer(),
    /** Revision numbers by environment name. */
    environments: jsonb<Record<string, number>>().notNull().default({}),
    /** The latest revision number. Numbers have no gaps. */
    latest_revision: integer(),
    /** Model of the active revision, or of the draft if none is active. Stored here so that lists need no join. */
    model_id: text().notNull(),
    /** Counts writes; it is the ETag. */
    version: integer().notNull().default(1),
    ...createdBy,
    // Times are set by this process in whole milliseconds, so that cursors match the stored values exactly.
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('task_project_name').on(t.project_id, lower(t.name)),
    index('task_project_updated').on(t.project_id, t.updated_at, t.id),
    index('task_project_created').on(t.project_id, t.id),
    index('task_org_updated').on(t.org_id, t.updated_at, t.id),
    index('task_org_name').on(t.org_id, lower(t.name), t.id),
    index('task_org_created').on(t.org_id, t.id),
  ],
);
export type TaskRow = typeof task.$inferSelect;

export const taskDraft = pgTable('task_draft', {
  task_id: text()
    .primaryKey()
    .references(() => task.id, cascade),
  definition: jsonb<TaskDefinition>().notNull(),
  /** The revision that the draft was last saved as or restored from. */
  base_revision: integer(),
  version: integer().notNull().default(1),
  ...updatedBy,
  updated_at: at().notNull(),
});
export type TaskDraftRow = typeof taskDraft.$inferSelect;

/** Immutable. */
export const taskRevision = pgTable(
  'task_revision',
  {
    task_id: text().notNull(),
    number: integer().notNull(),
    definition: jsonb<TaskDefinition>().notNull(),
    note: text().notNull(),
    author_id: text().notNull(),
    author_name: text().notNull(),
    created_at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.number] })],
);
export type TaskRevisionRow = typeof taskRevision.$inferSelect;

export const TASK_TABLES = {
  tasks: {
    table: task,
    swept: { org_id: 'org', project_id: 'project' },
    audit: {
      type: 'task',
      shown:
        'project_id name description tags archived_at evaluation_required active_revision environments',
      rest: 'id org_id latest_revision previous_revision model_id created_by_id created_by_name created_at updated_at version',
    },
  },
  drafts: { table: taskDraft },
  revisions: {
    table: taskRevision,
    swept: { task_id: 'task' },
    audit: {
      type: 'task',
      id: 'task_id',
      nameIn: 'task',
      shown: 'number note',
      rest: 'task_id definition author_id author_name created_at',
    },
  },
} satisfies StoreTables;

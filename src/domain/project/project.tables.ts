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
import { at, isSet, isUnset, jsonb, lower, partOf } from '../columns.ts';
import type { StoreTables } from '../table.ts';
import { user } from '../user/user.tables.ts';

export const project = pgTable(
  'project',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    name: text().notNull(),
    /** Null takes the organisation's default. */
    default_model_id: text(),
    run_retention_days: integer(),
    allowed_origins: jsonb<string[]>(),
    /** Also set while its organisation is deleted. */
    deleted_at: at(),
    /** Who deleted it. */
    deleted_by_name: text(),
    /** Whether it was deleted with its organisation, and will be restored with it. */
    deleted_with_org: boolean().notNull().default(false),
    /** The organisation that it moved from, while rows in it still have that one's ID. */
    moved_from: text(),
    /** Counts writes; it is the ETag. */
    version: integer().notNull().default(1),
    created_at: at().notNull().default(sql`now()`),
    updated_at: at().notNull().default(sql`now()`),
  },
  (t) => [
    index('project_moving').on(t.id).where(isSet(t.moved_from)),
    uniqueIndex('project_org_name').on(t.org_id, lower(t.name)).where(isUnset(t.deleted_at)),
    index('project_org').on(t.org_id, t.id),
  ],
);
export type ProjectRow = typeof project.$inferSelect;

/** A role given in one project. The role inherited from the organisation is not repeated here. */
export const projectMember = pgTable(
  'project_member',
  {
    project_id: text().notNull(),
    user_id: partOf(() => user.id),
    role: text({ enum: ['owner', 'editor', 'member'] }).notNull(),
    created_at: at().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.user_id] }),
    index('project_member_user').on(t.user_id, t.project_id),
  ],
);
export type ProjectMemberRow = typeof projectMember.$inferSelect;

export const PROJECT_TABLES = {
  projects: {
    table: project,
    swept: { org_id: 'org' },
    isLiveOnly: true,
    audit: {
      type: 'project',
      shown: 'name org_id default_model_id run_retention_days allowed_origins deleted_at',
      rest: 'moved_from id deleted_by_name deleted_with_org created_at updated_at version',
    },
  },
  allProjects: { table: project, swept: { org_id: 'org' } },
  members: {
    table: projectMember,
    swept: { project_id: 'project' },
    audit: {
      type: 'member',
      id: 'user_id',
      nameIn: 'user',
      shown: 'role',
      rest: 'project_id user_id created_at',
    },
  },
} satisfies StoreTables;

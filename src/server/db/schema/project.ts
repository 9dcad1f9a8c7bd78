/** Projects, which contain tasks and everything that belongs to them. */
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
import { at, jsonb } from '../columns.ts';
import { user } from './user.ts';

export const project = pgTable(
  'project',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    name: text('name').notNull(),
    /** Null takes the organisation's default. */
    default_model_id: text('default_model_id'),
    run_retention_days: integer('run_retention_days'),
    allowed_origins: jsonb<string[]>('allowed_origins'),
    /** Null unless it, or its organisation, is deleted. It is erased 30 days later. */
    deleted_at: at('deleted_at'),
    deleted_by_name: text('deleted_by_name'),
    deleted_with_org: boolean('deleted_with_org').notNull().default(false),
    /** The organisation that it moved from, while rows in it still have that one's ID. */
    moved_from: text('moved_from'),
    /** Incremented by every write; used as the ETag. */
    version: integer('version').notNull().default(1),
    created_at: at('created_at').notNull().default(sql`now()`),
    updated_at: at('updated_at').notNull().default(sql`now()`),
  },
  (t) => [
    index('project_moving').on(t.id).where(sql`${t.moved_from} is not null`),
    uniqueIndex('project_org_name')
      .on(t.org_id, sql`lower(${t.name})`)
      .where(sql`deleted_at is null`),
    index('project_org').on(t.org_id, t.id),
  ],
);

/** Roles in a single project. Roles inherited from the organisation aren't repeated here. */
export const projectMember = pgTable(
  'project_member',
  {
    project_id: text('project_id').notNull(),
    user_id: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'editor', 'member'] }).notNull(),
    created_at: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.user_id] }),
    index('project_member_user').on(t.user_id, t.project_id),
  ],
);

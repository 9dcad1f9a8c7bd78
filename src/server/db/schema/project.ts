/** Projects: they hold tasks and everything that belongs to them. */
import { sql } from 'drizzle-orm';
import {
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { org } from './org.ts';
import { user } from './user.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const project = pgTable(
  'project',
  {
    id: text('id').primaryKey(),
    orgId: text('org_id')
      .notNull()
      .references(() => org.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** Null keeps runs for ever. */
    runRetentionDays: integer('run_retention_days'),
    /** Counts writes; it is the ETag. */
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('project_org_name').on(t.orgId, sql`lower(${t.name})`),
    index('project_org').on(t.orgId, t.id),
  ],
);

/** Roles given in one project; the role inherited from the organisation is not repeated here. */
export const projectMember = pgTable(
  'project_member',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    role: text('role', { enum: ['owner', 'editor', 'member'] }).notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.projectId, t.userId] }),
    index('project_member_user').on(t.userId, t.projectId),
  ],
);

/** Signing secrets for a project's tool calls, and credentials for the servers that they call. */
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at, boundSecret } from '../columns.ts';
import { project } from './project.ts';

/**
 * Which of a project's secrets signs tool calls. The secrets are derived from the server's own secret and not stored.
 */
export const toolSecret = pgTable('tool_secret', {
  project_id: text('project_id')
    .primaryKey()
    .references(() => project.id, { onDelete: 'cascade' }),
  /** The number of the current secret. Without a row, it is the first one, which has never been shown. */
  generation: integer('generation').notNull(),
  made_at: at('made_at').notNull(),
  old_secret_until: at('old_secret_until'),
});

export const toolCredential = pgTable(
  'tool_credential',
  {
    id: text('id').primaryKey(),
    project_id: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
    path: text('path').notNull().default('/'),
    authorization: boundSecret('authorization').notNull(),
    updated_by_id: text('updated_by_id').notNull(),
    updated_by_name: text('updated_by_name').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('tool_credential_origin').on(t.project_id, t.origin, t.path)],
);

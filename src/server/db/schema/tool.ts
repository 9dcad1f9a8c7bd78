/** How tools of tasks are called: what signs the calls of a project, and the servers that they sign in to. */
import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';
import { project } from './project.ts';

/** Which of a project's secrets signs; the secrets themselves are made of the server's own, and kept nowhere. */
export const toolSecret = pgTable('tool_secret', {
  project_id: text('project_id')
    .primaryKey()
    .references(() => project.id, { onDelete: 'cascade' }),
  /** Counts the secrets that were made; without a row it is the first, which nobody has seen. */
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
    /** Sealed: it must be readable to be sent. */
    authorization: text('authorization').notNull(),
    updated_by_id: text('updated_by_id').notNull(),
    updated_by_name: text('updated_by_name').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('tool_credential_origin').on(t.project_id, t.origin)],
);

/** How tools of tasks are called: what signs the calls of a project, and the servers that they sign in to. */
import { integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { project } from './project.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Which of a project's secrets signs; the secrets themselves are made of the server's own, and kept nowhere. */
export const toolSecret = pgTable('tool_secret', {
  projectId: text('project_id')
    .primaryKey()
    .references(() => project.id, { onDelete: 'cascade' }),
  /** Counts the secrets that were made; without a row it is the first, which nobody has seen. */
  generation: integer('generation').notNull(),
  madeAt: at('made_at').notNull(),
  oldSecretUntil: at('old_secret_until'),
});

export const toolCredential = pgTable(
  'tool_credential',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    origin: text('origin').notNull(),
    /** Sealed: it must be readable to be sent. */
    authorization: text('authorization').notNull(),
    updatedById: text('updated_by_id').notNull(),
    updatedByName: text('updated_by_name').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('tool_credential_origin').on(t.projectId, t.origin)],
);

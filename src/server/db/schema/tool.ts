/** Settings of tool calls: a project's signing secret and its credentials for tool servers. */
import { integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { project } from './project.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The current signing secret of a project. Secrets are derived from the server's secret and aren't stored. */
export const toolSecret = pgTable('tool_secret', {
  projectId: text('project_id')
    .primaryKey()
    .references(() => project.id, { onDelete: 'cascade' }),
  /** Number of the secret. Without a row, it is the first one, which nobody has seen. */
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
    /** Encrypted, not hashed, because it is sent to the server. */
    authorization: text('authorization').notNull(),
    updatedById: text('updated_by_id').notNull(),
    updatedByName: text('updated_by_name').notNull(),
    updatedAt: at('updated_at').notNull(),
  },
  (t) => [uniqueIndex('tool_credential_origin').on(t.projectId, t.origin)],
);

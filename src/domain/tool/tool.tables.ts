import { integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { credentialPlace } from '#core/access/secret-place.ts';
import { at, boundSecret, cascade, partOf, updatedBy } from '../columns.ts';
import { project } from '../project/project.tables.ts';
import type { StoreTables } from '../table.ts';

/**
 * Which of a project's secrets signs its tool calls. Without a row, it is the first one, which has never been shown.
 */
export const toolSecret = pgTable('tool_secret', {
  project_id: text()
    .primaryKey()
    .references(() => project.id, cascade),
  /** The number of the current secret; incremented by each rotation. */
  generation: integer().notNull(),
  made_at: at().notNull(),
  old_secret_until: at(),
});
export type ToolSecretRow = typeof toolSecret.$inferSelect;

/** The `Authorization` header that tool calls send to one path of an origin, and to those below it. */
export const toolCredential = pgTable(
  'tool_credential',
  {
    id: text().primaryKey(),
    project_id: partOf(() => project.id),
    /** Unique within a project, with the path: index `tool_credential_origin`. */
    origin: text().notNull(),
    path: text().notNull().default('/'),
    authorization: boundSecret().notNull(),
    ...updatedBy,
    updated_at: at().notNull(),
  },
  (t) => [uniqueIndex('tool_credential_origin').on(t.project_id, t.origin, t.path)],
);
export type ToolCredentialRow = typeof toolCredential.$inferSelect;

export const TOOL_TABLES = {
  secrets: {
    table: toolSecret,
    audit: {
      type: 'tool_secret',
      id: 'project_id',
      name: null,
      shown: 'generation old_secret_until',
      rest: 'project_id made_at',
    },
  },
  credentials: {
    table: toolCredential,
    audit: {
      type: 'tool_credential',
      name: (row: ToolCredentialRow) => credentialPlace(row).full,
      shown: 'origin path',
      hidden: 'authorization',
      rest: 'id project_id updated_by_id updated_by_name updated_at',
    },
  },
} satisfies StoreTables;

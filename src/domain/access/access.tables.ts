import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { ResourceScope } from '#generated/model/index.ts';
import { at, jsonb, partOf } from '../columns.ts';
import { project } from '../project/project.tables.ts';
import type { StoreTables } from '../table.ts';

export const apiKey = pgTable(
  'api_key',
  {
    id: text().primaryKey(),
    project_id: partOf(() => project.id),
    name: text().notNull(),
    /** The key's first characters, to tell keys apart. */
    prefix: text().notNull(),
    /** The only trace of the key itself that is stored. */
    hash: text().notNull().unique(),
    /** The tasks and collections that it may use; null for all of its project. */
    resources: jsonb<ResourceScope>(),
    /** The key that this one replaced, while it still works. */
    old_prefix: text(),
    old_hash: text(),
    old_key_until: at(),
    /** The id of a user, whose account may have been deleted since. */
    created_by_id: text().notNull(),
    created_at: at().notNull().default(sql`now()`),
    /** May lag a minute behind. */
    last_used_at: at(),
    expires_at: at(),
  },
  (t) => [index('api_key_project').on(t.project_id, t.id), index('api_key_old').on(t.old_hash)],
);
export type ApiKeyRow = typeof apiKey.$inferSelect;

export const ACCESS_TABLES = {
  apiKeys: {
    table: apiKey,
    audit: {
      type: 'api_key',
      shown: 'name prefix resources expires_at old_key_until',
      rest: 'id project_id hash old_prefix old_hash created_by_id created_at last_used_at',
    },
  },
} satisfies StoreTables;

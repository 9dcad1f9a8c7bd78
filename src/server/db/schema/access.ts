/** API keys: how programs call the tasks of a project. */
import { sql } from 'drizzle-orm';
import { index, pgTable, text } from 'drizzle-orm/pg-core';
import type { ResourceScope } from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';
import { project } from './project.ts';

export const apiKey = pgTable(
  'api_key',
  {
    id: text('id').primaryKey(),
    project_id: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The key's first characters, to tell keys apart. */
    prefix: text('prefix').notNull(),
    /** HMAC-SHA256 of the key: keys are random, so a fast keyed hash is enough. */
    hash: text('hash').notNull().unique(),
    /** The tasks and collections that it may use; null for all of its project. */
    resources: jsonb<ResourceScope>('resources'),
    /** The key that this one replaced. It works until then. */
    old_prefix: text('old_prefix'),
    old_hash: text('old_hash'),
    old_key_until: at('old_key_until'),
    /** The id of a user, whose account may have been deleted since. */
    created_by: text('created_by').notNull(),
    created_at: at('created_at').notNull().default(sql`now()`),
    /** Written in batches, so it may lag a minute behind. */
    last_used_at: at('last_used_at'),
    expires_at: at('expires_at'),
  },
  (t) => [index('api_key_project').on(t.project_id, t.id), index('api_key_old').on(t.old_hash)],
);

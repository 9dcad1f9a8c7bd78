/** API keys, for calling a project's tasks from programs. */
import { index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { project } from './project.ts';
import { user } from './user.ts';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const apiKey = pgTable(
  'api_key',
  {
    id: text('id').primaryKey(),
    projectId: text('project_id')
      .notNull()
      .references(() => project.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The first characters of the key, to tell keys apart. */
    prefix: text('prefix').notNull(),
    /** HMAC-SHA256 of the key. Keys are random, so a fast keyed hash is enough. */
    hash: text('hash').notNull().unique(),
    createdBy: text('created_by')
      .notNull()
      .references(() => user.id),
    createdAt: at('created_at').notNull().defaultNow(),
    /** Written in batches, so it may be up to a minute old. */
    lastUsedAt: at('last_used_at'),
    expiresAt: at('expires_at'),
  },
  (t) => [index('api_key_project').on(t.projectId, t.id)],
);

/** The server's internal data. */
import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, jsonb } from '../columns.ts';

/** Responses to writes with an Idempotency-Key, kept for 24 hours. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** The caller: the id of a user or an API key. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** Hash of operation, path and body. The same key with a different request is rejected. */
    request_hash: text('request_hash').notNull(),
    /** Null while the first request is in progress. */
    status: integer('status'),
    headers: jsonb<Record<string, string> | null>('headers'),
    body: text('body'),
    created_at: at('created_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.caller, t.key] }),
    index('idempotency_created').on(t.created_at),
  ],
);

/** Small facts about this database, by name. */
export const systemFact = pgTable('system_fact', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

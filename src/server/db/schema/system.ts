/** What the server keeps for itself. */
import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** Answers of writes that carried an Idempotency-Key; kept for 24 hours. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** Who called: a user's or an API key's id. */
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** Hash of operation, path and body: the same key with something else is refused. */
    requestHash: text('request_hash').notNull(),
    /** Null while the first request is still at work. */
    status: integer('status'),
    headers: jsonb('headers').$type<Record<string, string>>(),
    body: text('body'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.key] }), index('idempotency_created').on(t.createdAt)],
);

/** Small facts about this database, by name. */
export const systemFact = pgTable('system_fact', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});

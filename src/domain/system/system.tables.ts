import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { at, jsonb } from '../columns.ts';
import type { StoreTables } from '../table.ts';

/** A request that came with an Idempotency-Key, and its response once there is one. */
export const idempotency = pgTable(
  'idempotency',
  {
    /** The id of the user or API key. */
    caller: text().notNull(),
    key: text().notNull(),
    /** Hash of operation, path and body. The same key with a different request is rejected. */
    request_hash: text().notNull(),
    /** Null while the first request is in progress. */
    status: integer(),
    headers: jsonb<Record<string, string> | null>(),
    /** Encrypted, since one of these responses contains a new API key. */
    body: text(),
    created_at: at().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.caller, t.key] }),
    index('idempotency_created').on(t.created_at),
  ],
);
export type IdempotencyRow = typeof idempotency.$inferSelect;

export const SYSTEM_TABLES = {
  idempotency: { table: idempotency },
} satisfies StoreTables;

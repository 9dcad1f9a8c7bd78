import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '../columns.ts';
import type { StoreTables } from '../table.ts';

/** An account that is deleted, but whose name is still to be removed from what it has left behind. */
export const erasure = pgTable('erasure', {
  /** The ID of the user who was. */
  id: text().primaryKey(),
  email: text().notNull(),
  avatar: text(),
  created_at: at().notNull(),
});
export type ErasureRow = typeof erasure.$inferSelect;

export const ACCOUNT_TABLES = {
  erasures: { table: erasure },
} satisfies StoreTables;

import { pgTable, text } from 'drizzle-orm/pg-core';
import { at } from '#domain/columns.ts';
/** The processes that execute runs. One that hasn't been seen for a while is dead, and its runs are lost. */
export const runWorker = pgTable('run_worker', {
  id: text().primaryKey(),
  seen_at: at().notNull(),
});

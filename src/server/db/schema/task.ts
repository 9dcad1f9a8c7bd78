import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
/**
 * Statistics by revision and day (UTC), updated in the transactions that end runs, so that lists don't have to read runs.
 * Revision 0 stands for drafts. Like runs, they aren't tied to the task by a foreign key.
 */
export const taskUse = pgTable(
  'task_use',
  {
    task_id: text().notNull(),
    day: date().notNull(),
    revision: integer().notNull(),
    runs: integer().notNull(),
    /** Cost in micro-dollars of the runs with a known price. */
    cost: bigint({ mode: 'number' }).notNull(),
    unpriced_runs: integer().notNull(),
    latency_ms: bigint({ mode: 'number' }).notNull(),
    valid_runs: integer().notNull(),
    invalid_runs: integer().notNull(),
    /** Bytes of the runs' inputs and traces. */
    stored: bigint({ mode: 'number' }).notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.task_id, t.day, t.revision] })],
);

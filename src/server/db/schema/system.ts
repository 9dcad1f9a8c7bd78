import { pgTable, text } from 'drizzle-orm/pg-core';
/** Small facts about this database, by name. */
export const systemFact = pgTable('system_fact', {
  name: text().primaryKey(),
  value: text().notNull(),
});

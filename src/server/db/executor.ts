import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** A database connection or one of its transactions. */
// biome-ignore lint/suspicious/noExplicitAny: drizzle's schema parameter is invariant
export type Executor = PgDatabase<PgQueryResultHKT, any, any>;

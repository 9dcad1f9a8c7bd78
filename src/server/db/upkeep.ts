import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Does what autovacuum does on PostgreSQL. The embedded database has none. */
export async function vacuum(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
}

/**
 * Updates the statistics of tables that have changed a lot since the last update, by the same rule as PostgreSQL's
 * autovacuum. If none has, it costs one small query.
 * @returns the tables
 */
export async function analyzeChanged(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup order by 1`);
  for (const { name } of rows) await db.execute(sql.raw(`analyze ${name}`));
  return rows.map(({ name }) => name);
}

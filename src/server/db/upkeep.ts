import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** What PostgreSQL's own upkeep does in the background; the embedded database has none. */
export async function vacuum(db: Db): Promise<void> {
  await db.execute(sql`vacuum (analyze)`);
}

/**
 * Gathers statistics anew for the tables that have changed much since they were gathered, by the rule that PostgreSQL's
 * upkeep keeps. Costs one small query when nothing has.
 * @returns the tables
 */
export async function analyzeChanged(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select quote_ident(schemaname) || '.' || quote_ident(relname) as name from pg_stat_user_tables
    where n_mod_since_analyze > 50 + 0.1 * n_live_tup order by 1`);
  for (const { name } of rows) await db.execute(sql.raw(`analyze ${name}`));
  return rows.map(({ name }) => name);
}

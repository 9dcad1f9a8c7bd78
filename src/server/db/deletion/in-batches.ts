import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db, Tx } from '../client.ts';

/** The number of rows per statement. On the embedded database, all other queries wait for it. */
const AT_ONCE = 200;

/**
 * Deletes all matching rows, however many there are, each batch in its own transaction.
 * @param atOnce fewer than usual for rows that take others with them
 * @returns their number
 */
export async function deleteInBatches(
  db: Db | Tx,
  table: PgTable,
  where: SQL | undefined,
  atOnce = AT_ONCE,
): Promise<number> {
  for (let deleted = 0; ; ) {
    const some = sql`(select ctid from ${table} where ${where ?? sql`true`} limit ${atOnce})`;
    const rows = await db.delete(table).where(sql`ctid in ${some}`).returning({ one: sql`1` });
    deleted += rows.length;
    if (rows.length < atOnce) return deleted;
  }
}

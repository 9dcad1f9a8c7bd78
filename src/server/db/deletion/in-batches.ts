import { type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
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
  const matching = sql`(${where ?? sql`true`})`;
  const key = sql.join(primaryKey(table), sql`, `);
  // Not by ctid: a row that another transaction is changing has another one afterwards, and would stay.
  const some = sql`(select ${key} from ${table} where ${matching} limit ${atOnce})`;
  for (let deleted = 0; ; ) {
    const batch = db.delete(table).where(sql`${matching} and (${key}) in ${some}`);
    const rows = await batch.returning({ one: sql`1` });
    deleted += rows.length;
    if (rows.length < atOnce) return deleted;
  }
}

/** The columns of a table's primary key. @throws TypeError if it has none */
export function primaryKey(table: PgTable): PgColumn[] {
  const { name, columns, primaryKeys } = getTableConfig(table);
  const key = primaryKeys[0]?.columns ?? columns.filter(({ primary }) => primary);
  if (key.length === 0) throw new TypeError(`The table ${name} has no primary key`);
  return key;
}

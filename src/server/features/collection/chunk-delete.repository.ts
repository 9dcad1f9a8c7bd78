import { type SQL, sql } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { signsTable, vectorsTable, wordsTable } from '../../db/retrieval/index-tables.ts';
import type { StoredIndex } from './chunk-index.repository.ts';

/** The number of chunks deleted per statement. On the embedded database, all other queries wait for it. */
const DELETED_AT_ONCE = 200;

/** Deletes chunks with their words and vectors, in batches. */
export async function deleteChunks(
  db: Db | Tx,
  index: StoredIndex | undefined,
  where: SQL,
  signal?: AbortSignal,
): Promise<void> {
  const tables = index
    ? [
        wordsTable(index),
        ...(index.vectors === null ? [] : [vectorsTable(index)]),
        ...(index.vectors === 'signs' ? [signsTable(index)] : []),
      ]
    : [];
  const deletes = tables.map(
    (table, at) =>
      sql`, ${sql.identifier(`deleted_${at}`)} as (
        delete from ${table} as found using gone where found.document = gone.document_id and found.chunk = gone.id)`,
  );
  for (let more = true; more && !signal?.aborted; ) {
    const { rows } = await db.execute<{ count: number }>(sql`
      with gone as (
        delete from chunk where id in (select id from chunk where ${where} limit ${DELETED_AT_ONCE})
        returning id, document_id)
      ${sql.join(deletes)}
      select count(*)::int as count from gone`);
    more = rows[0]?.count === DELETED_AT_ONCE;
  }
}

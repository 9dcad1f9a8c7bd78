import { eq, sql } from 'drizzle-orm';
import type { ChunkStore } from '#domain/collection/chunk-store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { dropIndexTables } from '../../db/retrieval/index-tables.ts';
import { chunk, chunkIndex } from '../../db/schema/collection/chunk.ts';
import { deleteChunks } from './chunk-delete.repository.ts';
import { findIndex } from './chunk-index.repository.ts';

/** The number of document and index pairs examined per statement. */
const LOOKED_AT = 200;
/** The number of cached vectors deleted per statement. */
const FORGOTTEN_AT_ONCE = 500;

/** Deletes an index with its chunks, in batches. */
export async function deleteIndex(
  db: Db | Tx,
  indexId: string,
  signal?: AbortSignal,
): Promise<void> {
  const index = await findIndex(db, indexId);
  if (index) {
    await db.transaction(async (tx) => {
      await dropIndexTables(tx, index);
      await tx.delete(chunkIndex).where(eq(chunkIndex.index_id, indexId));
    });
  }
  await deleteChunks(db, undefined, eq(chunk.index_id, indexId), signal);
}

/** The garbage collection of the chunk store. */
export function chunkSweeps(
  db: Db | Tx,
): Pick<ChunkStore, 'deleteDocument' | 'deleteOrphans' | 'forgetVectors'> {
  async function deleteDocument(documentId: string, indexId?: string): Promise<void> {
    const { rows } = await db.execute<{ index_id: string }>(
      sql`select distinct index_id from chunk where document_id = ${documentId}`,
    );
    for (const { index_id } of rows) {
      if (indexId !== undefined && index_id !== indexId) continue;
      const index = await findIndex(db, index_id);
      const place = sql`document_id = ${documentId} and index_id = ${index_id}`;
      await deleteChunks(db, index, place);
    }
  }

  return {
    deleteDocument,
    async deleteOrphans(signal) {
      for (const id of await goneIndexes(db)) {
        if (signal.aborted) return;
        await deleteIndex(db, id, signal);
      }
      let last: Pair | undefined = { document_id: '', index_id: '', is_used: true };
      while (last && !signal.aborted) {
        const pairs: Pair[] = await pairsAfter(db, last);
        for (const { document_id, index_id, is_used } of pairs)
          if (!is_used && !signal.aborted) await deleteDocument(document_id, index_id);
        last = pairs.length < LOOKED_AT ? undefined : pairs.at(-1);
      }
    },
    async forgetVectors({ unusedSince, most }, signal) {
      while (!signal.aborted && (await forget(db, sql`used_at < ${unusedSince}`)) > 0);
      // An estimate from the table's statistics, because counting would scan the whole table.
      const { rows } = await db.execute<{ vectors: number }>(
        sql`select reltuples::float8 as vectors from pg_class where oid = 'embedding_cache'::regclass`,
      );
      let tooMany = (rows[0]?.vectors ?? 0) - most;
      while (tooMany > 0 && !signal.aborted) {
        const forgotten = await forget(db, sql`true`, tooMany);
        if (forgotten === 0) return;
        tooMany -= forgotten;
      }
    },
  };
}

/** Deletes some cached vectors, least recently used first. */
async function forget(db: Db | Tx, which: ReturnType<typeof sql>, most = FORGOTTEN_AT_ONCE) {
  const { rows } = await db.execute(sql`
    delete from embedding_cache where (model, hash) in (
      select model, hash from embedding_cache where ${which}
      order by used_at limit ${Math.min(most, FORGOTTEN_AT_ONCE)})
    returning 1`);
  return rows.length;
}

/** Deleted indexes that still have tables or chunks, found with a loose scan rather than by reading all chunks. */
async function goneIndexes(db: Db | Tx): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with recursive seen(id) as (
      (select index_id from chunk order by index_id limit 1)
      union all
      select (select index_id from chunk where index_id > seen.id order by index_id limit 1)
      from seen where seen.id is not null)
    select id from (select id from seen where id is not null union select index_id from chunk_index) stored
    where not exists (select from collection_index where collection_index.id = stored.id)`);
  return rows.map(({ id }) => id);
}

interface Pair extends Record<string, unknown> {
  document_id: string;
  index_id: string;
  /** Whether the document is indexed there. */
  is_used: boolean;
}

/** The next pairs of a document and an index that have chunks. */
async function pairsAfter(db: Db | Tx, { document_id, index_id }: Pair): Promise<Pair[]> {
  const next = (after: ReturnType<typeof sql>) => sql`
    select document_id, index_id from chunk where (document_id, index_id) > ${after}
    order by document_id, index_id limit 1`;
  const { rows } = await db.execute<Pair>(sql`
    with recursive seen as (
      (select first.*, 1 as number from (${next(sql`(${document_id}, ${index_id})`)}) first)
      union all
      select next.*, seen.number + 1
      from seen cross join lateral (${next(sql`(seen.document_id, seen.index_id)`)}) next
      where seen.number < ${LOOKED_AT})
    select document_id, index_id, exists (
      select from indexing i where i.document_id = seen.document_id and i.index_id = seen.index_id) as is_used
    from seen`);
  return rows;
}

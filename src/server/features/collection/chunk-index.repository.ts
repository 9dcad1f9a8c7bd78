import { eq } from 'drizzle-orm';
import type { Db, Tx } from '../../db/client.ts';
import { usableExtensions } from '../../db/retrieval/extensions.ts';
import {
  createVectorTables,
  createWordTables,
  type IndexShape,
  vectorSearch,
} from '../../db/retrieval/index-tables.ts';
import { chunkIndex } from '../../db/schema/collection/chunk.ts';

/** The tables of an index. */
export interface StoredIndex extends IndexShape {
  index_id: string;
  /** Text search configurations of its documents. */
  languages: string[];
}

export async function findIndex(db: Db | Tx, indexId: string): Promise<StoredIndex | undefined> {
  const [row] = await db.select().from(chunkIndex).where(eq(chunkIndex.index_id, indexId));
  return row && { ...row, number: row.number as number };
}

/** The requirements of chunks on their index. */
interface Needed {
  index_id: string;
  collection_id: string;
  configuration: string;
  /** The dimensions of their vectors; null without vectors. */
  dimensions: number | null;
}

/**
 * Prepares an index for chunks: creates missing tables.
 * @throws Error if the index has vectors of other dimensions
 */
export async function indexFor(db: Db | Tx, needed: Needed): Promise<StoredIndex> {
  const known = await findIndex(db, needed.index_id);
  if (known && isEnough(known, needed)) return known;
  return db.transaction(async (tx) => {
    const { vector, bm25 } = await usableExtensions(tx);
    const words = bm25 ? 'bm25' : 'ts_rank';
    const { index_id, collection_id } = needed;
    // Another process that creates the same tables waits here.
    const added = await tx
      .insert(chunkIndex)
      .values({ index_id, collection_id, words })
      .onConflictDoNothing()
      .returning();
    const [row] = await tx
      .select()
      .from(chunkIndex)
      .where(eq(chunkIndex.index_id, index_id))
      .for('update');
    let index = row as StoredIndex;
    if (added.length > 0) await createWordTables(tx, index);
    if (vector && needed.dimensions !== null && index.dimensions === null) {
      const vectors = await vectorSearch(tx, needed.dimensions);
      index = { ...index, dimensions: needed.dimensions, vectors };
      await createVectorTables(tx, index);
    }
    const languages = [...new Set([...index.languages, needed.configuration])];
    const { dimensions, vectors } = index;
    const change = { dimensions, vectors, languages };
    await tx.update(chunkIndex).set(change).where(eq(chunkIndex.index_id, index_id));
    return { ...index, ...change };
  });
}

function isEnough(index: StoredIndex, needed: Needed): boolean {
  const { dimensions, index_id } = needed;
  if (dimensions !== null && index.dimensions !== null && dimensions !== index.dimensions) {
    throw new Error(`Index ${index_id} has ${index.dimensions} dimensions, not ${dimensions}`);
  }
  // Without pgvector, `dimensions` stays null, and checking again costs two small queries per batch.
  const hasVectors = dimensions === null || index.dimensions !== null;
  return hasVectors && index.languages.includes(needed.configuration);
}

import { type SQL, sql } from 'drizzle-orm';
import type { WordRanking } from '#domain/collection/chunk-store.ts';
import type { Db, Tx } from '../client.ts';

/** How the vectors of an index are searched. */
export type VectorSearch = 'signs' | 'graph';

/** The tables of an index. */
export interface IndexShape {
  number: number;
  words: WordRanking;
  vectors: VectorSearch | null;
  dimensions: number | null;
}

/** The maximum dimensions of pgvector's HNSW indexes (`halfvec`). */
const GRAPH_DIMENSIONS = 4000;

/**
 * The vector search method of a new index. HNSW graphs are slow to build on the embedded database. There, the signs of
 * all vectors are scanned (binary quantisation) and the best are reranked exactly, which needs no index.
 */
export async function vectorSearch(db: Db | Tx, dimensions: number): Promise<VectorSearch> {
  const { rows } = await db.execute<{ embedded: boolean }>(
    sql`select version() like '%PGlite%' as embedded`,
  );
  return rows[0]?.embedded || dimensions > GRAPH_DIMENSIONS ? 'signs' : 'graph';
}

/** The names of an index's tables. */
export const wordsName = ({ number }: Pick<IndexShape, 'number'>) => `chunk_words_${number}`;
export const wordsTable = (shape: Pick<IndexShape, 'number'>) => named('chunk_words', shape.number);
export const signsTable = (shape: Pick<IndexShape, 'number'>) => named('chunk_signs', shape.number);
export const vectorsTable = (shape: Pick<IndexShape, 'number'>) =>
  named('chunk_vectors', shape.number);
/** The name of the BM25 index, for queries. */
export const bm25Index = (shape: Pick<IndexShape, 'number'>) => `${wordsName(shape)}_bm25`;

/**
 * Creates the tables of an index. Each index has its own tables, so that word statistics, dimensions and filters are
 * its own, and deleting it is instant.
 */
export async function createWordTables(db: Db | Tx, shape: IndexShape): Promise<void> {
  for (const statement of wordStatements(shape)) await db.execute(statement);
}

/** Creates nothing if the index has no vectors. */
export async function createVectorTables(db: Db | Tx, shape: IndexShape): Promise<void> {
  for (const statement of vectorStatements(shape)) await db.execute(statement);
}

export async function dropIndexTables(
  db: Db | Tx,
  shape: Pick<IndexShape, 'number'>,
): Promise<void> {
  for (const table of [wordsTable, signsTable, vectorsTable]) {
    await db.execute(sql`drop table if exists ${table(shape)}`);
  }
}

function wordStatements(shape: IndexShape): SQL[] {
  const table = wordsTable(shape);
  const index = sql.identifier(`${wordsName(shape)}_${shape.words}`);
  const [type, method] =
    shape.words === 'bm25'
      ? [sql`text`, sql`using bm25 (words) with (text_config = 'simple')`]
      : [sql`tsvector`, sql`using gin (words)`];
  return [
    sql`create table ${table} (chunk text primary key, document text not null, words ${type} not null)`,
    sql`create index on ${table} (document)`,
    sql`create index ${index} on ${table} ${method}`,
  ];
}

function vectorStatements(shape: IndexShape): SQL[] {
  const { dimensions, vectors } = shape;
  if (dimensions === null || vectors === null) return [];
  const size = sql.raw(String(dimensions));
  const table = vectorsTable(shape);
  const signs = signsTable(shape);
  const columns = sql`chunk text primary key, document text not null, vector halfvec(${size}) not null`;
  return [
    sql`create table ${table} (${columns})`,
    sql`create index on ${table} (document)`,
    ...(vectors === 'graph'
      ? [sql`create index on ${table} using hnsw (vector halfvec_cosine_ops)`]
      : [
          // Narrow and without an index on the signs, so that a full scan is fast.
          sql`create table ${signs} (chunk text not null, document text not null, signs bit(${size}) not null)`,
          sql`create index on ${signs} (document)`,
        ]),
  ];
}

function named(kind: string, number: number): SQL {
  return sql`${sql.identifier(`${kind}_${number}`)}`;
}

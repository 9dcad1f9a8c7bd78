import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client.ts';

const FOUND = 50;
const CANDIDATES = 200;

/** What a search asks the database for: stemmed words, and a vector as a text. */
export interface Asked {
  words: readonly string[];
  vector: string;
}

/**
 * The engine alone: the two statements that a hybrid search can't do without, on the tables of the first index, without
 * filters, reading the chunks or fusing.
 * @param dimensions of the vectors
 */
export function bareSearch(
  { db, kind, bm25 }: Database,
  dimensions: number,
): (asked: Asked) => Promise<unknown> {
  const type = sql.raw(`halfvec(${dimensions})`);
  const byWords = (words: readonly string[]): SQL =>
    bm25
      ? sql`select chunk from chunk_words_1
          order by words <@> to_bm25query(${words.join(' ')}::text, 'chunk_words_1_bm25') limit ${FOUND}`
      : sql`select chunk from chunk_words_1, to_tsquery('simple', ${words.join(' | ')}) as query
          where words @@ query order by ts_rank(words, query) desc limit ${FOUND}`;
  const byVector = (vector: string): SQL =>
    kind === 'pglite'
      ? sql`with near as materialized (
            select chunk from chunk_signs_1 order by signs <~> binary_quantize(${vector}::${type}) limit ${CANDIDATES})
          select chunk from chunk_vectors_1 where chunk = any (array(select chunk from near))
          order by vector <=> ${vector}::${type} limit ${FOUND}`
      : sql`select chunk from chunk_vectors_1 order by vector <=> ${vector}::${type} limit ${FOUND}`;
  return ({ words, vector }) =>
    Promise.all([db.execute(byWords(words)), db.execute(byVector(vector))]);
}

import { type SQL, sql } from 'drizzle-orm';
import { bm25Scores } from '#core/collection/bm25.ts';
import { queryWords, type ReadWord, shareOf } from '#core/collection/query-words.ts';
import { searchableQuery } from '#core/collection/words.ts';
import type {
  ChunkSearch,
  MatchingDocuments,
  Ranked,
  RankedByWords,
} from '#domain/collection/chunk-store.ts';
import type { Db, Tx } from '../../db/client.ts';
import {
  bm25Index,
  signsTable,
  vectorsTable,
  wordsName,
  wordsTable,
} from '../../db/retrieval/index-tables.ts';
import { findIndex, type StoredIndex } from './chunk-index.repository.ts';

/** The maximum number of query words. A pasted page would otherwise match everything. */
const MAX_WORDS = 64;
/** The number of vectors with similar signs that are compared exactly. */
const CANDIDATES = 200;
/** The number of chunks that `ts_rank` is computed for, which is slower than finding them. */
const MATCHES = 5000;
/** Up to this many filtered chunks are ranked among themselves. */
const FEW = 1000;
/** Up to this many filtered vectors are compared exactly, because the graph finds too few in a small subset. */
const EXACT = 10_000;

/** The search methods of the chunk store. */
export function chunkSearches(db: Db | Tx, matching: MatchingDocuments) {
  async function scopeOf({ index_id, filter }: ChunkSearch): Promise<Scope | undefined> {
    const index = await findIndex(db, index_id);
    if (!index) return undefined;
    const documents = await matching(index_id, filter);
    if (documents?.length === 0) return undefined;
    return { index, documents };
  }

  return {
    async searchWords(search: ChunkSearch & { query: string }): Promise<RankedByWords[]> {
      const scope = await scopeOf(search);
      if (!scope) return [];
      const words = await wordsOf(db, scope.index.languages, searchableQuery(search.query));
      if (words.length === 0) return [];
      const find = scope.index.words === 'bm25' ? byBm25 : byTsRank;
      const found = await find(db, scope, words.flat(), search.limit);
      return found.map(({ chunk, score, words: own }, at) => ({
        ...{ chunk_id: chunk, rank: at + 1, score },
        share: shareOf(words, own.split(' ')),
      }));
    },
    async searchVectors(search: ChunkSearch & { vector: Float32Array }): Promise<Ranked[]> {
      const scope = await scopeOf(search);
      if (!scope || scope.index.dimensions !== search.vector.length) return [];
      const vector = vectorText(search.vector);
      if (vector === null) return [];
      const find = scope.index.vectors === 'graph' ? byGraph : bySigns;
      return find(db, scope, vector, search.limit);
    },
  };
}

interface Scope {
  index: StoredIndex;
  /** Undefined for all. */
  documents: readonly string[] | undefined;
}

/**
 * Stored vectors are scaled so that this is their largest number: only directions are compared, and short numbers are
 * parsed fast.
 */
const LARGEST = 30_000;

/** The direction of a vector in pgvector's format, at the stored precision; null for a zero vector. */
export function vectorText(vector: Float32Array): string | null {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  if (!(largest > 0) || largest === Number.POSITIVE_INFINITY) return null;
  const scale = LARGEST / largest;
  return `[${Array.from(vector, (value) => Math.round(value * scale)).join()}]`;
}

/** The words of a query in order, each in its stored (stemmed) forms. */
async function wordsOf(db: Db | Tx, languages: string[], query: string): Promise<string[][]> {
  const { rows } = await db.execute<ReadWord & Record<string, unknown>>(sql`
    select language, lexeme as word, positions
    from unnest(${sql.param(languages)}::text[]) as language, unnest(to_tsvector(language::regconfig, ${query}))`);
  return queryWords(rows, languages).slice(0, MAX_WORDS);
}

/** A result of a lexical search. Its words are separated by spaces. */
interface Matching {
  chunk: string;
  score: number;
  words: string;
}

async function byBm25(
  db: Db | Tx,
  scope: Scope,
  words: string[],
  limit: number,
): Promise<Matching[]> {
  if (scope.documents) {
    const some = await byBm25OfFew(db, scope, words, limit);
    if (some) return some;
  }
  const query = sql`to_bm25query(${words.join(' ')}::text, ${bm25Index(scope.index)}::text)`;
  return db.transaction(async (tx) => {
    // The score comes from the index scan. Other query plans compute none.
    await set(tx, { enable_seqscan: 'off', enable_sort: 'off' });
    return matches(
      tx,
      sql`select chunk, words, -bm25_get_current_score() as score from ${wordsTable(scope.index)}
        ${only(scope)} order by words <@> ${query} limit ${limit}`,
    );
  });
}

/**
 * Ranks the chunks of a few documents among themselves. Finding enough of them through the index would scan nearly all
 * of it.
 * @returns undefined if there are too many
 */
async function byBm25OfFew(
  db: Db | Tx,
  scope: Scope,
  words: string[],
  limit: number,
): Promise<Matching[] | undefined> {
  const table = wordsTable(scope.index);
  if ((await countUpTo(db, table, scope, FEW + 1)) > FEW) return undefined;
  const { rows } = await db.execute<{ chunk: string; words: string }>(
    sql`select chunk, words from ${table} ${only(scope)}`,
  );
  const scores = bm25Scores(
    rows.map((row) => row.words.trimEnd().split(' ')),
    words,
  );
  return rows
    .map((row, at) => ({ ...row, score: scores[at] ?? 0 }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.chunk < b.chunk ? -1 : 1))
    .slice(0, limit);
}

async function byTsRank(
  db: Db | Tx,
  scope: Scope,
  words: string[],
  limit: number,
): Promise<Matching[]> {
  const rare = sql`${anyOf(await rarest(db, scope.index, words))}::tsquery`;
  return matches(
    db,
    sql`with best as (
        select chunk, words, ts_rank(words, ${anyOf(words)}::tsquery) as score from ${wordsTable(scope.index)}
        ${only(scope, sql`words @@ ${rare}`)} order by score desc, chunk limit ${limit})
      select chunk, score, array_to_string(tsvector_to_array(words), ' ') as words from best
      order by score desc, chunk`,
  );
}

/**
 * The rarest words: as many as match about `MATCHES` chunks, but at least one. Ranking is slow, so in large indexes,
 * chunks that contain only frequent words are left out.
 */
async function rarest(db: Db | Tx, index: StoredIndex, words: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ word: string; chunks: number }>(sql`
    select word, frequency * reltuples as chunks
    from pg_stats, pg_class, unnest(most_common_elems::text::text[], most_common_elem_freqs) as t(word, frequency)
    where tablename = ${wordsName(index)} and attname = 'words' and oid = ${wordsName(index)}::regclass
      and word = any (${sql.param(words)}::text[])`);
  const chunksOf = new Map(rows.map(({ word, chunks }) => [word, chunks]));
  let matches = 0;
  return words
    .map((word) => ({ word, chunks: chunksOf.get(word) ?? 0 }))
    .sort((a, b) => a.chunks - b.chunks)
    .filter(({ chunks }, at) => {
      matches += chunks;
      return at === 0 || matches <= MATCHES;
    })
    .map(({ word }) => word);
}

/** A `tsquery` that matches any of these words. */
function anyOf(words: readonly string[]): string {
  const quoted = words.map((word) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`);
  return quoted.join(' | ');
}

async function bySigns(
  db: Db | Tx,
  scope: Scope,
  vector: string,
  limit: number,
): Promise<Ranked[]> {
  const { index } = scope;
  const type = halfvec(index);
  const candidates = Math.max(CANDIDATES, limit);
  return ranked(
    db,
    sql`
      with near as materialized (
        select chunk from ${signsTable(index)} ${only(scope)}
        order by signs <~> binary_quantize(${vector}::${type}) limit ${candidates})
      select chunk, 1 - (vector <=> ${vector}::${type}) as score from ${vectorsTable(index)}
      where chunk = any (array(select chunk from near)) order by vector <=> ${vector}::${type} limit ${limit}`,
  );
}

async function byGraph(
  db: Db | Tx,
  scope: Scope,
  vector: string,
  limit: number,
): Promise<Ranked[]> {
  const { index } = scope;
  const table = vectorsTable(index);
  const distance = sql`vector <=> ${vector}::${halfvec(index)}`;
  if (scope.documents && (await countUpTo(db, table, scope, EXACT + 1)) <= EXACT) {
    return ranked(
      db,
      sql`with chosen as materialized (select chunk, vector from ${table} ${only(scope)})
        select chunk, 1 - (${distance}) as score from chosen order by ${distance} limit ${limit}`,
    );
  }
  return db.transaction(async (tx) => {
    await set(tx, {
      'hnsw.ef_search': String(Math.min(1000, Math.max(100, limit))),
      'hnsw.iterative_scan': 'strict_order',
      'hnsw.max_scan_tuples': '2147483647',
      enable_seqscan: 'off',
    });
    return ranked(
      tx,
      sql`select chunk, 1 - (${distance}) as score from ${table} ${only(scope)}
        order by ${distance} limit ${limit}`,
    );
  });
}

async function countUpTo(db: Db | Tx, table: SQL, scope: Scope, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${table} ${only(scope)} limit ${most}) as counted`);
  return rows[0]?.count ?? 0;
}

/** The conditions of a search: the filtered documents, and others. */
function only({ documents }: Scope, condition?: SQL): SQL {
  const conditions = [
    ...(documents ? [sql`document = any (${sql.param(documents)}::text[])`] : []),
    ...(condition ? [condition] : []),
  ];
  return conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
}

async function matches(db: Db | Tx, query: SQL): Promise<Matching[]> {
  const { rows } = await db.execute<Matching & Record<string, unknown>>(query);
  return rows;
}

async function ranked(db: Db | Tx, query: SQL): Promise<Ranked[]> {
  const { rows } = await db.execute<{ chunk: string; score: number }>(query);
  return rows.map(({ chunk, score }, at) => ({ chunk_id: chunk, rank: at + 1, score }));
}

/** Settings for the rest of the transaction. */
async function set(tx: Tx, settings: Readonly<Record<string, string>>): Promise<void> {
  const all = Object.entries(settings).map(
    ([name, value]) => sql`set_config(${name}, ${value}, true)`,
  );
  await tx.execute(sql`select ${sql.join(all, sql`, `)}`);
}

/** The type of an index's vectors. */
export function halfvec({ dimensions }: Pick<StoredIndex, 'dimensions'>): SQL {
  return sql.raw(`halfvec(${dimensions})`);
}

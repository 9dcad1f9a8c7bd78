import { and, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { searchConfig } from '#core/collection/language.ts';
import { searchableText } from '#core/collection/words.ts';
import { toJsonb } from '#core/json/jsonb.ts';
import { DAY_MS } from '#core/limits.ts';
import { sha256 } from '#core/sha256.ts';
import type {
  ChunkRow,
  ChunkStore,
  MatchingDocuments,
  NewChunk,
} from '#domain/collection/chunk-store.ts';
import type { Db, Tx } from '../../db/client.ts';
import { signsTable, vectorsTable, wordsTable } from '../../db/retrieval/index-tables.ts';
import { chunk, embeddingCache } from '../../db/schema/collection/chunk.ts';
import { sqlTable } from '../../db/table.ts';
import { indexFor, type StoredIndex } from './chunk-index.repository.ts';
import { chunkSearches, halfvec, vectorText } from './chunk-search.repository.ts';
import { chunkSweeps } from './chunk-sweep.repository.ts';

/** The number of chunks stored per statement. On the embedded database, all other queries wait for it. */
const STORED_AT_ONCE = 8;
/** The use of a cached vector is recorded once a day. */

export function chunkStore(db: Db | Tx, matching: MatchingDocuments): ChunkStore {
  const chunkTable = sqlTable(db, chunk);
  const cache = sqlTable(db, embeddingCache);
  return {
    ...chunkSearches(db, matching),
    ...chunkSweeps(db),
    async insert(chunks, { language, vectors }) {
      const [first] = chunks;
      if (!first) return;
      const { index_id, collection_id } = first;
      const configuration = searchConfig(language);
      const dimensions = vectors?.[0]?.length ?? null;
      const index = await indexFor(db, { index_id, collection_id, configuration, dimensions });
      for (let at = 0; at < chunks.length; at += STORED_AT_ONCE) {
        const rows = chunks.slice(at, at + STORED_AT_ONCE).map((row, offset) => ({
          ...row,
          indexed: searchableText(row.indexed),
          vector: vectors?.[at + offset] ? vectorText(vectors[at + offset] as Float32Array) : null,
        }));
        await store(db, index, configuration, rows);
      }
    },
    async find(ids) {
      return (await chunkTable.list({ where: { id: { in: ids } } })).map(toChunk);
    },
    async around(ids, reach) {
      const near = alias(chunk, 'near');
      const isNear = and(
        eq(chunk.document_id, near.document_id),
        eq(chunk.index_id, near.index_id),
        sql`${chunk.position} between ${near.position} - ${reach}::int and ${near.position} + ${reach}::int`,
      );
      const rows = await db
        .selectDistinctOn([chunk.id], getTableColumns(chunk))
        .from(near)
        .innerJoin(chunk, isNear)
        .where(inArray(near.id, [...ids]));
      return rows.map(toChunk);
    },
    async list({ index_id, document_id }, { from, limit }) {
      const where = { document_id, index_id, position: { gt: from - 1 } };
      return (await chunkTable.list({ where, order: ['position'], limit })).map(toChunk);
    },
    async cachedVectors(model, texts) {
      const byHash = new Map<string, string>();
      for (const text of texts) byHash.set(await sha256(text), text);
      const known = { model, hash: { in: [...byHash.keys()] } };
      const rows = await cache.list({ where: known, order: ['hash'] });
      const now = Date.now();
      const yesterday = new Date(now - DAY_MS).toISOString();
      if (rows.some(({ used_at }) => used_at < yesterday)) {
        const stale = { ...known, used_at: { lt: yesterday } };
        await cache.change(stale, { used_at: new Date(now).toISOString() });
      }
      return new Map(
        rows.map(({ hash, vector }) => [byHash.get(hash) as string, toVector(vector)]),
      );
    },
    async cacheVectors(model, vectors) {
      const used_at = new Date().toISOString();
      const rows = await Promise.all(
        [...vectors].map(async ([text, vector]) => ({
          model,
          hash: await sha256(text),
          vector: toBytes(vector),
          used_at,
        })),
      );
      if (rows.length > 0) await db.insert(embeddingCache).values(rows).onConflictDoNothing();
    },
  };
}

/** Stores chunks with their words and vectors atomically. Existing chunks are kept. */
async function store(
  db: Db | Tx,
  index: StoredIndex,
  configuration: string,
  rows: readonly (NewChunk & { vector: string | null })[],
): Promise<void> {
  const lexemes = sql`to_tsvector(${configuration}::regconfig, indexed)`;
  // pg_textsearch tokenises text itself, without knowing the language, so it gets each word's stem as often as the word
  // occurs.
  const words =
    index.words === 'bm25'
      ? sql`(select coalesce(string_agg(repeat(lexeme || ' ', coalesce(cardinality(positions), 1)), ''), '')
          from unnest(${lexemes}))`
      : lexemes;
  const vector = index.vectors === null ? sql`null` : sql`vector::${halfvec(index)}`;
  await db.execute(sql`
    with given as materialized (
      select * from jsonb_to_recordset(${toJsonb(rows)}::jsonb) as v(id text, index_id text, collection_id text,
        document_id text, position int, start int, "end" int, text text, tokens int, page int, sheet text,
        slide int, heading_path jsonb, indexed text, vector text)),
    stored as (
      insert into chunk (id, index_id, collection_id, document_id, position, start, "end", text, tokens, page,
        sheet, slide, heading_path)
      select id, index_id, collection_id, document_id, position, start, "end", text, tokens, page, sheet, slide,
        heading_path
      from given on conflict do nothing returning id),
    fresh as materialized (select id, document_id, indexed, ${vector} as vector from given join stored using (id))
    ${vectorInserts(index)}
    insert into ${wordsTable(index)} (chunk, document, words) select id, document_id, ${words} from fresh`);
}

function vectorInserts(index: StoredIndex): SQL {
  if (index.vectors === null) return sql``;
  const withVector = sql`from fresh where vector is not null`;
  const vectors = sql`, vectors as (
    insert into ${vectorsTable(index)} (chunk, document, vector) select id, document_id, vector ${withVector})`;
  if (index.vectors === 'graph') return vectors;
  return sql`${vectors}, signs as (
    insert into ${signsTable(index)} (chunk, document, signs)
    select id, document_id, binary_quantize(vector) ${withVector})`;
}

function toChunk({ page, sheet, slide, ...row }: typeof chunk.$inferSelect): ChunkRow {
  return {
    ...row,
    ...(page !== null && { page }),
    ...(sheet !== null && { sheet }),
    ...(slide !== null && { slide }),
  };
}

function toBytes(vector: Float32Array): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [at, value] of vector.entries()) bytes.setFloat32(at * 4, value, true);
  return Buffer.from(bytes.buffer);
}

function toVector(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float32Array.from({ length: bytes.length / 4 }, (_, at) => view.getFloat32(at * 4, true));
}

/**
 * Chunks of documents. Their words and vectors are in separate tables per index (`db/retrieval/index-tables.ts`),
 * because they depend on optional extensions, and vector dimensions differ. There are no foreign keys, because large
 * indexes are deleted in batches.
 */
import { sql } from 'drizzle-orm';
import {
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { WordRanking } from '#domain/collection/chunk-store.ts';
import { at, jsonb } from '#domain/columns.ts';

export const chunk = pgTable(
  'chunk',
  {
    id: text().primaryKey(),
    index_id: text().notNull(),
    collection_id: text().notNull(),
    document_id: text().notNull(),
    position: integer().notNull(),
    /** Offsets into the document's text. */
    start: integer().notNull(),
    end: integer().notNull(),
    text: text().notNull(),
    tokens: integer().notNull(),
    page: integer(),
    sheet: text(),
    slide: integer(),
    heading_path: jsonb<string[]>().notNull(),
  },
  (t) => [
    uniqueIndex('chunk_place').on(t.document_id, t.index_id, t.position),
    index('chunk_index_id').on(t.index_id),
  ],
);

export const chunkIndex = pgTable(
  'chunk_index',
  {
    index_id: text().primaryKey(),
    collection_id: text().notNull(),
    /** Part of the names of its tables. */
    number: integer().generatedAlwaysAsIdentity().unique('chunk_index_number'),
    words: text().$type<WordRanking>().notNull(),
    /** The vector search method: `signs` or `graph` (HNSW). Null without vectors. */
    vectors: text({ enum: ['signs', 'graph'] }),
    dimensions: integer(),
    /** The text search configurations of its documents' languages. */
    languages: text().array().notNull().default(sql`'{}'::text[]`),
  },
  (t) => [index('chunk_index_collection').on(t.collection_id)],
);

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** A cache of vectors by model and text, so that equal content is not embedded twice. Shared by all organisations. */
export const embeddingCache = pgTable(
  'embedding_cache',
  {
    model: text().notNull(),
    /** SHA-256 of the text. */
    hash: text().notNull(),
    /** 32-bit floats, little-endian. */
    vector: bytea('vector').notNull(),
    used_at: at().notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.hash] }), index('embedding_cache_used').on(t.used_at)],
);

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
import { at, jsonb } from '../../columns.ts';

export const chunk = pgTable(
  'chunk',
  {
    id: text('id').primaryKey(),
    index_id: text('index_id').notNull(),
    collection_id: text('collection_id').notNull(),
    document_id: text('document_id').notNull(),
    position: integer('position').notNull(),
    /** Offsets into the document's text. */
    start: integer('start').notNull(),
    end: integer('end').notNull(),
    text: text('text').notNull(),
    tokens: integer('tokens').notNull(),
    page: integer('page'),
    sheet: text('sheet'),
    slide: integer('slide'),
    heading_path: jsonb<string[]>('heading_path').notNull(),
  },
  (t) => [
    uniqueIndex('chunk_place').on(t.document_id, t.index_id, t.position),
    index('chunk_index_id').on(t.index_id),
  ],
);

export const chunkIndex = pgTable(
  'chunk_index',
  {
    index_id: text('index_id').primaryKey(),
    collection_id: text('collection_id').notNull(),
    /** Part of the names of its tables. */
    number: integer('number').generatedAlwaysAsIdentity().unique('chunk_index_number'),
    words: text('words').$type<WordRanking>().notNull(),
    /** The vector search method: `signs` or `graph` (HNSW). Null without vectors. */
    vectors: text('vectors', { enum: ['signs', 'graph'] }),
    dimensions: integer('dimensions'),
    /** The text search configurations of its documents' languages. */
    languages: text('languages').array().notNull().default(sql`'{}'::text[]`),
  },
  (t) => [index('chunk_index_collection').on(t.collection_id)],
);

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' });

/** A cache of vectors by model and text, so that equal content is not embedded twice. Shared by all organisations. */
export const embeddingCache = pgTable(
  'embedding_cache',
  {
    model: text('model').notNull(),
    /** SHA-256 of the text. */
    hash: text('hash').notNull(),
    /** 32-bit floats, little-endian. */
    vector: bytea('vector').notNull(),
    used_at: at('used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.model, t.hash] }), index('embedding_cache_used').on(t.used_at)],
);

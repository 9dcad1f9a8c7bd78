/** Collections, their documents and indexes. Chunks are in `chunk.ts`. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type {
  CollectionLanguage,
  DocumentFailure,
  DocumentKind,
  DocumentState,
  DocumentWarning,
  ExpectedPassage,
  RetrievalFigures,
  SearchFilter,
} from '#generated/model/index.ts';
import { at, jsonb } from '../../columns.ts';

const author = {
  created_by_id: text('created_by_id').notNull(),
  created_by_name: text('created_by_name').notNull(),
};

export const collection = pgTable(
  'collection',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    tags: text('tags').array().notNull(),
    /** Whether indexing is paused. */
    is_paused: boolean('is_paused').notNull(),
    /** The active index. */
    index_id: text('index_id').notNull(),
    version: integer('version').notNull(),
    ...author,
    created_at: at('created_at').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('collection_project_name').on(t.project_id, sql`lower(${t.name})`),
    index('collection_project_updated').on(t.project_id, t.updated_at, t.id),
    index('collection_org').on(t.org_id),
  ],
);

const ofCollection = {
  collection_id: text('collection_id')
    .notNull()
    .references(() => collection.id, { onDelete: 'cascade' }),
};

export const collectionIndex = pgTable(
  'collection_index',
  {
    id: text('id').primaryKey(),
    ...ofCollection,
    number: integer('number').notNull(),
    status: text('status', { enum: ['building', 'ready', 'active', 'retired'] }).notNull(),
    chunk_size: integer('chunk_size').notNull(),
    chunk_overlap: integer('chunk_overlap').notNull(),
    language: text('language').$type<CollectionLanguage>().notNull(),
    embedding_model: text('embedding_model'),
    /** Of the vectors. */
    dimensions: integer('dimensions'),
    /** Whether it is activated as soon as it is complete. */
    activates: boolean('activates').notNull(),
    figures: jsonb<RetrievalFigures | null>('figures'),
    created_at: at('created_at').notNull(),
    completed_at: at('completed_at'),
  },
  (t) => [index('collection_index_collection').on(t.collection_id, t.id)],
);

export const document = pgTable(
  'document',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    /** Without a foreign key: a collection may have thousands of documents, which are swept in batches. */
    collection_id: text('collection_id').notNull(),
    name: text('name').notNull(),
    title: text('title'),
    kind: text('kind').$type<DocumentKind>(),
    media_type: text('media_type'),
    size: bigint('size', { mode: 'number' }).notNull(),
    origin_type: text('origin_type', { enum: ['file', 'text', 'url', 'datasource'] }).notNull(),
    url: text('url'),
    datasource_id: text('datasource_id'),
    tags: text('tags').array().notNull(),
    dated_at: at('dated_at').notNull(),
    state: text('state').$type<DocumentState>().notNull(),
    warnings: jsonb<DocumentWarning[]>('warnings').notNull(),
    pages: integer('pages'),
    language: text('language'),
    characters: integer('characters').notNull(),
    /** The number of files that the original is divided into. */
    parts: integer('parts').notNull(),
    /** The version of the original. */
    content: integer('content').notNull(),
    /** The version of the original whose text is stored. */
    extracted: integer('extracted').notNull(),
    /** The number of files that the text is divided into. */
    segments: integer('segments').notNull(),
    hash: text('hash'),
    source_etag: text('source_etag'),
    error_code: text('error_code').$type<DocumentFailure>(),
    error_detail: text('error_detail'),
    version: integer('version').notNull(),
    ...author,
    created_at: at('created_at').notNull(),
    updated_at: at('updated_at').notNull(),
    ready_at: at('ready_at'),
  },
  (t) => [
    index('document_collection_created').on(t.collection_id, t.created_at, t.id),
    index('document_collection_state').on(t.collection_id, t.state),
    index('document_datasource').on(t.datasource_id),
  ],
);

/** The indexing of documents. This is both the queue and the state. */
export const indexing = pgTable(
  'indexing',
  {
    /** Without a foreign key, too. */
    index_id: text('index_id').notNull(),
    document_id: text('document_id')
      .notNull()
      .references(() => document.id, { onDelete: 'cascade' }),
    collection_id: text('collection_id').notNull(),
    org_id: text('org_id').notNull(),
    state: text('state').$type<DocumentState>().notNull(),
    percent: integer('percent').notNull(),
    attempt: integer('attempt').notNull(),
    /** When it is due; null once it has ended. */
    due_at: at('due_at'),
    /** Lease of the process that works on it. */
    locked_until: at('locked_until'),
    worker_id: text('worker_id'),
    started_at: at('started_at'),
    deadline_at: at('deadline_at'),
    error_code: text('error_code').$type<DocumentFailure>(),
    error_detail: text('error_detail'),
    chunks: integer('chunks').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.index_id, t.document_id] }),
    index('indexing_document').on(t.document_id),
    index('indexing_due').on(t.org_id, t.due_at).where(sql`${t.due_at} is not null`),
  ],
);

export const collectionQuestion = pgTable(
  'collection_question',
  {
    id: text('id').primaryKey(),
    collection_id: text('collection_id').notNull(),
    question: text('question').notNull(),
    expected: jsonb<ExpectedPassage[]>('expected').notNull(),
    filter: jsonb<SearchFilter | null>('filter'),
    ...author,
    created_at: at('created_at').notNull(),
  },
  (t) => [index('collection_question_collection').on(t.collection_id, t.id)],
);

export const upload = pgTable(
  'upload',
  {
    id: text('id').primaryKey(),
    org_id: text('org_id').notNull(),
    project_id: text('project_id').notNull(),
    purpose: text('purpose', { enum: ['document', 'archive'] }).notNull(),
    collection_id: text('collection_id'),
    name: text('name').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The number of bytes received. */
    offset: bigint('offset', { mode: 'number' }).notNull(),
    tags: text('tags').array().notNull(),
    /** The folder of the parts. */
    folder: text('folder').notNull(),
    ...author,
    created_at: at('created_at').notNull(),
    expires_at: at('expires_at').notNull(),
  },
  (t) => [
    index('upload_project').on(t.project_id),
    index('upload_collection').on(t.collection_id),
    index('upload_expires').on(t.expires_at),
  ],
);

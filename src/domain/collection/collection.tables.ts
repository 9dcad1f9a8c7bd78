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
import { at, creation, isSet, jsonb, lower, partOf } from '../columns.ts';
import type { StoreTables } from '../table.ts';

export const collection = pgTable(
  'collection',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    project_id: text().notNull(),
    name: text().notNull(),
    description: text().notNull(),
    tags: text().array().notNull(),
    /** Whether indexing is paused. */
    is_paused: boolean().notNull(),
    /** The active index. */
    index_id: text().notNull(),
    /** Number of changes, used as the ETag. */
    version: integer().notNull(),
    ...creation,
    updated_at: at().notNull(),
  },
  (t) => [
    uniqueIndex('collection_project_name').on(t.project_id, lower(t.name)),
    index('collection_project_updated').on(t.project_id, t.updated_at, t.id),
    index('collection_org').on(t.org_id),
  ],
);
export type CollectionRow = typeof collection.$inferSelect;

const ofCollection = {
  collection_id: partOf(() => collection.id),
};

export const collectionIndex = pgTable(
  'collection_index',
  {
    id: text().primaryKey(),
    ...ofCollection,
    number: integer().notNull(),
    status: text({ enum: ['building', 'ready', 'active', 'retired'] }).notNull(),
    chunk_size: integer().notNull(),
    chunk_overlap: integer().notNull(),
    language: text().$type<CollectionLanguage>().notNull(),
    embedding_model: text(),
    /** Of the vectors; null until the first one is stored. */
    dimensions: integer(),
    /** Whether it is activated as soon as it is complete. */
    activates: boolean().notNull(),
    figures: jsonb<RetrievalFigures | null>(),
    created_at: at().notNull(),
    completed_at: at(),
  },
  (t) => [index('collection_index_collection').on(t.collection_id, t.id)],
);
export type CollectionIndexRow = typeof collectionIndex.$inferSelect;

export const document = pgTable(
  'document',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    /** Without a foreign key: a collection may have thousands of documents, which are swept in batches. */
    collection_id: text().notNull(),
    name: text().notNull(),
    title: text(),
    kind: text().$type<DocumentKind>(),
    media_type: text(),
    size: bigint({ mode: 'number' }).notNull(),
    origin_type: text({ enum: ['file', 'text', 'url', 'datasource'] }).notNull(),
    url: text(),
    datasource_id: text(),
    tags: text().array().notNull(),
    dated_at: at().notNull(),
    state: text().$type<DocumentState>().notNull(),
    warnings: jsonb<DocumentWarning[]>().notNull(),
    pages: integer(),
    language: text(),
    characters: integer().notNull(),
    /** The number of files that the original is divided into; 0 while a page has not been fetched. */
    parts: integer().notNull(),
    /** The version of the original. A new original is stored and extracted under a new number. */
    content: integer().notNull(),
    /** The version of the original whose text is stored; 0 for none. */
    extracted: integer().notNull(),
    /** The number of files that the text is divided into. */
    segments: integer().notNull(),
    /** SHA-256 of the original; null until it is known. */
    hash: text(),
    /** For conditional requests of a page. */
    source_etag: text(),
    error_code: text().$type<DocumentFailure>(),
    error_detail: text(),
    version: integer().notNull(),
    ...creation,
    updated_at: at().notNull(),
    ready_at: at(),
  },
  (t) => [
    index('document_collection_created').on(t.collection_id, t.created_at, t.id),
    index('document_collection_state').on(t.collection_id, t.state),
    index('document_datasource').on(t.datasource_id),
  ],
);
export type DocumentRow = typeof document.$inferSelect;

/** The indexing of one document in one index: both the job in the queue and its state. */
export const indexing = pgTable(
  'indexing',
  {
    /** Without a foreign key, too. */
    index_id: text().notNull(),
    document_id: partOf(() => document.id),
    collection_id: text().notNull(),
    org_id: text().notNull(),
    state: text().$type<DocumentState>().notNull(),
    /** The progress of the current step, from 0 to 100. */
    percent: integer().notNull(),
    attempts: integer().notNull(),
    /** When it is due; null once it has ended. */
    due_at: at(),
    /** When the lease expires. Until then, another process may be working on it. */
    lease_until: at(),
    /** The process that works on it. */
    worker_id: text(),
    started_at: at(),
    /** When the current step times out. */
    deadline_at: at(),
    error_code: text().$type<DocumentFailure>(),
    error_detail: text(),
    chunks: integer().notNull(),
    created_at: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.index_id, t.document_id] }),
    index('indexing_document').on(t.document_id),
    index('indexing_due').on(t.org_id, t.due_at).where(isSet(t.due_at)),
  ],
);
export type IndexingRow = typeof indexing.$inferSelect;

export const collectionQuestion = pgTable(
  'collection_question',
  {
    id: text().primaryKey(),
    collection_id: text().notNull(),
    question: text().notNull(),
    expected: jsonb<ExpectedPassage[]>().notNull(),
    filter: jsonb<SearchFilter | null>(),
    ...creation,
  },
  (t) => [index('collection_question_collection').on(t.collection_id, t.id)],
);
export type QuestionRow = typeof collectionQuestion.$inferSelect;

export const upload = pgTable(
  'upload',
  {
    id: text().primaryKey(),
    org_id: text().notNull(),
    project_id: text().notNull(),
    purpose: text({ enum: ['document', 'archive'] }).notNull(),
    collection_id: text(),
    name: text().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** The number of bytes received. */
    offset: bigint({ mode: 'number' }).notNull(),
    tags: text().array().notNull(),
    /** The folder of its parts: the ID of the document that it becomes, or of the archive. */
    folder: text().notNull(),
    ...creation,
    expires_at: at().notNull(),
  },
  (t) => [
    index('upload_project').on(t.project_id),
    index('upload_collection').on(t.collection_id),
    index('upload_expires').on(t.expires_at),
  ],
);
export type UploadRow = typeof upload.$inferSelect;

export const COLLECTION_TABLES = {
  collections: {
    table: collection,
    swept: { org_id: 'org', project_id: 'project' },
    audit: {
      type: 'collection',
      shown: 'project_id name description tags is_paused',
      hidden: 'index_id',
      rest: 'id org_id created_by_id created_by_name created_at updated_at version',
    },
  },
  indexes: {
    table: collectionIndex,
    audit: {
      type: 'collection',
      id: 'collection_id',
      nameIn: 'collection',
      shown: 'number chunk_size chunk_overlap language embedding_model',
      rest: 'id collection_id status dimensions activates figures created_at completed_at',
    },
  },
  documents: {
    table: document,
    swept: { collection_id: 'collection', datasource_id: 'datasource' },
    audit: {
      type: 'document',
      shown: 'name title tags dated_at collection_id',
      rest: 'id org_id kind media_type size origin_type url datasource_id state warnings pages language characters parts content extracted segments hash source_etag error_code error_detail version created_by_id created_by_name created_at updated_at ready_at',
    },
  },
  indexings: { table: indexing, swept: { index_id: 'collection_index' }, madeFirst: 'index_id' },
  questions: {
    table: collectionQuestion,
    swept: { collection_id: 'collection' },
    audit: {
      type: 'question',
      name: 'question',
      shown: 'question',
      hidden: 'expected filter',
      rest: 'id collection_id created_by_id created_by_name created_at',
    },
  },
  uploads: {
    table: upload,
    swept: { project_id: 'project', collection_id: 'collection' },
    madeFirst: 'collection_id',
  },
} satisfies StoreTables;

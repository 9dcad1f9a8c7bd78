import type {
  Collection,
  CollectionIndex,
  CollectionUse,
  Document,
  DocumentFailure,
  DocumentKind,
  DocumentState,
  ExpectedPassage,
  IndexSettings,
  Question,
  SearchFilter,
  Upload,
} from '#generated/model/index.ts';
import type { Table } from '../table.ts';
import type { ChunkStore } from './chunk-store.ts';

interface Created {
  created_by_id: string;
  created_by_name: string;
}

export interface CollectionRow
  extends Created,
    Pick<
      Collection,
      | 'id'
      | 'project_id'
      | 'name'
      | 'description'
      | 'tags'
      | 'is_paused'
      | 'created_at'
      | 'updated_at'
    > {
  org_id: string;
  /** The active index. */
  index_id: string;
  /** Counts changes; it is the ETag. */
  version: number;
}

export interface CollectionIndexRow
  extends IndexSettings,
    Pick<
      CollectionIndex,
      | 'id'
      | 'collection_id'
      | 'number'
      | 'status'
      | 'activates'
      | 'figures'
      | 'created_at'
      | 'completed_at'
    > {
  /** Of the vectors; null until the first one is stored. */
  dimensions: number | null;
}

export interface DocumentRow
  extends Created,
    Pick<
      Document,
      | 'id'
      | 'collection_id'
      | 'name'
      | 'title'
      | 'media_type'
      | 'size'
      | 'tags'
      | 'dated_at'
      | 'state'
      | 'warnings'
      | 'pages'
      | 'language'
      | 'characters'
      | 'created_at'
      | 'updated_at'
      | 'ready_at'
    > {
  org_id: string;
  kind: DocumentKind | null;
  origin_type: Document['origin']['type'];
  url: string | null;
  datasource_id: string | null;
  /** The number of files that the original is stored in; 0 while a page has not been fetched. */
  parts: number;
  /** Counts originals: another one is stored and extracted under a new number. */
  content: number;
  /** The original whose text is stored; 0 for none. */
  extracted: number;
  /** The number of files that the text is stored in. */
  segments: number;
  /** SHA-256 of the original; null until it is known. */
  hash: string | null;
  /** For fetching a page again only if it changed. */
  source_etag: string | null;
  error_code: DocumentFailure | null;
  error_detail: string | null;
  version: number;
}

/** The work of indexing one document in one index: the queue and its state. */
export interface IndexingRow {
  index_id: string;
  document_id: string;
  collection_id: string;
  org_id: string;
  state: DocumentState;
  /** Of the present step, from 0 to 100. */
  percent: number;
  attempt: number;
  /** When it is due; null once it has ended. */
  due_at: string | null;
  /** The lease: until then another process may be working on it. */
  locked_until: string | null;
  /** The process that works on it. */
  worker_id: string | null;
  started_at: string | null;
  /** When the present step fails. */
  deadline_at: string | null;
  error_code: DocumentFailure | null;
  error_detail: string | null;
  chunks: number;
  created_at: string;
}

export interface QuestionRow extends Created, Omit<Question, 'created_by' | 'expected' | 'filter'> {
  expected: ExpectedPassage[];
  filter: SearchFilter | null;
}

export interface UploadRow
  extends Created,
    Pick<Upload, 'id' | 'purpose' | 'collection_id' | 'name' | 'size' | 'offset' | 'expires_at'> {
  /** Where its parts are stored: the id of the document that it becomes, or of the archive. */
  folder: string;
  org_id: string;
  project_id: string;
  tags: string[];
  created_at: string;
}

/** The documents of a collection by state. */
export interface StateCount {
  collection_id: string;
  state: DocumentState;
  documents: number;
  bytes: number;
}

/** How far an index is. */
export interface IndexProgress {
  index_id: string;
  total: number;
  /** Ready, failed or cancelled. */
  done: number;
  chunks: number;
}

export interface CollectionStore {
  /** Names are unique within a project, ignoring case: index `collection_project_name`. */
  collections: Table<CollectionRow>;
  indexes: Table<CollectionIndexRow>;
  documents: Table<DocumentRow>;
  indexings: Table<IndexingRow>;
  questions: Table<QuestionRow>;
  uploads: Table<UploadRow>;
  chunks: ChunkStore;
  stateCounts(collectionIds: readonly string[]): Promise<StateCount[]>;
  indexProgress(indexIds: readonly string[]): Promise<IndexProgress[]>;
  /** The tags of a collection's documents, by name; those that differ only in case count as one. */
  documentTags(collectionId: string): Promise<string[]>;
  /** The places of waiting documents among those of their organisation, from 1, by document. */
  queuePlaces(indexId: string, documentIds: readonly string[]): Promise<Map<string, number>>;
  /** How many uploads of a project have not become a document or a collection yet. */
  openUploads(projectId: string): Promise<number>;
  /** The tasks of a project that search these collections, in their draft, active revision or an environment. */
  uses(
    projectId: string,
    collectionIds: readonly string[],
  ): Promise<(CollectionUse & { collection_id: string })[]>;
}

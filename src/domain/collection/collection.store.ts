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
  /** Number of changes, used as the ETag. */
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
  /** The number of files that the original is divided into; 0 while a page has not been fetched. */
  parts: number;
  /** The version of the original. A new original is stored and extracted under a new number. */
  content: number;
  /** The version of the original whose text is stored; 0 for none. */
  extracted: number;
  /** The number of files that the text is divided into. */
  segments: number;
  /** SHA-256 of the original; null until it is known. */
  hash: string | null;
  /** For conditional requests of a page. */
  source_etag: string | null;
  error_code: DocumentFailure | null;
  error_detail: string | null;
  version: number;
}

/** The indexing of one document in one index: both the job in the queue and its state. */
export interface IndexingRow {
  index_id: string;
  document_id: string;
  collection_id: string;
  org_id: string;
  state: DocumentState;
  /** The progress of the current step, from 0 to 100. */
  percent: number;
  attempt: number;
  /** When it is due; null once it has ended. */
  due_at: string | null;
  /** When the lease expires. Until then, another process may be working on it. */
  locked_until: string | null;
  /** The process that works on it. */
  worker_id: string | null;
  started_at: string | null;
  /** When the current step times out. */
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
  /** The folder of its parts: the ID of the document that it becomes, or of the archive. */
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

/** The build progress of an index. */
export interface IndexProgress {
  index_id: string;
  total: number;
  /** The number of documents that are ready, failed or cancelled. */
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
  /**
   * Deletes what deleted collections, indexes, data sources and syncs leave behind, in small batches. Not for use in
   * transactions.
   * @param forget receives the IDs of deleted documents
   */
  deleteOrphans(forget: (ids: string[]) => Promise<void>, signal: AbortSignal): Promise<void>;
  stateCounts(collectionIds: readonly string[]): Promise<StateCount[]>;
  indexProgress(indexIds: readonly string[]): Promise<IndexProgress[]>;
  /** The distinct tags of a collection's documents, sorted, ignoring case. */
  documentTags(collectionId: string): Promise<string[]>;
  /** The 1-based positions of waiting documents in their organisation's queue, by document. */
  queuePlaces(indexId: string, documentIds: readonly string[]): Promise<Map<string, number>>;
  /** The number of a project's uploads that have not become a document or collection yet. */
  openUploads(projectId: string): Promise<number>;
  /** The tasks of a project that search these collections, in their draft, active revision or an environment. */
  uses(
    projectId: string,
    collectionIds: readonly string[],
  ): Promise<(CollectionUse & { collection_id: string })[]>;
}

import type { CollectionUse, DocumentState } from '#generated/model/index.ts';
import type { StoreOf } from '../table.ts';
import type { ChunkStore } from './chunk-store.ts';
import type { COLLECTION_TABLES } from './collection.tables.ts';

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

export interface CollectionStore extends StoreOf<typeof COLLECTION_TABLES> {
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

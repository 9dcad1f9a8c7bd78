import type { Chunk } from '#core/collection/split.ts';

/** A chunk of a document in an index. */
export interface ChunkRow extends Chunk {
  id: string;
  index_id: string;
  collection_id: string;
  document_id: string;
}

/** A chunk to store. */
export interface NewChunk extends ChunkRow {
  /** What is searched: the document's title and the headings above the chunk, then its text. */
  indexed: string;
}

/** What a search finds: a chunk, and how it was ranked. */
export interface Ranked {
  chunk_id: string;
  /** From 1. */
  rank: number;
  /** As the ranking computes it; comparable within one search only. */
  score: number;
}

/** Only chunks of documents that match every given condition. */
export interface ChunkFilter {
  /** Documents with at least one of these tags, ignoring case. */
  tags?: readonly string[];
  document_ids?: readonly string[];
  dated_after?: string;
  dated_before?: string;
}

/** What to search. Filters are applied during the search, so they never shorten the result. */
export interface ChunkSearch {
  index_id: string;
  filter: ChunkFilter;
  limit: number;
}

/** How chunks of an index are found by their words: `ts_rank` where the database has no BM25. */
export type WordRanking = 'bm25' | 'ts_rank';

/** How an index can be searched. It is decided when its first chunk is stored, by what the database has then. */
export interface IndexAbilities {
  words: WordRanking;
  /** Of the vectors; null if it has none. */
  dimensions: number | null;
}

/**
 * The chunks of indexes, with their words and vectors. Not for use in a transaction: what is stored and deleted is
 * written in small batches, so that other work is served in between.
 */
export interface ChunkStore {
  /**
   * Stores chunks. Those whose place (index, document, position) is taken are skipped.
   * @param language language code of the text; null if unknown
   * @param vectors one for each chunk; null if the index has none
   */
  insert(
    chunks: readonly NewChunk[],
    how: { language: string | null; vectors: readonly Float32Array[] | null },
  ): Promise<void>;
  /** Deletes a document's chunks, in one index or in all. */
  deleteDocument(documentId: string, indexId?: string): Promise<void>;
  deleteIndex(indexId: string): Promise<void>;
  deleteCollection(collectionId: string): Promise<void>;
  /** Chunks by their ids, in any order. */
  find(ids: readonly string[]): Promise<ChunkRow[]>;
  /** Chunks and those around them in their documents, in any order. */
  around(ids: readonly string[], reach: number): Promise<ChunkRow[]>;
  /** Chunks of a document in an index, by position, from one on. */
  list(
    place: { index_id: string; document_id: string },
    range: { from: number; limit: number },
  ): Promise<ChunkRow[]>;
  /** How an index can be searched; undefined before its first chunk. */
  abilities(indexId: string): Promise<IndexAbilities | undefined>;
  /** Chunks that contain words of the query, in any form that the languages of the index know. */
  searchWords(search: ChunkSearch & { query: string }): Promise<Ranked[]>;
  /** The chunks nearest to a vector, by cosine. Empty if the index has no vectors of its dimensions. */
  searchVectors(search: ChunkSearch & { vector: Float32Array }): Promise<Ranked[]>;
  /** Known vectors of texts, by text. */
  cachedVectors(model: string, texts: readonly string[]): Promise<Map<string, Float32Array>>;
  cacheVectors(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
}

/** The documents of an index's collection that match a filter; undefined if it has no conditions. */
export type MatchingDocuments = (
  indexId: string,
  filter: ChunkFilter,
) => Promise<readonly string[] | undefined>;

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
  /** The indexed text: the document's title, the headings above the chunk, then its own text. */
  indexed: string;
}

/** A search result: a chunk with its rank. */
export interface Ranked {
  chunk_id: string;
  /** From 1. */
  rank: number;
  /** The ranking's own score; comparable within one search only. */
  score: number;
}

/** A result of a lexical search. */
export interface RankedByWords extends Ranked {
  /** The share of the query's words that the chunk contains, from 0 to 1. */
  share: number;
}

/** Only chunks of documents that match every given condition. */
export interface ChunkFilter {
  /** Documents with at least one of these tags, ignoring case. */
  tags?: readonly string[];
  document_ids?: readonly string[];
  dated_after?: string;
  dated_before?: string;
}

/** The scope of a search. Filters are applied during the search, so they never shorten the result. */
export interface ChunkSearch {
  index_id: string;
  filter: ChunkFilter;
  limit: number;
}

/** The lexical ranking of an index: `ts_rank` where the database has no BM25. */
export type WordRanking = 'bm25' | 'ts_rank';

/**
 * The chunks of indexes, with their words and vectors. Not for use in transactions: it writes and deletes in small
 * batches, so that other work is served in between.
 */
export interface ChunkStore {
  /**
   * Stores chunks. Existing ones (same index, document and position) are kept.
   * @param language language code of the text; null if unknown
   * @param vectors one for each chunk; null if the index has none
   */
  insert(
    chunks: readonly NewChunk[],
    how: { language: string | null; vectors: readonly Float32Array[] | null },
  ): Promise<void>;
  /** Deletes a document's chunks, in one index or in all. */
  deleteDocument(documentId: string, indexId?: string): Promise<void>;
  /** Deletes the chunks of deleted indexes, and of documents that their index no longer contains. */
  deleteOrphans(signal: AbortSignal): Promise<void>;
  /** Chunks by their ids, in any order. */
  find(ids: readonly string[]): Promise<ChunkRow[]>;
  /** Chunks and those around them in their documents, in any order. */
  around(ids: readonly string[], reach: number): Promise<ChunkRow[]>;
  /** Chunks of a document in an index, from a position on. */
  list(
    place: { index_id: string; document_id: string },
    range: { from: number; limit: number },
  ): Promise<ChunkRow[]>;
  /** Lexical search: chunks that contain words of the query, stemmed in the languages of the index. */
  searchWords(search: ChunkSearch & { query: string }): Promise<RankedByWords[]>;
  /** Vector search: the nearest chunks by cosine. Empty if the index has no vectors with these dimensions. */
  searchVectors(search: ChunkSearch & { vector: Float32Array }): Promise<Ranked[]>;
  /** Cached vectors, by text. */
  cachedVectors(model: string, texts: readonly string[]): Promise<Map<string, Float32Array>>;
  cacheVectors(model: string, vectors: ReadonlyMap<string, Float32Array>): Promise<void>;
  /**
   * Deletes cached vectors that have not been used for some time, and the least recently used ones beyond about `most`.
   */
  forgetVectors(which: { unusedSince: string; most: number }, signal: AbortSignal): Promise<void>;
}

/** The documents of an index's collection that match a filter; undefined if it has no conditions. */
export type MatchingDocuments = (
  indexId: string,
  filter: ChunkFilter,
) => Promise<readonly string[] | undefined>;

import type { Chunk, SplitSettings } from '#core/collection/split.ts';
import type { Extracted } from '#core/extract/extracted.ts';
import type { DocumentKind, IndexSearch } from '#generated/model/index.ts';

/** Private files: what people upload, and the text that was found in it. Never served as they are. */
export interface DocumentFiles {
  /** Writes all or nothing; writing the same again changes nothing. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** @throws Error if it does not exist */
  get(folder: string, name: string): Promise<Uint8Array>;
  /** Not an error if the folder does not exist. */
  removeFolder(folder: string): Promise<void>;
}

/** The text of a file, and its language; null if it can't be told. */
export type ExtractedText = Extracted & { language: string | null };

/** Some files of a folder, to be read one after the other. */
export interface FileList {
  folder: string;
  names: readonly string[];
}

/** Whose share of the threads work takes, and what stops it. */
interface Work {
  /** The organisation's id. */
  owner: string;
  signal: AbortSignal;
}

/** A page that was fetched. */
export interface FetchedPage {
  bytes: Uint8Array;
  media_type: string | null;
  etag: string | null;
  /** After redirects. */
  url: string;
}

/** What ingestion and search need from outside. */
export interface CollectionPort {
  files: DocumentFiles;
  /** The largest document, in bytes. */
  maxBytes: number;
  /**
   * Finds the text of a file, away from requests.
   * @param name the file's name, which decides where its content leaves it open
   * @throws ExtractFailure
   */
  extract(file: FileList, options: Work & { name: string }): Promise<ExtractedText>;
  /** Splits a stored text, away from requests. */
  split(text: FileList, options: Work & SplitSettings & { kind: DocumentKind }): Promise<Chunk[]>;
  /** Splits a text that isn't stored, as Markdown. */
  splitText(text: string, options: Work & SplitSettings): Promise<Chunk[]>;
  /**
   * Fetches a page.
   * @param etag the version that is known; null is returned if the page has not changed
   * @throws FetchFailure
   */
  fetchPage(url: string, etag: string | null, signal: AbortSignal): Promise<FetchedPage | null>;
  embedding: EmbeddingPort;
  /** How words can be searched, and what is missing for more. */
  words: IndexSearch['words'];
  /** What vectors need that the database lacks; null if it has it. */
  vectorsMissing: string | null;
  /** Called when there is something to index. */
  kick(): void;
}

export interface EmbeddingModel {
  id: string;
  /** Micro-dollars for a million tokens; null if unknown. */
  price: number | null;
  /** Whether it may not be used, because it is called on our account and nobody could be charged. */
  isUnpriced: boolean;
}

export interface EmbeddingPort {
  models(): Promise<readonly EmbeddingModel[]>;
  /**
   * Embeds texts, in their order. Use `embedAtCost`, which charges for it.
   * @returns the vectors, and the tokens that they cost
   * @throws EmbeddingFailure
   */
  embed(
    model: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<{ vectors: Float32Array[]; tokens: number }>;
}

export const MODEL_UNPRICED =
  "This embedding model has no price, so it can't be billed. Whoever runs the server can add it to MODEL_PRICES.";

/** A page that can't be fetched. The detail says what to do. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure';
  /** Whether trying again later can help. */
  readonly isTemporary: boolean;

  constructor(
    detail: string,
    { isTemporary = false, ...options }: ErrorOptions & { isTemporary?: boolean } = {},
  ) {
    super(detail, options);
    this.isTemporary = isTemporary;
  }
}

/** An embedding model that didn't respond with vectors. */
export class EmbeddingFailure extends Error {
  override readonly name = 'EmbeddingFailure';
  readonly isTemporary: boolean;

  constructor(
    detail: string,
    { isTemporary = false, ...options }: ErrorOptions & { isTemporary?: boolean } = {},
  ) {
    super(detail, options);
    this.isTemporary = isTemporary;
  }
}

import type { Chunk, SplitSettings } from '#core/collection/split.ts';
import type { Extracted } from '#core/extract/extracted.ts';
import type { DocumentKind, IndexSearch } from '#generated/model/index.ts';
import type { AskableModel } from '../model/ask.ts';
import type { Manifest } from './archive/manifest.ts';

/** Private files: uploads and their extracted text. Never served directly. */
export interface DocumentFiles {
  /** Atomic and idempotent. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** @throws Error if it does not exist */
  get(folder: string, name: string): Promise<Uint8Array>;
  /** Deletes some files of a folder. Not an error if it does not exist. */
  removeFiles(folder: string, which: (name: string) => boolean): Promise<void>;
  /** Not an error if the folder does not exist. */
  removeFolder(folder: string): Promise<void>;
  /** The names of all folders. */
  folders(): Promise<string[]>;
}

/** A file's text and its language; the language is null if it can't be detected. */
export type ExtractedText = Extracted & { language: string | null };

/** Several files of a folder, concatenated in order. */
export interface FileList {
  folder: string;
  names: readonly string[];
}

/** The owner and the abort signal of work in a thread. */
interface Work {
  /** The ID of the organisation whose share of the threads it uses. */
  owner: string;
  signal: AbortSignal;
}

/** A document whose original is in an archive, and the folder that it goes to. */
export interface Original {
  path: string;
  name: string;
  folder: string;
}

/** A page that was fetched. */
export interface FetchedPage {
  bytes: Uint8Array;
  media_type: string | null;
  etag: string | null;
  /** After redirects. */
  url: string;
}

/** What ingestion and search need from server or mocks. */
export interface CollectionPort {
  files: DocumentFiles;
  /** The largest document, in bytes. */
  maxBytes: number;
  /**
   * Extracts the text of a file in a thread. Images have none: `describeImage` asks a model for it.
   * @param name the file's name, which decides if its content is ambiguous
   * @throws ExtractFailure
   */
  extract(file: FileList, options: Work & { name: string }): Promise<ExtractedText>;
  /**
   * The manifest of an uploaded archive, read in a thread; undefined if it isn't one of ours.
   * @throws ExtractFailure
   */
  readArchive(archive: FileList, options: Work): Promise<Manifest | undefined>;
  /**
   * Stores originals of an archive, in a thread.
   * @returns their sizes, in their order
   * @throws ExtractFailure
   */
  unpackArchive(
    archive: FileList,
    originals: readonly Original[],
    options: Work,
  ): Promise<number[]>;
  /** Splits a stored text in a thread. */
  split(text: FileList, options: Work & SplitSettings & { kind: DocumentKind }): Promise<Chunk[]>;
  /** Splits a text that isn't stored, read as Markdown. @throws ExtractFailure if nothing in it can be read */
  splitText(text: string, options: Work & SplitSettings): Promise<Chunk[]>;
  /**
   * Fetches a page.
   * @param etag of the known version; if the page has not changed, null is returned
   * @throws FetchFailure
   */
  fetchPage(url: string, etag: string | null, signal: AbortSignal): Promise<FetchedPage | null>;
  embedding: EmbeddingPort;
  /** The model that reads images; undefined if none is set up. */
  vision(): AskableModel | undefined;
  /** The available search methods, and the reasons why others are missing. */
  words: IndexSearch['words'];
  /** Why the database can't search vectors; null if it can. */
  vectorsMissing: string | null;
  /** Called when there is something to index. */
  kick(): void;
  /**
   * Called after a deletion that leaves chunks and files behind, which `sweepCollections` deletes.
   * @param folders those of its documents
   */
  tidy(folders?: readonly string[]): void;
}

export interface EmbeddingModel {
  id: string;
  /** Micro-dollars per million tokens; null if unknown. */
  price: number | null;
  /** Whether it can't be used because it runs on our account without a known price. */
  isUnpriced: boolean;
}

export interface EmbeddingPort {
  /** The model with this id, also if its endpoint doesn't list it now; undefined if there is none. */
  find(id: string): EmbeddingModel | undefined;
  /** The models to choose from; the first one is the default. */
  models(): Promise<readonly EmbeddingModel[]>;
  /**
   * Embeds texts. Returns the vectors in the same order. Use `embedAtCost`, which charges for it.
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

/** A page that couldn't be fetched. `detail` says what to do. */
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

/** Encrypts texts at rest, so that a copy of the database does not reveal them. */
export interface Sealer {
  /**
   * @param purpose what the text is for; `open` must be given the same purpose
   * @param bound what the text is bound to; `open` must be given the same. For secrets with a destination, use
   *   `sealFor`
   */
  seal(purpose: string, text: string, bound?: string): string;
  /**
   * Undoes `seal`; throws when the text was altered, or sealed with another secret, for another purpose or bound to
   * something else.
   */
  open(purpose: string, sealed: string, bound?: string): string;
}

/** Stores files by folder and name. The names are hashes and ids, never chosen by people. */
export interface FilePort {
  /** Writes all or nothing; writing the same again changes nothing. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if the file does not exist. */
  get(folder: string, name: string): Promise<Uint8Array | undefined>;
  /** Not an error if the file does not exist. */
  remove(folder: string, name: string): Promise<void>;
}

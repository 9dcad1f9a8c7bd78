/** Stores files by folder and name. The names are hashes and ids, never chosen by people. */
export interface FilePort {
  /** Writes all or nothing; writing the same again changes nothing. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if the file does not exist. */
  get(folder: string, name: string): Promise<Uint8Array | undefined>;
  /** Not an error if the file does not exist. */
  remove(folder: string, name: string): Promise<void>;
}

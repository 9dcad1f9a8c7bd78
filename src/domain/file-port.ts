/** Stores files by folder and name. The names are hashes and ids, never chosen by people. */
export interface FilePort {
  /** Writes all or nothing; writing the same again changes nothing. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** Not an error if the file does not exist. */
  remove(folder: string, name: string): Promise<void>;
}

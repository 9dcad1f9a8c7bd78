/** Keeps files by folder and name. Names are ours (hashes and ids), never a person's. */
export interface FilePort {
  /** Writes all or nothing; writing the same again changes nothing. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** No error if it is gone already. */
  remove(folder: string, name: string): Promise<void>;
}

import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps files by folder and name. Names are ours (hashes and ids), never a person's. */
export interface FileStore {
  /** Writes all or nothing; writing the same again changes nothing. */
  put(folder: string, name: string, bytes: Uint8Array): Promise<void>;
  /** No error when it is gone already. */
  remove(folder: string, name: string): Promise<void>;
  /** Where they lie, for serving them. */
  root: string;
}

/** Files on disk, under `<dataDir>/files`. */
export function localFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  return {
    root,
    async put(folder, name, bytes) {
      const directory = join(root, folder);
      await mkdir(directory, { recursive: true });
      const draft = join(directory, `.${randomUUID()}`);
      await writeFile(draft, bytes);
      await rename(draft, join(directory, name));
    },
    async remove(folder, name) {
      await rm(join(root, folder, name), { force: true });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FilePort } from '#domain/ports.ts';

export interface FileStore extends FilePort {
  /** The folder that contains the files, for serving them. */
  root: string;
}

/** Files on disk, under `<dataDir>/files`. */
export function localFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files');
  return {
    root,
    async put(folder, name, bytes) {
      const directory = join(root, folder);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${randomUUID()}`);
      await writeFile(draft, bytes, { mode: 0o600 });
      await rename(draft, join(directory, name));
    },
    async get(folder, name) {
      try {
        return await readFile(join(root, folder, name));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(folder, name) {
      await rm(join(root, folder, name), { force: true });
    },
  };
}

import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentFiles } from '#domain/collection/collection.port.ts';

export interface DocumentStore extends DocumentFiles {
  /** Where a file is, for threads that read it themselves. */
  pathOf(folder: string, name: string): string;
}

/** What people upload, under `<dataDir>/documents`: readable by this process only, and never served as it is. */
export function localDocuments(dataDir: string): DocumentStore {
  const root = join(dataDir, 'documents');
  const pathOf = (folder: string, name: string) => join(root, folder, name);
  return {
    pathOf,
    async put(folder, name, bytes) {
      const directory = join(root, folder);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${randomUUID()}`);
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, pathOf(folder, name));
    },
    get: (folder, name) => readFile(pathOf(folder, name)),
    async removeFolder(folder) {
      await rm(join(root, folder), { recursive: true, force: true });
    },
  };
}

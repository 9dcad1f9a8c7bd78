import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DocumentFiles } from '#domain/collection/collection.port.ts';

export interface DocumentStore extends DocumentFiles {
  /** The folder that `localDocuments` was given, for threads that call it themselves. */
  readonly dataDir: string;
  /** The path of a file, for threads that read it themselves. */
  pathOf(folder: string, name: string): string;
}

/** Uploads and extracted texts, under `<dataDir>/documents`: readable by this user only, and never served directly. */
export function localDocuments(dataDir: string): DocumentStore {
  const root = join(dataDir, 'documents');
  const pathOf = (folder: string, name: string) => join(root, folder, name);
  return {
    dataDir,
    pathOf,
    async put(folder, name, bytes) {
      const directory = join(root, folder);
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const draft = join(directory, `.${randomUUID()}`);
      await writeFile(draft, bytes, { mode: 0o600, flush: true });
      await rename(draft, pathOf(folder, name));
    },
    get: (folder, name) => readFile(pathOf(folder, name)),
    async removeFiles(folder, which) {
      const names = await readdir(join(root, folder)).catch(() => []);
      for (const name of names.filter(which)) await rm(pathOf(folder, name), { force: true });
    },
    async removeFolder(folder) {
      // A step in progress can still add files, so that a folder that was just emptied can't be removed under its name.
      const gone = join(root, `${folder}.${randomUUID()}`);
      try {
        await rename(join(root, folder), gone);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
        throw error;
      }
      // A file whose creation had begun under the folder's name can still arrive here: emptied again then (ENOTEMPTY).
      await rm(gone, { recursive: true, force: true, maxRetries: 5, retryDelay: 10 });
    },
    // Before the first document, there is no directory.
    folders: () => readdir(root).catch(() => []),
  };
}

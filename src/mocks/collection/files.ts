import { fromBase64, toBase64 } from '#core/base64url.ts';
import type { DocumentFiles } from '#domain/collection/collection.port.ts';
import type { Store } from '../store.ts';

export type MemoryFiles = DocumentFiles;

/** The files of documents. Stored beside the public files, but never served. */
export function memoryDocuments(store: Store): MemoryFiles {
  const keyOf = (folder: string, name: string) => `documents/${folder}/${name}`;
  const files: MemoryFiles = {
    async put(folder, name, bytes) {
      store.data.files[keyOf(folder, name)] = toBase64(bytes);
    },
    async get(folder, name) {
      const base64 = store.data.files[keyOf(folder, name)];
      if (base64 === undefined) throw new Error(`There is no file ${keyOf(folder, name)}`);
      return fromBase64(base64);
    },
    async removeFiles(folder, which) {
      const start = keyOf(folder, '');
      for (const key of Object.keys(store.data.files)) {
        if (key.startsWith(start) && which(key.slice(start.length))) delete store.data.files[key];
      }
    },
    removeFolder: (folder) => files.removeFiles(folder, () => true),
    async folders() {
      const names = Object.keys(store.data.files).map((key) => key.split('/'));
      return [...new Set(names.flatMap(([kind, name]) => (kind === 'documents' && name) || []))];
    },
  };
  return files;
}

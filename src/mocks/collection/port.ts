import { fromBase64, toBase64 } from '#core/base64url.ts';
import {
  type CollectionPort,
  type DocumentFiles,
  type EmbeddingPort,
  FetchFailure,
} from '#domain/collection/collection.port.ts';
import type { Domain } from '#domain/domain.ts';
import type { Store } from '../store.ts';

/** The maximum document size, in MB: small, because the files are kept in the browser. */
export const MAX_MB = 50;
const MAX_BYTES = MAX_MB * 1024 * 1024;

/** The mocks' collection port: everything happens in this page, and nothing is fetched from the internet. */
export function createCollectionPort(store: Store, domain: () => Domain): CollectionPort {
  const files = memoryDocuments(store);
  return {
    files,
    maxBytes: MAX_BYTES,
    embedding: NO_EMBEDDING,
    vision: () => undefined,
    words: 'bm25',
    vectorsMissing: null,
    async extract({ folder, names }, { name }) {
      const [{ extract }, { detectLanguage }] = await Promise.all([
        import('#core/extract/extract.ts'),
        import('#core/collection/language.ts'),
      ]);
      const found = await extract(await joined(files, folder, names), name);
      return { ...found, language: await detectLanguage(found.text) };
    },
    async readArchive({ folder, names }) {
      const { openArchive } = await import('#domain/collection/archive/archive.ts');
      return openArchive(await joined(files, folder, names));
    },
    async unpackArchive({ folder, names }, originals) {
      const { unpackArchive } = await import('#domain/collection/archive/archive.ts');
      const archive = await joined(files, folder, names);
      return unpackArchive(files, archive, { originals, maxBytes: MAX_BYTES });
    },
    async splitText(text, size) {
      const [{ split }, { extractMarkdown }] = await Promise.all([
        import('#core/collection/split.ts'),
        import('#core/extract/markdown.ts'),
      ]);
      return split(extractMarkdown(text), size);
    },
    async split({ folder, names }, { kind, ...size }) {
      const [{ split }, { joinSegments, toSegment }] = await Promise.all([
        import('#core/collection/split.ts'),
        import('#domain/collection/document-text.ts'),
      ]);
      const segments = await Promise.all(names.map((name) => files.get(folder, name)));
      return split({ kind, ...joinSegments(segments.map(toSegment)) }, size);
    },
    async fetchPage(url) {
      if (new URL(url).hostname.endsWith('.invalid'))
        throw new FetchFailure('The server could not be reached.', { isTemporary: true });
      const title = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? new URL(url).host;
      const text = `<title>${title}</title><h1>${title}</h1><p>The mocks don't fetch pages. This text stands in for ${url}.</p>`;
      return { bytes: new TextEncoder().encode(text), media_type: 'text/html', etag: null, url };
    },
    kick: () =>
      void import('./work.ts').then(({ workOnDocuments }) => workOnDocuments(store, domain())),
    tidy: (folders) =>
      void import('#domain/collection/ingest/sweep.ts').then(({ sweepCollections }) =>
        sweepCollections(domain(), {
          now: new Date(),
          ...(folders && { folders }),
          signal: new AbortController().signal,
        }),
      ),
  };
}

const NO_EMBEDDING: EmbeddingPort = {
  find: () => undefined,
  models: async () => [],
  embed: async () => ({ vectors: [], tokens: 0 }),
};

export async function joined(
  files: MemoryFiles,
  folder: string,
  names: readonly string[],
): Promise<Uint8Array> {
  const parts = await Promise.all(names.map((name) => files.get(folder, name)));
  return new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
}

type MemoryFiles = DocumentFiles;

/** The files of documents. Stored beside the public files, but never served. */
function memoryDocuments(store: Store): MemoryFiles {
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

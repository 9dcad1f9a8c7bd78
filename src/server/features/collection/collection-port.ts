import { ExtractFailure } from '#core/extract/extracted.ts';
import type { CollectionPort, FileList } from '#domain/collection/collection.port.ts';
import { createThreads } from '../../platform/threads/run-in-thread.ts';
import type { Platform } from '../../platform.ts';
import type { Found } from './document-jobs.ts';
import { createFetchPage } from './fetch-page.ts';

type CollectionPlatform = Pick<Platform, 'database' | 'documents' | 'outbound'> & {
  models: Pick<Platform['models'], 'embedding'>;
  settings: Pick<Platform['settings'], 'DOCUMENT_MAX_MB'>;
};

/** The maximum time of a thread for one document: the longest step's deadline in `ingest.ts`. */
const TIMEOUT_MS = 600_000;

/** A large document and its extracted text are in memory at once. */
const MEMORY_MB = 2048;
const runInThread = createThreads({ orders: 64, memoryMb: MEMORY_MB });
/**
 * Separate threads for archives, so that people don't wait behind documents. Only two, because each holds a whole
 * archive in memory.
 */
export const openInThread = createThreads({ threads: 2, orders: 12, memoryMb: MEMORY_MB });

/** The server's collection port: files on disk, threads, the network and models. */
export function createCollectionPort(
  { database, documents: files, outbound, models: { embedding }, settings }: CollectionPlatform,
  own: Pick<CollectionPort, 'vision' | 'kick' | 'tidy'>,
): CollectionPort {
  const maxBytes = settings.DOCUMENT_MAX_MB * 1024 * 1024;
  const pathsOf = ({ folder, names }: FileList) => names.map((name) => files.pathOf(folder, name));
  return {
    files,
    maxBytes,
    embedding,
    ...own,
    words: database.bm25 ? 'bm25' : 'ts_rank',
    vectorsMissing: database.vector ? null : VECTORS_MISSING,
    fetchPage: createFetchPage(outbound, maxBytes),
    async extract(file, { name, owner, signal }) {
      const payload = { paths: pathsOf(file), name };
      const options = { owner, signal, timeoutMs: TIMEOUT_MS };
      return unwrap(await runInThread('extractDocument', payload, options));
    },
    async readArchive(archive, { owner, signal }) {
      const options = { owner, signal, timeoutMs: TIMEOUT_MS };
      return unwrap(await openInThread('readArchive', { paths: pathsOf(archive) }, options));
    },
    async unpackArchive(archive, originals, { owner, signal }) {
      const { dataDir } = files;
      const payload = { paths: pathsOf(archive), dataDir, originals, maxBytes };
      const options = { owner, signal, timeoutMs: TIMEOUT_MS };
      return unwrap(await openInThread('storeOriginals', payload, options));
    },
    async splitText(text, { owner, signal, ...size }) {
      return unwrap(await runInThread('splitText', { text, ...size }, { owner, signal }));
    },
    split: (text, { owner, signal, ...size }) =>
      runInThread('splitDocument', { paths: pathsOf(text), ...size }, { owner, signal }),
  };
}

/** @throws ExtractFailure */
function unwrap<T>(found: Found<T>): T {
  if ('failure' in found) throw new ExtractFailure(found.failure.code, found.failure.detail);
  return found.value;
}

const VECTORS_MISSING =
  "pgvector isn't installed in this PostgreSQL, so search matches words only.";

import { firstIdAt } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import type { Domain } from '../../domain.ts';
import type { Stores } from '../../stores.ts';
import { createUploadService } from '../upload.service.ts';
import { healIndexes } from './complete-index.ts';

/** The grace period of unreferenced files: a transaction that refers to them may not have been committed yet. */
const GRACE_MS = DAY_MS;
/** Cached vectors are deleted after this many days without use. */
const VECTOR_DAYS = 30;
/**
 * The maximum number of cached vectors: about 1.5 GB with 1,536 dimensions. The least recently used ones are deleted
 * first.
 */
const VECTORS_MAX = 250_000;
/** The number of folders per lookup. */
const BATCH = 100;

/**
 * Collects garbage, in small batches: documents of deleted collections and sources, chunks of deleted indexes and
 * documents, files of deleted documents and expired uploads, and unused vectors. They are left behind by deletions, and
 * by processes that die between writing files and committing the transaction that refers to them. Also retries documents
 * that new indexes lack.
 * @param folders folders that are known to be garbage, for which there is no grace period
 */
export async function sweepCollections(
  domain: Parameters<typeof createUploadService>[0],
  { now, folders = [], signal }: { now: Date; folders?: readonly string[]; signal: AbortSignal },
): Promise<void> {
  const { files } = domain.collection;
  const { chunks } = domain.stores.collection;
  const remove = async (ids: readonly string[]) => {
    for (const id of ids) await files.removeFolder(id);
  };
  await remove(folders);
  await domain.stores.collection.deleteOrphans(remove, signal);
  await createUploadService(domain).sweep(now, signal);
  await healIndexes(domain, now);
  await chunks.deleteOrphans(signal);
  await sweepFiles(domain, now, signal);
  const unusedSince = new Date(now.getTime() - VECTOR_DAYS * DAY_MS).toISOString();
  await chunks.forgetVectors({ unusedSince, most: VECTORS_MAX }, signal);
}

/** Deletes folders without a document or upload. */
async function sweepFiles(
  { stores, collection: { files } }: Pick<Domain, 'collection' | 'stores'>,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const all = await files.folders();
  for (const kind of ['document', 'archive']) {
    const recent = firstIdAt(kind, now.getTime() - GRACE_MS);
    const old = all.filter((name) => name.startsWith(`${kind}_`) && name < recent);
    for (let at = 0; at < old.length && !signal.aborted; at += BATCH) {
      const some = old.slice(at, at + BATCH);
      const used = await usedFolders(stores, some);
      for (const folder of some) if (!used.has(folder)) await files.removeFolder(folder);
    }
  }
}

async function usedFolders({ collection }: Stores, names: readonly string[]): Promise<Set<string>> {
  const [documents, uploads] = await Promise.all([
    collection.documents.list({ where: { id: { in: names } }, order: ['id'] }),
    collection.uploads.list({ where: { folder: { in: names } }, order: ['id'] }),
  ]);
  return new Set([...documents.map(({ id }) => id), ...uploads.map(({ folder }) => folder)]);
}

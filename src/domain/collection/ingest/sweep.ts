import { firstIdAt } from '#core/ids.ts';
import type { Domain } from '../../domain.ts';
import type { Stores } from '../../stores.ts';
import { createUploadService } from '../upload.service.ts';

/** Files that belong to nothing may still be on their way to a transaction that has not been committed. */
const GRACE_MS = 86_400_000;
/** After so many days without use, a cached vector is forgotten. */
const VECTOR_DAYS = 30;
/** How many vectors are kept: about 1.5 GB with 1,536 dimensions. The least recently used ones are forgotten first. */
const VECTORS_MAX = 250_000;
/** How many folders are looked up at once. */
const BATCH = 100;
const DAY_MS = 86_400_000;

/**
 * Deletes what nothing refers to any more, in small batches: chunks of deleted indexes and documents, files of deleted
 * documents and of uploads that were never completed, and vectors that nobody uses. Deleting a collection leaves them
 * behind, and so does a process that dies between writing files and committing the transaction they belong to.
 * @param folders known to be needed no more, without the grace that others have
 */
export async function sweepCollections(
  domain: Parameters<typeof createUploadService>[0],
  { now, folders = [], signal }: { now: Date; folders?: readonly string[]; signal: AbortSignal },
): Promise<void> {
  const { chunks } = domain.stores.collection;
  for (const folder of folders) await domain.collection.files.removeFolder(folder);
  await createUploadService(domain).sweep(now, signal);
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

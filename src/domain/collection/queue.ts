import type { Stores } from '../stores.ts';
import { newRow } from '../tables.ts';
import type { DocumentRow, IndexingRow } from './collection.tables.ts';

/** A job that indexes a document in an index, due now. */
export function newIndexing(
  { id, collection_id, org_id }: Pick<DocumentRow, 'id' | 'collection_id' | 'org_id'>,
  indexId: string,
): IndexingRow {
  const now = new Date().toISOString();
  return newRow('indexing', {
    index_id: indexId,
    document_id: id,
    collection_id,
    org_id,
    state: 'waiting',
    percent: 0,
    attempts: 0,
    due_at: now,
    chunks: 0,
    created_at: now,
  });
}

/**
 * Queues documents for the active index, and for those that are being built or are ready. Searches use their earlier
 * chunks until these are replaced.
 */
export async function enqueue(
  { collection }: Pick<Stores, 'collection'>,
  collectionId: string,
  documents: readonly Pick<DocumentRow, 'id' | 'collection_id' | 'org_id'>[],
): Promise<void> {
  const indexes = await collection.indexes.list({
    where: { collection_id: collectionId, status: { in: ['active', 'building', 'ready'] } },
  });
  for (const { id } of indexes) {
    for (const document of documents) await collection.indexings.put(newIndexing(document, id));
  }
}

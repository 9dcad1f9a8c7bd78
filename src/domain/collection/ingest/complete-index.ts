import type { Domain } from '../../domain.ts';
import type { Stores } from '../../stores.ts';
import type { CollectionIndexRow } from '../collection.store.ts';
import { settle } from '../index.service.ts';

/** An index that waits for lost documents tries each of them up to so many times, with this delay (ms) in between. */
const ATTEMPTS_MAX = 12;
const RETRY_MS = 600_000;
/** The number of documents requeued per transaction. */
const BATCH = 100;

/**
 * Completes an index that is being built, once its last document has ended. If it lacks documents that can be found at
 * the moment, it isn't activated yet: `healIndexes` tries them again.
 */
export async function completeIndex(
  stores: Pick<Stores, 'collection'>,
  indexId: string,
): Promise<void> {
  const index = await stores.collection.indexes.lock({ id: indexId });
  if (!index || !(index.status === 'building' || isIncomplete(index))) return;
  const [progress] = await stores.collection.indexProgress([indexId]);
  if (progress && progress.done < progress.total) return;
  const owner = await stores.collection.collections.lock({ id: index.collection_id });
  if (!owner) return;
  if (!(await losesDocuments(stores, indexId, owner.index_id)))
    await settle(stores, index, owner.index_id);
  else if (index.status === 'building') {
    const completed_at = new Date().toISOString();
    await stores.collection.indexes.change({ id: indexId }, { status: 'ready', completed_at });
  }
}

/** Whether an index should have been activated, but lacks documents. */
function isIncomplete({ status, activates }: CollectionIndexRow): boolean {
  return status === 'ready' && activates;
}

/** Tries documents again that new indexes lost, for about two hours. Indexes that lack none any more are activated. */
export async function healIndexes(
  { stores, collection: port }: Pick<Domain, 'collection' | 'stores'>,
  now: Date,
): Promise<void> {
  const { indexes } = stores.collection;
  const incomplete = await indexes.list({
    where: { status: 'ready', activates: true },
    order: ['id'],
  });
  const before = new Date(now.getTime() - RETRY_MS).toISOString();
  for (const { id } of incomplete) {
    const retried = await stores.transaction(async (inner) => {
      const { indexings } = inner.collection;
      const lost = await indexings.list({
        where: {
          index_id: id,
          state: 'failed',
          attempt: { lt: ATTEMPTS_MAX },
          started_at: { lt: before },
        },
        order: ['document_id'],
        limit: BATCH,
      });
      const document_id = { in: lost.map((work) => work.document_id) };
      const due = { state: 'waiting', percent: 0, due_at: new Date().toISOString() } as const;
      if (lost.length > 0) await indexings.change({ index_id: id, document_id }, due);
      else await completeIndex(inner, id);
      return lost.length;
    });
    if (retried > 0) port.kick();
  }
}

/** Whether a document that is ready in the active index has failed in the new one. */
async function losesDocuments(
  { collection }: Pick<Stores, 'collection'>,
  indexId: string,
  activeId: string,
): Promise<boolean> {
  const failed = await collection.indexings.list({
    where: { index_id: indexId, state: 'failed' },
    order: ['document_id'],
  });
  if (failed.length === 0) return false;
  const ids = failed.map(({ document_id }) => document_id);
  const where = { index_id: activeId, document_id: { in: ids }, state: 'ready' } as const;
  return (await collection.indexings.count(where)) > 0;
}

import type { Domain } from '../../domain.ts';
import type { Stores } from '../../stores.ts';
import type { CollectionIndexRow } from '../collection.tables.ts';
import { settle } from '../index.service.ts';

/** How often an index tries each document that it lacks. */
const ATTEMPTS_MAX = 12;
/** The minimum time between two attempts. */
const RETRY_MS = 600_000;
/** The number of documents requeued per transaction. */
const BATCH = 100;

/**
 * Completes an index that is being built, once its last document has ended. If it lacks documents that searches find
 * at the moment, it isn't activated yet, and `healIndexes` retries them.
 */
export async function completeIndex(
  stores: Pick<Stores, 'collection'>,
  indexId: string,
): Promise<void> {
  const { collections, indexes } = stores.collection;
  const found = await indexes.find({ id: indexId });
  if (!found || !isUnsettled(found)) return;
  // A collection is locked before its indexes, as by those who replace or delete them.
  const owner = await collections.lock({ id: found.collection_id });
  const index = await indexes.lock({ id: indexId });
  if (!owner || !index || !isUnsettled(index)) return;
  const [progress] = await stores.collection.indexProgress([indexId]);
  if (progress && progress.done < progress.total) return;
  if (!(await losesDocuments(stores, indexId, owner.index_id)))
    await settle(stores, index, owner.index_id);
  else if (index.status === 'building') {
    const completed_at = new Date().toISOString();
    await stores.collection.indexes.change({ id: indexId }, { status: 'ready', completed_at });
  }
}

/** Whether an index is being built, or should have been activated but lacks documents. */
function isUnsettled({ status, activates }: CollectionIndexRow): boolean {
  return status === 'building' || (status === 'ready' && activates);
}

/** Retries documents that new indexes lack, for about two hours. An index that no longer lacks any is activated. */
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
      const isLost = { index_id: id, state: 'failed' } as const;
      const lost = await indexings.list({
        where: { ...isLost, attempts: { lt: ATTEMPTS_MAX }, started_at: { lt: before } },
        order: ['document_id'],
        limit: BATCH,
      });
      const document_id = { in: lost.map((work) => work.document_id) };
      const due = { state: 'waiting', percent: 0, due_at: new Date().toISOString() } as const;
      // Unless somebody else has retried them in the meantime.
      if (lost.length > 0) await indexings.change({ ...isLost, document_id }, due);
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

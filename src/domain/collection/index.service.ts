import { newId } from '#core/ids.ts';
import type {
  CollectionIndex,
  CollectionIndexCreate,
  CollectionIndexList,
} from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { listViews, type PageQuery } from '../paging.ts';
import { mustFind, ProblemError } from '../problem.ts';
import type { Stores } from '../stores.ts';
import type { CollectionDomain } from './collection.service.ts';
import type { CollectionIndexRow } from './collection.tables.ts';
import { newIndex, settingsOf } from './collection-rows.ts';
import { toIndex } from './collection-views.ts';
import { newIndexing } from './queue.ts';

/** The indexes of collections: one serves searches while the next one is built. */
export function createIndexService(domain: CollectionDomain) {
  const { stores, collection: port } = domain;
  const { indexes } = stores.collection;

  async function viewsOf(rows: readonly CollectionIndexRow[]): Promise<CollectionIndex[]> {
    const progress = await stores.collection.indexProgress(rows.map(({ id }) => id));
    const byIndex = new Map(progress.map((row) => [row.index_id, row]));
    return rows.map((row) => toIndex(row, byIndex.get(row.id), port));
  }

  async function viewOf(row: CollectionIndexRow): Promise<CollectionIndex> {
    return mustFind((await viewsOf([row]))[0]);
  }

  return {
    async list(collectionId: string, query: PageQuery): Promise<CollectionIndexList> {
      const where = { collection_id: collectionId };
      return listViews(indexes, { where, descending: true }, query, viewsOf);
    },

    get: viewOf,

    /**
     * Starts to build an index of all documents that have or will have a text. Replaces an index that is being built or
     * waits to be activated.
     */
    async create(
      collectionId: string,
      { settings, activate = false }: CollectionIndexCreate,
    ): Promise<CollectionIndex> {
      const base = await mustFind(indexes.find({ collection_id: collectionId, status: 'active' }));
      const completed = await settingsOf(domain, settings, base);
      const id = newId('index');
      // Nobody works on them before the index exists.
      const { last: lastId, queued } = await queueAll(stores, collectionId, id);
      const row = await stores.transaction(async ({ collection }) => {
        const owner = await mustFind(collection.collections.lock({ id: collectionId }));
        await dropUnused({ collection }, collectionId, ['building', 'ready']);
        const [last] = await collection.indexes.list({
          where: { collection_id: collectionId },
          order: ['number'],
          descending: true,
          limit: 1,
        });
        const made = {
          ...newIndex(collectionId, (last?.number ?? 0) + 1, completed),
          id,
          activates: activate,
        };
        await collection.indexes.insert(made);
        const missed = await queueAll({ collection }, collectionId, id, lastId);
        const isEmpty = queued + missed.queued === 0;
        return isEmpty ? settle({ collection }, made, owner.index_id) : made;
      });
      port.kick();
      port.tidy();
      return viewOf(row);
    },

    /** @throws ProblemError 409 `index_not_ready` */
    async activate({ id, collection_id }: CollectionIndexRow): Promise<CollectionIndex> {
      const row = await stores.transaction(async ({ collection }) => {
        const owner = await mustFind(collection.collections.lock({ id: collection_id }));
        const found = await mustFind(collection.indexes.lock({ id }));
        if (found.status === 'active') return found;
        if (found.status === 'building')
          throw new ProblemError('index_not_ready', DETAIL.indexBuilding);
        return activateIndex({ collection }, found, owner.index_id);
      });
      port.tidy();
      return viewOf(row);
    },

    /** @throws ProblemError 409 `index_not_ready` for the active one */
    async delete({ id }: CollectionIndexRow): Promise<void> {
      await stores.transaction(async ({ collection }) => {
        const found = await mustFind(collection.indexes.lock({ id }));
        if (found.status === 'active')
          throw new ProblemError('index_not_ready', DETAIL.indexActive);
        await collection.indexes.delete({ id });
      });
      port.tidy();
    },
  };
}

/** Documents in these states have or will have a text, so new indexes include them. */
const INDEXABLE = ['waiting', 'extracting', 'splitting', 'embedding', 'ready'] as const;

/** The number of documents queued per statement. */
const QUEUED_AT_ONCE = 100;

/** Queues all documents of a collection for an index, or those added after one of them. */
async function queueAll(
  { collection }: Pick<Stores, 'collection'>,
  collection_id: string,
  indexId: string,
  after?: string,
): Promise<{ queued: number; last: string | undefined }> {
  let [queued, last] = [0, after];
  for (;;) {
    const documents = await collection.documents.list({
      where: { collection_id, state: { in: INDEXABLE } },
      order: ['id'],
      limit: QUEUED_AT_ONCE,
      ...(last !== undefined && { after: [last] }),
    });
    if (documents.length === 0) return { queued, last };
    await collection.indexings.insert(documents.map((document) => newIndexing(document, indexId)));
    queued += documents.length;
    last = documents.at(-1)?.id;
  }
}

/** Completes an index without pending documents, and activates it if requested. */
export async function settle(
  stores: Pick<Stores, 'collection'>,
  index: CollectionIndexRow,
  activeId: string,
): Promise<CollectionIndexRow> {
  const completed_at = new Date().toISOString();
  const complete: CollectionIndexRow = { ...index, status: 'ready', completed_at };
  if (index.activates) return activateIndex(stores, complete, activeId);
  await stores.collection.indexes.put(complete);
  return complete;
}

/** Activates a complete index. The previous one is kept for a rollback. */
async function activateIndex(
  { collection }: Pick<Stores, 'collection'>,
  index: CollectionIndexRow,
  activeId: string,
): Promise<CollectionIndexRow> {
  const active: CollectionIndexRow = { ...index, status: 'active' };
  await dropUnused({ collection }, index.collection_id, ['retired'], index.id);
  await collection.indexes.change({ id: activeId }, { status: 'retired' });
  await collection.indexes.put(active);
  await collection.collections.change(
    { id: index.collection_id },
    { index_id: index.id, updated_at: new Date().toISOString() },
  );
  return active;
}

async function dropUnused(
  { collection }: Pick<Stores, 'collection'>,
  collectionId: string,
  statuses: readonly CollectionIndexRow['status'][],
  except?: string,
): Promise<void> {
  const found = await collection.indexes.list({
    where: { collection_id: collectionId, status: { in: statuses } },
  });
  for (const { id } of found) {
    if (id !== except) await collection.indexes.delete({ id });
  }
}

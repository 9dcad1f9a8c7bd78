import type { CollectionRow } from '#domain/collection/collection.tables.ts';
import { failIndexing, indexDocument } from '#domain/collection/ingest/ingest.ts';
import type { Domain } from '#domain/domain.ts';
import type { Store } from '../store.ts';

const working = new WeakSet<Store>();

/** Indexes due documents one by one, including those interrupted by a page load. */
export async function workOnDocuments(store: Store, domain: Domain): Promise<void> {
  if (working.has(store)) return;
  working.add(store);
  try {
    for (;;) {
      const next = await nextDue(domain);
      if (!next) return;
      await indexDocument(domain, next, new AbortController().signal).catch((error: unknown) =>
        failIndexing(domain, next, error, console.error),
      );
      store.push();
    }
  } finally {
    working.delete(store);
  }
}

async function nextDue({ stores }: Domain) {
  const { collections, indexings } = stores.collection;
  const due = await indexings.list({
    where: { due_at: { lt: new Date(Date.now() + 1).toISOString() } },
    order: ['due_at', 'document_id'],
    limit: 1000,
  });
  const live = new Set((await stores.project.projects.list({ where: {} })).map(({ id }) => id));
  const isWaiting = ({ id, project_id, is_paused }: CollectionRow) =>
    is_paused || !live.has(project_id) ? [id] : [];
  const waiting = new Set((await collections.list({ where: {} })).flatMap(isWaiting));
  const next = due.find(({ collection_id }) => !waiting.has(collection_id));
  // Only the key, because the rest of the row changes during the work.
  return next && { index_id: next.index_id, document_id: next.document_id };
}

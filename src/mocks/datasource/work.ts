import { failSync, runSync, startDueSyncs } from '#domain/datasource/sync.ts';
import type { Domain } from '#domain/domain.ts';
import type { Store } from '../store.ts';

const working = new WeakSet<Store>();

/** Whether the project of a source is not deleted. */
function isLive({ data: { tables } }: Store, sourceId: string): boolean {
  const collection = tables.collection[tables.datasource[sourceId]?.collection_id ?? ''];
  return tables.project[collection?.project_id ?? '']?.deleted_at === null;
}

/** Syncs due sources one by one, including those interrupted by a page load. */
export async function workOnSyncs(store: Store, domain: Domain): Promise<void> {
  if (working.has(store)) return;
  working.add(store);
  try {
    await startDueSyncs({ ...domain, datasource: { ...domain.datasource, kick: () => undefined } });
    for (;;) {
      const due = await domain.stores.datasource.syncs.list({
        where: { due_at: { lt: new Date(Date.now() + 1).toISOString() } },
        order: ['due_at', 'id'],
      });
      const next = due.find(({ datasource_id }) => isLive(store, datasource_id));
      if (!next) return;
      const { signal } = new AbortController();
      await runSync(domain, next.id, signal, console.error).catch((error: unknown) =>
        failSync(domain, next.id, error, console.error),
      );
      store.push();
    }
  } finally {
    working.delete(store);
  }
}

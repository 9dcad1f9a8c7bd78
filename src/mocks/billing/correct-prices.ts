import { CorrectionStopped, workOnCorrection } from '#domain/billing/price/work.ts';
import type { Domain } from '#domain/domain.ts';
import type { Store } from '../store.ts';

const working = new WeakSet<Store>();

/** Works on open price corrections one by one, including those interrupted by a page load. */
export async function correctPrices(
  store: Store,
  domain: Pick<Domain, 'stores' | 'collection'>,
): Promise<void> {
  if (working.has(store)) return;
  working.add(store);
  const { corrections } = domain.stores.billing;
  const status = { in: ['calculating', 'applying'] as const };
  try {
    for (;;) {
      const [next] = await corrections.list({ where: { status }, order: ['id'], limit: 1 });
      if (!next) return;
      const [row] = await corrections.update({ id: next.id, status }, { worker_id: 'mocks' });
      if (!row) continue;
      try {
        await workOnCorrection(domain, row, new AbortController().signal);
      } catch (error) {
        if (error instanceof CorrectionStopped) continue;
        console.error(error);
        const ended_at = new Date().toISOString();
        await corrections.change({ id: row.id }, { status: 'failed', ended_at });
      }
      store.push();
    }
  } finally {
    working.delete(store);
  }
}

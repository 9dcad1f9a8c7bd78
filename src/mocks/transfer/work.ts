import { DETAIL } from '#domain/details.ts';
import type { Domain } from '#domain/domain.ts';
import { TransferStopped } from '#domain/transfer/progress.ts';
import { faultOf, workOnTransfer } from '#domain/transfer/work.ts';
import type { Store } from '../store.ts';

const working = new WeakSet<Store>();

/** Works on open transfers one by one, including those interrupted by a page load. */
export async function workOnTransfers(store: Store, domain: Domain): Promise<void> {
  if (working.has(store)) return;
  working.add(store);
  const { transfers } = domain.stores.transfer;
  try {
    for (;;) {
      const [next] = await transfers.list({ where: { ended_at: null }, order: ['id'], limit: 1 });
      if (!next) return;
      const own = { worker_id: crypto.randomUUID(), status: 'running' } as const;
      const [row] = await transfers.update({ id: next.id, ended_at: null }, own);
      if (!row) continue;
      try {
        await workOnTransfer(domain, row, new AbortController().signal);
      } catch (error) {
        if (error instanceof TransferStopped) continue;
        const fault = faultOf(error);
        if (fault === undefined) console.error(error);
        const failed = { status: 'failed', error: fault ?? DETAIL.transferFailed } as const;
        const ended_at = new Date().toISOString();
        await transfers.change({ id: row.id, ended_at: null }, { ...failed, ended_at });
      }
      store.push();
    }
  } finally {
    working.delete(store);
  }
}

import { DAY_MS } from '#core/limits.ts';
import type { Domain } from '../domain.ts';
import { IS_SET } from '../table.ts';
import { recordOf } from './capture.service.ts';
import { checkedNow, lookUp } from './look-up.ts';

const BATCH = 50;

/** Looks up again the verified domains that weren't looked up for a day. */
export async function recheckDomains(
  { stores, capture }: Pick<Domain, 'stores' | 'capture'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  const before = new Date(now.getTime() - DAY_MS).toISOString();
  const due = await stores.capture.domains.list({
    where: { verified_at: IS_SET, checked_at: { lt: before } },
    order: ['checked_at', 'id'],
    limit: BATCH,
  });
  for (const row of due) {
    if (signal.aborted) return;
    const change = checkedNow(row, await lookUp(capture, recordOf(row)));
    // Unless somebody has looked it up in the meantime.
    await stores.capture.domains.change({ id: row.id, checked_at: row.checked_at }, change);
  }
}

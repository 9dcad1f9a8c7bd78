import { firstIdAt } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import type { Domain } from '../domain.ts';
import type { ExpiredLog } from './audit.store.ts';

/** Rows per statement. On the embedded database, all other queries wait for it. */
const BATCH = 100;

/** Deletes the entries that are older than their organisation keeps them, and those of deleted organisations. */
export async function sweepAuditLogs(
  { stores }: Pick<Domain, 'stores'>,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<void> {
  for (let after: string | null = null; !signal.aborted; ) {
    const { logs, last } = await stores.audit.expiredLogs(after, now.toISOString());
    for (const log of logs) await deleteExpired(stores, log, now, signal);
    if (last === null) return;
    after = last;
  }
}

async function deleteExpired(
  { audit: { entries } }: Domain['stores'],
  { org_id, retention_days }: ExpiredLog,
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const before =
    retention_days === null
      ? firstIdAt('audit', now.getTime() + DAY_MS)
      : firstIdAt('audit', now.getTime() - retention_days * DAY_MS);
  while (!signal.aborted) {
    const where = { org_id, id: { lt: before } };
    const rows = await entries.list({ where, order: ['id'], limit: BATCH });
    if (rows.length === 0) return;
    await entries.delete({ id: { in: rows.map(({ id }) => id) } });
  }
}

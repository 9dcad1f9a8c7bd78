import { retryAt } from '#core/backoff.ts';
import { newId } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import type { DatasourceInterval, DatasourceSync } from '#generated/model/index.ts';
import type { Stores } from '../stores.ts';
import type { Where } from '../table.ts';
import { newRow } from '../tables.ts';
import { ConnectorFailure } from './connectors/connector.ts';
import { readChanges } from './connectors/read-changes.ts';
import type { DatasourceRow, DatasourceSyncRow } from './datasource.tables.ts';
import { needsCredentials, toConnector } from './source-config.ts';
import { type DatasourceDomain, syncContext } from './source-context.ts';
import { SyncChanges } from './sync-changes.ts';
import { SyncEnded } from './sync-records.ts';

/** Delays before the second, third and fourth attempt, unless the source specifies one. */
const RETRIES_MS = [60_000, 300_000, 900_000];
/** If a source wants us to wait longer, the next scheduled sync reads it. */
const WAIT_MAX_MS = 6 * 3_600_000;
const INTERVALS_MS = { hourly: 3_600_000, daily: DAY_MS, weekly: 7 * DAY_MS };
/** The number of syncs whose logs are kept. */
const SYNCS_KEPT = 50;
/** The number of syncs started per transaction. */
const STARTED_AT_ONCE = 50;

/** When the next scheduled sync of a source is due; null without a schedule. */
export function nextSyncAt(interval: DatasourceInterval, from: Date): string | null {
  if (interval === 'manual') return null;
  return new Date(from.getTime() + INTERVALS_MS[interval]).toISOString();
}

/** Whether a source can't be read before someone enters credentials or connects an account. */
export function isUnconnected({
  config,
  credentials,
}: Pick<DatasourceRow, 'config' | 'credentials'>): boolean {
  return credentials === null && needsCredentials(config);
}

/** Starts a sync of a locked source, or makes its unfinished sync due now. */
export async function startSync(
  { datasource }: Pick<Stores, 'datasource'>,
  source: DatasourceRow,
  trigger: DatasourceSync['trigger'],
): Promise<DatasourceSyncRow> {
  const now = new Date().toISOString();
  const [open] = await datasource.syncs.list({
    where: { datasource_id: source.id, status: { in: ['waiting', 'running'] } },
    limit: 1,
  });
  await datasource.sources.change({ id: source.id }, { next_sync_at: null });
  if (open) {
    if (open.status === 'waiting') await datasource.syncs.change({ id: open.id }, { due_at: now });
    return open;
  }
  const { id, collection_id, org_id } = source;
  const sync = newRow('datasource_sync', {
    id: newId('sync'),
    datasource_id: id,
    collection_id,
    org_id,
    status: 'waiting',
    trigger,
    added: 0,
    changed: 0,
    removed: 0,
    unchanged: 0,
    failed: 0,
    created_at: now,
    due_at: now,
    attempts: 0,
  });
  await datasource.syncs.insert(sync);
  return sync;
}

/** Starts the syncs that are due by their schedule. */
export async function startDueSyncs({ stores, datasource: port }: DatasourceDomain): Promise<void> {
  for (;;) {
    const started = await stores.transaction(async (inner) => {
      const due = await inner.datasource.sources.list({
        where: { next_sync_at: { lt: new Date().toISOString() }, is_paused: false },
        order: ['id'],
        limit: STARTED_AT_ONCE,
        lock: 'skip',
      });
      for (const source of due) await startSync(inner, source, 'schedule');
      return due.length;
    });
    if (started > 0) port.kick();
    if (started < STARTED_AT_ONCE) return;
  }
}

/**
 * Syncs a source, resuming after an interruption.
 * @param report receives unexpected errors, including those of single items
 * @throws when `signal` aborts, or for what `failSync` records
 */
export async function runSync(
  domain: DatasourceDomain,
  syncId: string,
  signal: AbortSignal,
  report: (error: unknown) => void,
): Promise<void> {
  const { datasource } = domain.stores;
  const sync = await datasource.syncs.find({ id: syncId });
  const source = sync && (await datasource.sources.find({ id: sync.datasource_id }));
  if (!source || sync.due_at === null) return;
  const begun = {
    status: 'running',
    started_at: sync.started_at ?? new Date().toISOString(),
  } as const;
  const isOurs = await datasource.syncs.change(
    { id: syncId, status: { in: ['waiting', 'running'] } },
    { ...begun, error: null },
  );
  if (isOurs === 0) return;
  if (isUnconnected(source))
    throw new ConnectorFailure('unauthorised', 'Enter credentials, or connect the account.');
  const { kind, config } = toConnector(source.config);
  const connector = domain.datasource.connectors[kind];
  const context = syncContext(domain, source, syncId, signal);
  const changes = new SyncChanges(domain, { source, syncId, connector, config, context, report });
  // What has happened since an interruption is only seen by listing everything: a file that was added then may be gone.
  const state = sync.started_at === null ? source.state?.value : undefined;
  try {
    for await (const page of readChanges(connector, config, state, context)) {
      signal.throwIfAborted();
      await changes.follow(page);
      await context.reserve(0);
      if (!page.end) continue;
      const { complete, isGone, note = null } = page.end;
      // A listing that may leave things out can't tell what was moved.
      await changes.settleMoves(complete && !isGone);
      if (complete) await changes.removeUnlisted(isGone);
      // Only a complete listing names the items again that failed.
      const next = changes.hasFailed ? null : { value: page.end.state };
      await end(domain, syncId, { status: 'succeeded', note, state: next });
    }
  } finally {
    await context.reserve(0);
  }
}

/**
 * Records why a sync was interrupted. It continues later if that can help; otherwise it has failed.
 * @param report receives unexpected errors
 */
export async function failSync(
  domain: DatasourceDomain,
  syncId: string,
  error: unknown,
  report: (error: unknown) => void,
): Promise<void> {
  if (error instanceof SyncEnded) return;
  if (!(error instanceof ConnectorFailure)) report(error);
  const { stores } = domain;
  const sync = await stores.datasource.syncs.find({ id: syncId });
  if (!sync || sync.due_at === null) return;
  const source = await stores.datasource.sources.find({ id: sync.datasource_id });
  const text = textOf(error);
  const attempts = sync.attempts + 1;
  const due = laterOf(error, attempts);
  if (!due) {
    const isRefused =
      source !== undefined &&
      (source.credentials !== null || isUnconnected(source)) &&
      error instanceof ConnectorFailure &&
      error.reason === 'unauthorised';
    await end(domain, syncId, { status: 'failed', error: text, isRefused });
    return;
  }
  await stores.datasource.syncs.change(
    { id: syncId, status: { in: ['waiting', 'running'] } },
    { status: 'waiting', attempts, due_at: due.toISOString(), lease_until: null, error: text },
  );
}

/** When to continue after an interruption; undefined if that wouldn't help. */
function laterOf(error: unknown, attempts: number): Date | undefined {
  if (error instanceof ConnectorFailure) {
    if (error.reason !== 'rate_limited' && error.reason !== 'unreachable') return undefined;
    const { retryAt: said } = error;
    if (said !== undefined && said > Date.now() + WAIT_MAX_MS) return undefined;
    if (said !== undefined && attempts <= RETRIES_MS.length) return new Date(said);
  }
  return retryAt(new Date(), RETRIES_MS, attempts, 0.1);
}

function textOf(error: unknown): string {
  if (!(error instanceof ConnectorFailure)) return MESSAGES.source.sync;
  const { reason, message } = error;
  if (reason === 'unauthorised') return `Authentication failed. ${message}`;
  if (reason === 'forbidden_by_robots') return `${MESSAGES.source.notCrawlable} ${message}`;
  return `${MESSAGES.source.sync} ${message}`;
}

type Ending =
  | { status: 'succeeded'; note: string | null; state: DatasourceRow['state'] }
  | { status: 'failed'; error: string; isRefused: boolean }
  | { status: 'cancelled' };

/** Ends a sync, if it hasn't ended already. */
async function end(
  { stores }: Pick<DatasourceDomain, 'stores'>,
  syncId: string,
  ending: Ending,
): Promise<void> {
  await stores.transaction((inner) => endSync(inner, syncId, ending));
}

/** Ends a sync and schedules the next one. Returns false if it had already ended. */
export async function endSync(
  { datasource }: Pick<Stores, 'datasource'>,
  syncId: string,
  ending: Ending,
): Promise<boolean> {
  const sync = await datasource.syncs.lock({ id: syncId });
  const source = sync && (await datasource.sources.lock({ id: sync.datasource_id }));
  if (!source || sync.due_at === null) return false;
  const now = new Date();
  const { status } = ending;
  await datasource.syncs.change(
    { id: syncId },
    {
      status,
      ended_at: now.toISOString(),
      due_at: null,
      lease_until: null,
      error: status === 'failed' ? ending.error : null,
      note: status === 'succeeded' ? ending.note : null,
    },
  );
  // A sync would fail until somebody enters other credentials.
  const isRefused = status === 'failed' && ending.isRefused;
  const next_sync_at = isRefused ? null : nextSyncAt(source.interval, now);
  await datasource.sources.change({ id: source.id }, { ...healthAfter(ending), next_sync_at });
  await forgetOldSyncs(datasource, source.id);
  return true;
}

/**
 * Ends the sync of a source that hasn't ended yet, if there is one. Call it before anything locks the source: syncs lock
 * their own row first, and two transactions that wait for each other both fail.
 */
export async function endOpenSync(
  stores: Pick<Stores, 'datasource'>,
  sourceId: string,
  only: Where<DatasourceSyncRow> = { status: { in: ['waiting', 'running'] } },
): Promise<void> {
  const where = { ...only, datasource_id: sourceId };
  const [open] = await stores.datasource.syncs.list({ where, limit: 1 });
  if (open) await endSync(stores, open.id, { status: 'cancelled' });
}

function healthAfter(ending: Ending): Partial<DatasourceRow> {
  if (ending.status === 'succeeded') return { health: 'ok', error: null, state: ending.state };
  if (ending.status === 'cancelled') return {};
  return { health: ending.isRefused ? 'disconnected' : 'failing', error: ending.error };
}

async function forgetOldSyncs({ syncs }: Stores['datasource'], sourceId: string): Promise<void> {
  const [oldest] = (
    await syncs.list({
      where: { datasource_id: sourceId },
      order: ['id'],
      descending: true,
      limit: SYNCS_KEPT,
    })
  ).slice(SYNCS_KEPT - 1);
  if (oldest) await syncs.delete({ datasource_id: sourceId, id: { lt: oldest.id } });
}

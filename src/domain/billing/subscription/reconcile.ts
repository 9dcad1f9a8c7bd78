import { DAY_MS } from '#core/limits.ts';
import type { Stores } from '../../stores.ts';
import { IS_SET } from '../../table.ts';
import type { SubscriptionRow } from '../billing.tables.ts';
import type { PaymentProvider } from '../payments.port.ts';
import { isLive } from './customer.ts';
import { receivePaymentEvent } from './payment-events.ts';
import { syncCustomer } from './sync-customer.ts';

/** How old a customer's state may become. A lost webhook is made up for within that time. */
const STALE_MS = 6 * 3_600_000;
const BATCH = 50;
const LONG_AGO = new Date(0).toISOString();
/** Longer than the provider resends webhooks, and than `recentReversals` looks back. */
const EVENTS_KEPT_MS = 150 * DAY_MS;

interface Round {
  now: Date;
  signal: AbortSignal;
  /** A failure of one customer doesn't stop the others. */
  report: (error: unknown) => void;
}

/**
 * Makes the next check start with this organisation, because its subscription has to end. Call it in the transaction
 * that deletes the organisation.
 */
export async function checkSoon({ billing }: Pick<Stores, 'billing'>, orgId: string) {
  await billing.subscriptions.change({ org_id: orgId }, { synced_at: LONG_AGO });
}

/**
 * Reads the state of customers that haven't been synced for a while. Subscriptions of deleted organisations are
 * cancelled, so that nobody pays for another period; those of erased ones end immediately. Several nodes may run it at
 * once.
 */
export async function reconcilePayments(
  stores: Stores,
  provider: PaymentProvider,
  { now, signal, report }: Round,
): Promise<void> {
  const before = new Date(now.getTime() - STALE_MS).toISOString();
  const { subscriptions, events } = stores.billing;
  const stale = await subscriptions.list({
    where: { synced_at: { lt: before } },
    order: ['synced_at', 'org_id'],
    limit: BATCH,
  });
  for (const row of stale) {
    if (signal.aborted) return;
    try {
      const isErased = await endIfDeleted(stores, provider, row);
      if (isErased) await subscriptions.delete({ org_id: row.org_id });
      else await syncCustomer(stores, provider, row.org_id);
    } catch (error) {
      // The others are first in line next time.
      await subscriptions.change({ org_id: row.org_id }, { synced_at: now.toISOString() });
      report(error);
    }
  }
  await receiveReversals(stores, provider, { signal, report });
  const old = new Date(now.getTime() - EVENTS_KEPT_MS).toISOString();
  await events.delete({ received_at: { lt: old } });
}

/** Syncing a customer reads only the latest payments, but older ones can be reversed too. */
async function receiveReversals(
  stores: Stores,
  provider: PaymentProvider,
  { signal, report }: Omit<Round, 'now'>,
): Promise<void> {
  for (const event of (await newReversals(stores, provider).catch(report)) ?? []) {
    if (signal.aborted) return;
    await receivePaymentEvent(stores, provider, event).catch(report);
  }
}

/** Those that haven't been processed yet. */
async function newReversals({ billing }: Stores, provider: PaymentProvider) {
  const found = await provider.recentReversals();
  const known = await billing.events.list({
    where: { id: { in: found.map(({ id }) => id) }, done_at: IS_SET },
  });
  const done = new Set(known.map(({ id }) => id));
  return found.filter(({ id }) => !done.has(id));
}

/** @returns whether the organisation is erased, so that it can't be restored */
async function endIfDeleted(
  { org }: Stores,
  provider: PaymentProvider,
  { org_id, customer_id, subscription_id, cancels_at }: SubscriptionRow,
): Promise<boolean> {
  const row = await org.allOrgs.find({ id: org_id });
  if (!row) {
    await provider.endAll(customer_id);
    return true;
  }
  const isEnding = row.deleted_at !== null && isLive(row.plan_status);
  if (isEnding && subscription_id !== null && cancels_at === null)
    await provider.cancel(subscription_id);
  return false;
}

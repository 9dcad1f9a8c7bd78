import { DAY_MS } from '#core/limits.ts';
import type { Stores } from '../../stores.ts';
import type { SubscriptionRow } from '../billing.store.ts';
import type { PaymentProvider } from '../payments.port.ts';
import { syncCustomer } from './sync-customer.ts';

/** How old what we know of a customer may become. A notification that got lost is made up for within that time. */
const STALE_MS = 6 * 3_600_000;
const BATCH = 50;
/** Much longer than the provider repeats a notification, which is three days. */
const EVENTS_KEPT_MS = 30 * DAY_MS;

interface Round {
  now: Date;
  signal: AbortSignal;
  /** One customer's failure doesn't stop the others. */
  report: (error: unknown) => void;
}

/**
 * Reads the state of customers that we haven't heard of for a while. Subscriptions of deleted organisations are
 * cancelled, so that nobody pays for another period. Several nodes may do so at once.
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
      await endIfDeleted(stores, provider, row);
      await syncCustomer(stores, provider, row.org_id);
    } catch (error) {
      // The others come first next time.
      await subscriptions.change({ org_id: row.org_id }, { synced_at: now.toISOString() });
      report(error);
    }
  }
  const old = new Date(now.getTime() - EVENTS_KEPT_MS).toISOString();
  await events.delete({ received_at: { lt: old } });
}

async function endIfDeleted(
  { org }: Stores,
  provider: PaymentProvider,
  { org_id, subscription_id, cancels_at }: SubscriptionRow,
): Promise<void> {
  const row = await org.allOrgs.find({ id: org_id });
  const isLive = row && row.plan_status !== 'canceled' && row.plan_status !== 'free';
  if (!isLive || row.deleted_at === null || subscription_id === null || cancels_at !== null) return;
  if (row.pending_plan !== null) await provider.resume(subscription_id);
  await provider.cancel(subscription_id);
}

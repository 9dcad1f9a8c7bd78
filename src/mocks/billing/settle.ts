import type { Domain } from '#domain/domain.ts';
import type { Store } from '../store.ts';
import { isDue } from './pass-time.ts';
import type { PretendCustomer } from './pretend-customer.ts';

/** Syncs with the simulated payment provider, which sends no webhooks: periods that have ended, or a new card. */
export async function settlePayments(
  { data }: Store,
  { stores, payments: { provider } }: Pick<Domain, 'stores' | 'payments'>,
): Promise<void> {
  const rows = Object.values(data.tables.subscription);
  const isNews = ({ subscription }: PretendCustomer, plan_status: string) =>
    subscription !== null && subscription.status !== plan_status;
  for (const { org_id, customer_id } of rows) {
    const customer = data.payments[customer_id];
    const org = data.tables.org[org_id];
    if (!provider || !customer || !org) continue;
    if (!isDue(customer) && !isNews(customer, org.plan_status)) continue;
    const { syncCustomer } = await import('#domain/billing/subscription/sync-customer.ts');
    await syncCustomer(stores, provider, org_id);
  }
}

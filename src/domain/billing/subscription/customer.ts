import { DETAIL } from '../../details.ts';
import type { OrgRow } from '../../org/org.tables.ts';
import { mustFind, ProblemError } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import { newRow } from '../../tables.ts';
import type { SubscriptionRow } from '../billing.tables.ts';
import type { PaymentProvider, PaymentsPort } from '../payments.port.ts';

/** @throws ProblemError 409 `payments_not_configured` */
export function requireProvider({ provider, missing }: PaymentsPort): PaymentProvider {
  if (provider) return provider;
  throw new ProblemError('payments_not_configured', DETAIL.paymentsMissing(missing));
}

/** Whether a subscription is live. */
export function isLive(status: OrgRow['plan_status']): boolean {
  return status === 'trialing' || status === 'active' || status === 'past_due';
}

/**
 * The organisation's customer at the provider. It is created on first use, and again if it was deleted there.
 * @throws ProblemError 409 `plan_conflict` if it has a live subscription in another account or mode, which would be
 *   lost
 */
export async function customerOf(
  stores: Stores,
  orgId: string,
  provider: PaymentProvider,
): Promise<SubscriptionRow> {
  const org = await mustFind(stores.org.orgs.find({ id: orgId }));
  const known = await stores.billing.subscriptions.find({ org_id: orgId });
  const place = known && (await provider.findCustomer(known.customer_id));
  if (known && place === 'here') return known;
  if (place === 'elsewhere' && isLive(org.plan_status))
    throw new ProblemError('plan_conflict', DETAIL.customerElsewhere);
  const { id, name } = org;
  const customer_id = await provider.createCustomer({ id, name }, known?.customer_id);
  const row = newRow('subscription', {
    org_id: orgId,
    customer_id,
    had_trial: false,
    synced_at: new Date().toISOString(),
    syncs: 0,
    version: 1,
  });
  return stores.transaction(async (all) => {
    await mustFind(all.org.orgs.lock({ id: orgId }));
    const made = await all.billing.subscriptions.find({ org_id: orgId });
    if (made && made.customer_id !== known?.customer_id) return made;
    if (made) {
      await all.billing.subscriptions.change({ org_id: orgId }, { customer_id });
      return { ...made, customer_id };
    }
    await all.billing.subscriptions.insert(row);
    return row;
  });
}

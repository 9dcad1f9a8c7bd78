import { DAY_MS } from '#core/limits.ts';
import type { Subscription } from '#domain/billing/payments.port.ts';
import type { OrgRow } from '#domain/org/org.tables.ts';
import { DECLINED } from '../../billing/pass-time.ts';
import { newCustomer, PAST_DUE_GRACE_MS } from '../../billing/pretend-payments.ts';
import { newInvoice, TEST_CARD } from '../../billing/pretend-prices.ts';
import { byKey } from '../../memory/tables.ts';
import type { Scenario } from '../../scenarios.ts';
import { type StoreData, timestamp } from '../../store.ts';
import { ORG_ID } from '../ids.ts';

const TEAMS_MONTHLY = 149_000_000;
const PROFESSIONAL_MONTHLY = 49_000_000;
/** In the scenario `large`: five years. */
const LARGE_INVOICES = 60;
const CUSTOMER = `cus_${ORG_ID}`;

/** The plan of the first organisation; the others have none. */
export function planOf(scenario: Scenario, now: number): Partial<OrgRow> {
  const grace_period_ends_at = timestamp(now + PAST_DUE_GRACE_MS);
  return scenario === 'past-due'
    ? {
        plan: 'professional',
        plan_status: 'past_due',
        plan_interval: 'monthly',
        grace_period_ends_at,
      }
    : { plan: 'teams', plan_status: 'active', plan_interval: 'monthly' };
}

/** The first organisation's subscription, with its invoices. */
export function seedSubscriptions(data: StoreData, scenario: Scenario, now: number): void {
  const isPastDue = scenario === 'past-due';
  const period_ends_at = timestamp(now + 17 * DAY_MS);
  const price = isPastDue ? PROFESSIONAL_MONTHLY : TEAMS_MONTHLY;
  const subscription: Subscription = {
    id: 'sub_1',
    choice: { plan: isPastDue ? 'professional' : 'teams', interval: 'monthly' },
    price,
    status: isPastDue ? 'past_due' : 'active',
    trial_ends_at: null,
    had_trial: true,
    period_ends_at,
    cancels_at: null,
    pending: null,
  };
  const count = scenario === 'large' ? LARGE_INVOICES : 2;
  const invoices = Array.from({ length: count }, (_, index) =>
    newInvoice(index + 1, price, now - (13 + 30 * (count - index - 1)) * DAY_MS),
  );
  const unpaid = { ...newInvoice(3, price, now - 2 * DAY_MS), status: 'open' as const };
  const card = isPastDue ? { ...TEST_CARD, last4: DECLINED } : TEST_CARD;
  data.payments[CUSTOMER] = {
    ...newCustomer(),
    subscription,
    card,
    invoices: [...(isPastDue ? [unpaid] : []), ...invoices.reverse()],
  };
  data.tables.subscription = byKey('subscription', [
    {
      org_id: ORG_ID,
      customer_id: CUSTOMER,
      subscription_id: subscription.id,
      price,
      period_ends_at,
      cancels_at: null,
      had_trial: true,
      card,
      tax_id: null,
      changing_until: null,
      synced_at: timestamp(now),
      syncs: 1,
      version: 1,
    },
  ]);
}

import { limitingPlan, PLAN_NAMES, PLANS } from '#core/billing/plans.ts';
import type { Billing, Plan } from '#generated/model/index.ts';
import type { Domain } from '../../domain.ts';
import { mustFind, ProblemError } from '../../problem.ts';
import { etagOf } from '../../version.ts';
import { asView } from '../../view.ts';
import type { SubscriptionRow } from '../billing.tables.ts';
import type { PaymentsPort, Price } from '../payments.port.ts';
import { excessOf } from '../plan-limits.ts';

/** An organisation's subscription, and the plans that it can choose from. */
export async function viewBilling(
  { stores, payments }: Pick<Domain, 'stores' | 'payments'>,
  orgId: string,
): Promise<Billing> {
  const [org, row, { prices, problem }] = await Promise.all([
    mustFind(stores.org.orgs.find({ id: orgId })),
    stores.billing.subscriptions.find({ org_id: orgId }),
    knownPrices(payments),
  ]);
  const limits_of = limitingPlan(org, stores.billing.hasPayments);
  return asView('Billing', org, {
    org_id: orgId,
    status: org.plan_status,
    interval: org.plan_interval,
    price: org.plan === 'free' ? null : (row?.price ?? null),
    limits_of,
    trial_available: row?.had_trial !== true,
    period_ends_at: row?.period_ends_at ?? null,
    cancels_at: row?.cancels_at ?? null,
    card: row?.card ?? null,
    tax_id: row?.tax_id ?? null,
    exceeds: await excessOf(stores, orgId, limits_of),
    plans: plansWith(prices),
    missing: [...payments.missing],
    provider_problem: problem,
    etag: etagOfSubscription(row),
  });
}

/** The version of an organisation that has never subscribed. */
export function etagOfSubscription(row: Pick<SubscriptionRow, 'version'> | undefined): string {
  return etagOf({ version: row?.version ?? 0 });
}

function plansWith(prices: readonly Price[]): Plan[] {
  return PLAN_NAMES.map((plan) => {
    const { limits, monthlyCredit, trialDays, graceDays } = PLANS[plan];
    return {
      plan,
      prices: prices
        .filter((price) => price.plan === plan)
        .map(({ interval, amount }) => ({ interval, amount })),
      limits,
      monthly_credit: monthlyCredit,
      trial_days: trialDays,
      grace_days: graceDays,
    };
  });
}

/** The page is useful even without prices. */
async function knownPrices({
  provider,
}: PaymentsPort): Promise<{ prices: readonly Price[]; problem: string | null }> {
  if (!provider) return { prices: [], problem: null };
  try {
    return { prices: await provider.prices(), problem: await provider.problem() };
  } catch (error) {
    if (!(error instanceof ProblemError) || error.code !== 'unavailable') throw error;
    return { prices: [], problem: error.detail ?? null };
  }
}

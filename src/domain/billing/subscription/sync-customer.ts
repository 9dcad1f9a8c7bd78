import { PLANS } from '#core/billing/plans.ts';
import { sorted } from '#core/json/sorted.ts';
import { DAY_MS } from '#core/limits.ts';
import { DETAIL } from '../../details.ts';
import type { OrgRow } from '../../org/org.tables.ts';
import { ProblemError } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import type { SubscriptionRow } from '../billing.tables.ts';
import type { CustomerState, Payment, PaymentProvider, Subscription } from '../payments.port.ts';
import { addCredits, reverseCredit } from './credits.ts';

/** How often the provider is read again if another process has stored a newer state in the meantime. */
const TRIES = 5;
/** The longest wait before that, in milliseconds. Events about one customer often arrive at once. */
const WAIT_MAX_MS = 200;

type PlanFields = Pick<
  OrgRow,
  | 'plan'
  | 'plan_status'
  | 'plan_interval'
  | 'pending_plan'
  | 'pending_plan_interval'
  | 'pending_plan_date'
  | 'trial_ends_at'
  | 'grace_period_ends_at'
>;

/**
 * Syncs an organisation's plan and credits with the payment provider. It reads the current state, so events may arrive
 * repeatedly, late and in any order. If another sync has ended since this one began to read, it reads again, so that an
 * older state never replaces a newer one.
 * @param charge one that was refunded or disputed, which may be too old to be among the customer's latest payments
 */
export async function syncCustomer(
  stores: Stores,
  provider: PaymentProvider,
  orgId: string,
  charge: string | null = null,
): Promise<void> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const before = await stores.billing.subscriptions.find({ org_id: orgId });
    if (!before) return;
    const state = await provider.read(before.customer_id);
    const reversed = charge === null ? null : await provider.readPayment(charge);
    const isStored = await stores.transaction((all) => store(all, before, state, reversed));
    if (isStored) return;
    if (tries < TRIES)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * WAIT_MAX_MS));
  }
  // The others have read everything but this payment. The provider resends the event.
  if (charge !== null) throw new ProblemError('unavailable', DETAIL.paymentEventsMany);
}

/** @returns whether the state was stored; false if there was another sync since `before` was read */
async function store(
  all: Stores,
  before: SubscriptionRow,
  state: CustomerState,
  reversed: Payment | null,
): Promise<boolean> {
  const { org_id } = before;
  // The lock lets only one process change the plan and the balance.
  const org = await all.org.allOrgs.lock({ id: org_id });
  const row = await all.billing.subscriptions.lock({ org_id });
  if (!org || !row) return true;
  if (row.syncs !== before.syncs) return false;
  const now = new Date();
  const plan = planFieldsOf(state.subscription, org, now);
  const { subscription } = state;
  const facts = {
    subscription_id: subscription?.id ?? null,
    price: subscription?.price ?? null,
    period_ends_at: subscription?.period_ends_at ?? null,
    cancels_at: subscription?.cancels_at ?? null,
    had_trial: row.had_trial || subscription?.had_trial === true,
    card: state.card,
    tax_id: state.tax_id,
  };
  const isNewPlan = differs(org, plan);
  if (isNewPlan)
    await all.org.allOrgs.change(
      { id: org_id },
      { ...plan, version: org.version + 1, updated_at: now.toISOString() },
    );
  const isNew = isNewPlan || differs(row, facts);
  await all.billing.subscriptions.change(
    { org_id },
    {
      ...(isNew && { ...facts, version: row.version + 1 }),
      syncs: row.syncs + 1,
      synced_at: now.toISOString(),
    },
  );
  await addCredits(all, org_id, state.payments);
  if (reversed) await reverseCredit(all, org_id, reversed);
  return true;
}

/** An organisation's plan fields, according to its subscription. */
export function planFieldsOf(
  subscription: Subscription | null,
  org: Pick<OrgRow, 'plan_status' | 'plan' | 'grace_period_ends_at'>,
  now: Date,
): PlanFields {
  const choice = subscription?.choice;
  if (!subscription || !choice || subscription.status === 'incomplete')
    return { ...NOTHING, plan_status: 'free' };
  if (subscription.status === 'canceled') return { ...NOTHING, plan_status: 'canceled' };
  const { status, pending } = subscription;
  const grace = PLANS[choice.plan].graceDays * DAY_MS;
  return {
    plan: choice.plan,
    plan_status: status,
    plan_interval: choice.interval,
    pending_plan: pending?.plan ?? (subscription.cancels_at === null ? null : 'free'),
    pending_plan_interval: pending?.interval ?? null,
    pending_plan_date: pending?.date ?? subscription.cancels_at,
    trial_ends_at: status === 'trialing' ? subscription.trial_ends_at : null,
    // The grace period begins when we first learn of the unpaid invoice, and isn't restarted by further payment
    // attempts.
    grace_period_ends_at:
      status !== 'past_due'
        ? null
        : org.plan_status === 'past_due' && org.grace_period_ends_at !== null
          ? org.grace_period_ends_at
          : new Date(now.getTime() + grace).toISOString(),
  };
}

const NOTHING: Omit<PlanFields, 'plan_status'> = {
  plan: 'free',
  plan_interval: null,
  pending_plan: null,
  pending_plan_interval: null,
  pending_plan_date: null,
  trial_ends_at: null,
  grace_period_ends_at: null,
};

function differs<Row extends object>(row: Row, change: Partial<Row>): boolean {
  const keys = Object.keys(change) as (keyof Row)[];
  // The database reorders the fields of JSON.
  const text = (value: unknown) => JSON.stringify(sorted(value));
  return keys.some((key) => text(row[key]) !== text(change[key]));
}

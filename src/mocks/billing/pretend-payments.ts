import { PLAN_LABELS, PLANS } from '#core/billing/plans.ts';
import { DAY_MS } from '#core/limits.ts';
import type { PaymentProvider, Subscription } from '#domain/billing/payments.port.ts';
import { mustFind } from '#domain/problem.ts';
import type { PlanChoice } from '#generated/model/index.ts';
import { type Store, timestamp } from '../store.ts';
import { addCard, passTime, pay } from './pass-time.ts';
import type { PretendCustomer } from './pretend-customer.ts';
import { PERIOD_DAYS, PRICES, priceOf, TEST_CARD } from './pretend-prices.ts';

/**
 * The mocks' simulated payment provider. No money moves, and its checkout pages count as paid as soon as they are
 * opened.
 */
export function pretendPayments(store: Store): PaymentProvider {
  // Another tab may have replaced the data.
  const all = () => store.data.payments;
  const customerOf = (id: string) => mustFind(all()[id]);
  const ownerOf = (subscription: string) =>
    mustFind(Object.values(all()).find((one) => one.subscription?.id === subscription));
  const subscriptionOf = async (id: string) =>
    mustFind((await ownerOf(id)).subscription ?? undefined);

  return {
    prices: async () => PRICES,
    problem: async () => null,
    findCustomer: async (id) => (id in all() ? 'here' : 'deleted'),
    async createCustomer({ id }) {
      all()[`cus_${id}`] ??= newCustomer();
      return `cus_${id}`;
    },
    async read(customer) {
      const found = await customerOf(customer);
      passTime(found);
      const { subscription } = found;
      if (subscription?.choice) subscription.price = priceOf(subscription.choice);
      return structuredClone(found);
    },
    readPayment: async () => null,
    recentReversals: async () => [],
    readEvent: async () => undefined,
    async startCheckout(customer, choice, { trialDays, returnTo }) {
      const found = await customerOf(customer);
      const now = Date.now();
      const days = trialDays || PERIOD_DAYS[choice.interval];
      const period_ends_at = timestamp(now + days * DAY_MS);
      found.card = TEST_CARD;
      found.subscription = {
        id: `sub_${now}`,
        choice,
        price: priceOf(choice),
        status: trialDays > 0 ? 'trialing' : 'active',
        trial_ends_at: trialDays > 0 ? period_ends_at : null,
        had_trial: trialDays > 0,
        period_ends_at,
        cancels_at: null,
        pending: null,
      };
      if (trialDays === 0) pay(found, [{ choice, amount: priceOf(choice) }]);
      return returnTo.done;
    },
    async startTopUp(customer, amount, { returnTo }) {
      topUp(await customerOf(customer), amount);
      return returnTo.done;
    },
    topUp: async (customer, amount) => topUp(await customerOf(customer), amount),
    async openPortal(customer, returnTo) {
      const found = await customerOf(customer);
      if (found.subscription?.status === 'past_due') addCard(found);
      return returnTo;
    },
    async preview(subscription, choice, at) {
      const found = await subscriptionOf(subscription);
      const lines = linesOf(found, choice, at);
      return {
        due_today: lines.reduce((sum, { amount }) => sum + amount, 0),
        lines: lines.map(({ choice: { plan }, amount }) => ({
          text: `${amount < 0 ? 'Unused time on' : 'Remaining time on'} ${PLAN_LABELS[plan]}`,
          amount,
        })),
        next_amount: priceOf(choice),
        next_date: nextEnd(found, choice),
      };
    },
    async changeNow(subscription, choice, { at }) {
      const owner = await ownerOf(subscription);
      const found = await subscriptionOf(subscription);
      pay(owner, linesOf(found, choice, at));
      found.period_ends_at = nextEnd(found, choice);
      found.choice = choice;
      found.cancels_at = null;
      found.pending = null;
    },
    async changeLater(subscription, choice) {
      const found = await subscriptionOf(subscription);
      found.cancels_at = null;
      found.pending = { ...choice, date: found.period_ends_at ?? timestamp() };
    },
    async cancel(subscription) {
      const found = await subscriptionOf(subscription);
      found.cancels_at = found.period_ends_at;
      found.pending = null;
    },
    async resume(subscription) {
      const found = await subscriptionOf(subscription);
      found.cancels_at = null;
      found.pending = null;
    },
    async endAll(customer) {
      (await customerOf(customer)).subscription = null;
    },
    async listInvoices(customer, { limit, after }) {
      const { invoices } = await customerOf(customer);
      const start = invoices.findIndex(({ id }) => id === after) + 1;
      return {
        invoices: invoices.slice(start, start + limit),
        hasMore: invoices.length > start + limit,
      };
    },
    async startCardSetup(customer) {
      addCard(await customerOf(customer));
      return 'seti_mock_secret_mock';
    },
    async setTaxId(customer, taxId) {
      (await customerOf(customer)).tax_id = taxId;
    },
  };
}

export function newCustomer(): PretendCustomer {
  return { subscription: null, payments: [], card: null, tax_id: null, invoices: [] };
}

/** The prorated cost of a change: the rest of the period on the new plan, minus the rest on the old one. */
function linesOf(found: Subscription, choice: PlanChoice, at: string) {
  const { choice: before, period_ends_at, status } = found;
  if (status === 'trialing' || !before || !period_ends_at) return [];
  const left =
    (Date.parse(period_ends_at) - Date.parse(at)) / DAY_MS / PERIOD_DAYS[before.interval];
  const share = Math.min(1, Math.max(0, left));
  const cents = (amount: number) => Math.round(amount / 10_000) * 10_000;
  const isNewPeriod = before.interval !== choice.interval;
  return [
    { choice: before, amount: -cents(priceOf(before) * share) },
    { choice, amount: isNewPeriod ? priceOf(choice) : cents(priceOf(choice) * share) },
  ];
}

function nextEnd({ choice: before, period_ends_at }: Subscription, choice: PlanChoice): string {
  const isNewPeriod = before?.interval !== choice.interval;
  if (!isNewPeriod && period_ends_at) return period_ends_at;
  return timestamp(Date.now() + PERIOD_DAYS[choice.interval] * DAY_MS);
}

function topUp(customer: PretendCustomer, amount: number): string {
  const id = `pi_${crypto.randomUUID()}`;
  const lines = [{ choice: null, amount, price: 0 }];
  customer.payments = [
    ...customer.payments,
    { id, kind: 'top_up', amount, lines, created_at: timestamp(), reversals: [] },
  ];
  return id;
}

/** The scenario `past-due` starts with an unpaid invoice. */
export const PAST_DUE_GRACE_MS = (PLANS.professional.graceDays - 2) * DAY_MS;

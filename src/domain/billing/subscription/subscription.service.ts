import { isUpgrade, PLANS } from '#core/billing/plans.ts';
import type {
  Billing,
  CardSetup,
  InvoiceList,
  PaymentPage,
  PlanChange,
  PlanChangePreview,
  PlanChoice,
  PlanInterval,
  PlanName,
  TaxId,
} from '#generated/model/index.ts';
import { DETAIL } from '../../details.ts';
import type { Domain } from '../../domain.ts';
import type { OrgRow } from '../../org/org.tables.ts';
import { decodeIdCursor, encodeCursor, type PageQuery, pageLimit } from '../../paging.ts';
import { invalidField, mustFind, ProblemError } from '../../problem.ts';
import { requireMatch } from '../../version.ts';
import type { SubscriptionRow } from '../billing.tables.ts';
import type { PaymentProvider } from '../payments.port.ts';
import { excessOf } from '../plan-limits.ts';
import { viewBilling } from './billing-view.ts';
import { customerOf, isLive, requireProvider } from './customer.ts';
import { syncCustomer } from './sync-customer.ts';

/** How long a change may take before another one may start. */
const CHANGE_MS = 120_000;
/** How old a preview may be for its proration to be used. */
const PREVIEW_MS = 3_600_000;

/** An organisation with a live subscription. */
interface Subscribed {
  org: OrgRow;
  row: SubscriptionRow & { subscription_id: string };
}

/** Subscriptions of organisations. */
export function createSubscriptionService(domain: Pick<Domain, 'stores' | 'payments'>) {
  const { stores, payments } = domain;

  const page = (orgId: string, query = '') =>
    `${payments.consoleUrl}/orgs/${orgId}/settings/billing${query}`;

  async function find(orgId: string): Promise<Subscribed> {
    const [org, row] = await Promise.all([
      mustFind(stores.org.orgs.find({ id: orgId })),
      stores.billing.subscriptions.find({ org_id: orgId }),
    ]);
    return subscribed(org, row);
  }

  /**
   * Changes a subscription while no other change is in progress. Of two requests with the same version, one is refused.
   * @param work runs outside a transaction, because it waits for the provider
   */
  async function change(
    orgId: string,
    ifMatch: string | undefined,
    work: (found: Subscribed, provider: PaymentProvider, key: string) => Promise<void>,
  ): Promise<Billing> {
    const provider = requireProvider(payments);
    const found = await stores.transaction(async (all) => {
      const org = await mustFind(all.org.orgs.lock({ id: orgId }));
      const row = await all.billing.subscriptions.lock({ org_id: orgId });
      requireMatch(ifMatch, { version: row?.version ?? 0 });
      const found = subscribed(org, row);
      const now = Date.now();
      if (found.row.changing_until !== null && Date.parse(found.row.changing_until) > now)
        throw new ProblemError('plan_conflict', DETAIL.planChanging);
      const changing_until = new Date(now + CHANGE_MS).toISOString();
      const version = found.row.version + 1;
      await all.billing.subscriptions.change({ org_id: orgId }, { changing_until, version });
      return { ...found, row: { ...found.row, version } };
    });
    try {
      // The idempotency key of the change. Every change has a new version.
      await work(found, provider, `${orgId}-${found.row.version}`);
    } finally {
      await stores.billing.subscriptions.change({ org_id: orgId }, { changing_until: null });
    }
    await syncCustomer(stores, provider, orgId);
    return viewBilling(domain, orgId);
  }

  return {
    /** @param refresh reads the provider's state first, if there is a provider */
    async get(orgId: string, refresh = false): Promise<Billing> {
      if (refresh && payments.provider) await syncCustomer(stores, payments.provider, orgId);
      return viewBilling(domain, orgId);
    },

    /** @throws ProblemError 409 `plan_conflict` if there is a subscription already */
    async startCheckout(orgId: string, choice: PlanChoice): Promise<PaymentPage> {
      const provider = requireProvider(payments);
      const { customer_id, version } = await customerOf(stores, orgId, provider);
      // Someone may have just paid, and the webhook hasn't arrived yet.
      await syncCustomer(stores, provider, orgId);
      const { plan_status } = await mustFind(stores.org.orgs.find({ id: orgId }));
      if (isLive(plan_status)) throw new ProblemError('plan_conflict', DETAIL.planExists);
      const { had_trial } = await mustFind(stores.billing.subscriptions.find({ org_id: orgId }));
      const url = await provider.startCheckout(customer_id, choice, {
        key: `${orgId}-${version}-${Date.now()}`,
        trialDays: had_trial ? 0 : PLANS[choice.plan].trialDays,
        returnTo: { done: page(orgId, '?checkout=done'), left: page(orgId) },
      });
      return { url };
    },

    async openPortal(orgId: string): Promise<PaymentPage> {
      const provider = requireProvider(payments);
      const { customer_id } = await customerOf(stores, orgId, provider);
      return { url: await provider.openPortal(customer_id, page(orgId)) };
    },

    async preview(
      orgId: string,
      { plan, interval = 'monthly' }: { plan: PlanName; interval?: PlanInterval },
    ): Promise<PlanChangePreview> {
      const provider = requireProvider(payments);
      const { org, row } = await find(orgId);
      const exceeds = await excessOf(stores, orgId, plan);
      const now = new Date().toISOString();
      const periodEnd = row.period_ends_at ?? now;
      if (plan === 'free')
        return {
          plan,
          interval: null,
          takes_effect: 'period_end',
          takes_effect_at: periodEnd,
          ...NOTHING_DUE,
          exceeds,
        };
      const choice = { plan, interval };
      refuseSame(org, choice);
      if (!beginsNow(org, choice)) {
        const prices = await provider.prices();
        const price = prices.find((one) => one.plan === plan && one.interval === interval);
        return {
          ...choice,
          takes_effect: 'period_end',
          takes_effect_at: periodEnd,
          ...NOTHING_DUE,
          next_amount: price?.amount ?? null,
          next_date: periodEnd,
          exceeds,
        };
      }
      const found = await provider.preview(row.subscription_id, choice, now);
      return {
        ...choice,
        takes_effect: 'now',
        takes_effect_at: now,
        ...found,
        prorated_at: now,
        exceeds,
      };
    },

    /** @throws ProblemError 402 `card_declined`, 409 `plan_conflict`, 412 when it changed since `ifMatch` */
    change(
      orgId: string,
      { plan, interval, prorated_at }: PlanChange,
      ifMatch: string | undefined,
    ): Promise<Billing> {
      const at = prorated_at ?? new Date().toISOString();
      const age = Date.now() - Date.parse(at);
      if (age > PREVIEW_MS || age < -60_000)
        throw invalidField('/prorated_at', DETAIL.previewTooOld);
      const choice = { plan, interval };
      return change(orgId, ifMatch, async ({ org, row }, provider, key) => {
        refuseSame(org, choice);
        if (org.plan_status === 'past_due')
          throw new ProblemError('plan_conflict', DETAIL.planUnpaid);
        const { subscription_id } = row;
        if (beginsNow(org, choice)) await provider.changeNow(subscription_id, choice, { at, key });
        else await provider.changeLater(subscription_id, choice, { key });
      });
    },

    cancel: (orgId: string, ifMatch: string | undefined): Promise<Billing> =>
      change(orgId, ifMatch, async ({ row }, provider) => {
        if (row.cancels_at === null) await provider.cancel(row.subscription_id);
      }),

    resume: (orgId: string, ifMatch: string | undefined): Promise<Billing> =>
      change(orgId, ifMatch, async ({ org, row }, provider) => {
        if (org.pending_plan !== null) await provider.resume(row.subscription_id);
      }),

    async listInvoices(orgId: string, query: PageQuery): Promise<InvoiceList> {
      const provider = requireProvider(payments);
      const after = decodeIdCursor(query.cursor);
      const row = await stores.billing.subscriptions.find({ org_id: orgId });
      if (!row) return { results: [], pagination: { has_next: false, next_cursor: null } };
      const page = { limit: pageLimit(query), after };
      const { invoices, hasMore } = await provider.listInvoices(row.customer_id, page);
      const last = hasMore ? invoices.at(-1) : undefined;
      const next_cursor = last ? encodeCursor({ id: last.id }) : null;
      return { results: invoices, pagination: { has_next: last !== undefined, next_cursor } };
    },

    async startCardSetup(orgId: string): Promise<CardSetup> {
      const provider = requireProvider(payments);
      const { customer_id } = await customerOf(stores, orgId, provider);
      return { client_secret: await provider.startCardSetup(customer_id) };
    },

    /** @param taxId null removes it. @throws ProblemError 400 for an invalid one */
    async setTaxId(orgId: string, taxId: TaxId | null): Promise<Billing> {
      const provider = requireProvider(payments);
      const { customer_id } = await customerOf(stores, orgId, provider);
      await provider.setTaxId(customer_id, taxId && { ...taxId, value: taxId.value.trim() });
      await syncCustomer(stores, provider, orgId);
      return viewBilling(domain, orgId);
    },
  };
}

const NOTHING_DUE = {
  due_today: 0,
  lines: [],
  next_amount: null,
  next_date: null,
  prorated_at: null,
};

function subscribed(org: OrgRow, row: SubscriptionRow | undefined): Subscribed {
  if (!row || row.subscription_id === null || !isLive(org.plan_status))
    throw new ProblemError('plan_conflict', DETAIL.planMissing);
  return { org, row: { ...row, subscription_id: row.subscription_id } };
}

/** Whether a change takes effect immediately. During a trial it does, because no period has been paid for. */
function beginsNow(org: OrgRow, choice: PlanChoice): boolean {
  const current = { plan: org.plan, interval: org.plan_interval };
  return org.plan_status === 'trialing' || isUpgrade(current, choice);
}

function refuseSame(org: OrgRow, { plan, interval }: PlanChoice): void {
  if (org.plan === plan && org.plan_interval === interval)
    throw new ProblemError('plan_conflict', DETAIL.planSame);
}

import { monthOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import { sha256 } from '#core/sha256.ts';
import type { AutoTopUp, AutoTopUpUpdate, TopUp, TopUpCreate } from '#generated/model/index.ts';
import { DETAIL } from '../../details.ts';
import type { Domain } from '../../domain.ts';
import { invalidField, mustFind, ProblemError } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import type { AutoTopUpRow } from '../billing.tables.ts';
import type { PaymentProvider } from '../payments.port.ts';
import { customerOf, requireProvider } from '../subscription/customer.ts';
import { syncCustomer } from '../subscription/sync-customer.ts';

/** The settings shown until they are saved. */
const DEFAULTS = {
  is_on: false,
  threshold: 5_000_000,
  amount: 20_000_000,
  monthly_cap: 100_000_000,
};

/** Buying credits, and the settings of automatic top-up. */
export function createTopUpService({ stores, payments }: Pick<Domain, 'stores' | 'payments'>) {
  async function view(orgId: string): Promise<AutoTopUp> {
    const row = await stores.billing.autoTopUps.find({ org_id: orgId });
    const known = await stores.billing.subscriptions.find({ org_id: orgId });
    const { is_on, threshold, amount, monthly_cap } = row ?? DEFAULTS;
    return {
      ...{ is_on, threshold, amount, monthly_cap },
      bought: row ? boughtIn(row, monthOf(new Date())) : 0,
      failure: row?.failure ?? null,
      has_card: known !== undefined && known.card !== null,
    };
  }

  return {
    /**
     * Starts a payment. The credit is added once the provider reports it as paid.
     * @param idempotencyKey the caller's; repeating a request with the same key never pays twice, whatever happened to
     *   the first one
     * @throws ProblemError 402 `card_declined`, 409 `payments_not_configured`, 503 `unavailable`
     */
    async topUp(
      orgId: string,
      { amount, method }: TopUpCreate,
      idempotencyKey?: string,
    ): Promise<TopUp> {
      const provider = requireProvider(payments);
      const { customer_id, card } = await customerOf(stores, orgId, provider);
      const key = await paymentKey(orgId, idempotencyKey);
      if (method === 'card') {
        if (card === null) throw invalidField('/method', DETAIL.autoTopUpCard);
        await provider.topUp(customer_id, amount, { key });
        await syncIfPossible(stores, provider, orgId);
        return { url: null };
      }
      const page = `${payments.consoleUrl}/orgs/${orgId}/settings/billing?tab=credits`;
      const returnTo = { done: `${page}&checkout=done`, left: page };
      return { url: await provider.startTopUp(customer_id, amount, { key, returnTo }) };
    },

    getAuto: (orgId: string) => view(orgId),

    /** @throws ProblemError 400 without a card or for a cap below the amount, 409 `payments_not_configured` */
    async replaceAuto(orgId: string, body: AutoTopUpUpdate): Promise<AutoTopUp> {
      requireProvider(payments);
      if (body.monthly_cap < body.amount) throw invalidField('/monthly_cap', DETAIL.topUpCap);
      await stores.transaction(async ({ billing, org }) => {
        await mustFind(org.orgs.lock({ id: orgId }));
        const known = await billing.subscriptions.find({ org_id: orgId });
        if (body.is_on && !known?.card) throw invalidField('/is_on', DETAIL.autoTopUpCard);
        const row = await billing.autoTopUps.lock({ org_id: orgId });
        const fresh: AutoTopUpRow = {
          ...{ org_id: orgId, ...DEFAULTS, month: monthOf(new Date()), bought: 0 },
          ...{ failure: null, attempt_id: null, attempt_amount: null, attempt_until: null },
        };
        await billing.autoTopUps.put({ ...(row ?? fresh), ...body, failure: null });
      });
      return view(orgId);
    },
  };
}

/** The provider's idempotency key for a payment. */
async function paymentKey(orgId: string, idempotencyKey: string | undefined): Promise<string> {
  return idempotencyKey === undefined ? newId('payment') : sha256(`${orgId} ${idempotencyKey}`);
}

/** Never fails, because the payment has been made: if this doesn't add the credit, the provider's webhook does. */
async function syncIfPossible(stores: Stores, provider: PaymentProvider, orgId: string) {
  try {
    await syncCustomer(stores, provider, orgId);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
}

/** The amount bought automatically in a month. */
export function boughtIn({ month, bought }: AutoTopUpRow, wanted: string): number {
  return month === wanted ? bought : 0;
}

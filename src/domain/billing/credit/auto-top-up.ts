import { monthOf } from '#core/billing/month.ts';
import { newId } from '#core/ids.ts';
import { DETAIL } from '../../details.ts';
import { notify } from '../../notification/notify.ts';
import { ownersOf } from '../../notification/recipients.ts';
import { ProblemError } from '../../problem.ts';
import type { Stores } from '../../stores.ts';
import type { AutoTopUpRow, SubscriptionRow } from '../billing.tables.ts';
import type { PaymentProvider } from '../payments.port.ts';
import { topUpReference } from '../subscription/credits.ts';
import { syncCustomer } from '../subscription/sync-customer.ts';
import { boughtIn } from './top-up.service.ts';

const BATCH = 50;
/** How long a payment may take before another process repeats it. */
const ATTEMPT_MS = 300_000;

interface Round {
  now: Date;
  signal: AbortSignal;
  /** A failure of one organisation doesn't stop the others. */
  report: (error: unknown) => void;
}

interface Attempt {
  id: string;
  amount: number;
  customer: SubscriptionRow;
}

/**
 * Buys credits for organisations whose balance is below their threshold. Several processes may run it at once: a
 * payment is stored before it is made and repeated with the same key until its outcome is known, so it is made only
 * once.
 */
export async function topUpAutomatically(
  stores: Stores,
  provider: PaymentProvider,
  { now, signal, report }: Round,
): Promise<void> {
  for (const orgId of await stores.billing.dueTopUps(BATCH)) {
    if (signal.aborted) return;
    try {
      await topUp(stores, provider, orgId, now);
    } catch (error) {
      report(error);
    }
  }
}

async function topUp(stores: Stores, provider: PaymentProvider, orgId: string, now: Date) {
  const attempt = await stores.transaction((all) => begin(all, orgId, now));
  if (!attempt) return;
  let payment: string;
  try {
    const { customer, amount, id } = attempt;
    payment = await provider.topUp(customer.customer_id, amount, { key: id });
  } catch (error) {
    if (!isFinal(error)) throw error;
    await stores.transaction((all) => turnOff(all, orgId, attempt, reasonOf(error)));
    return;
  }
  await syncCustomer(stores, provider, orgId);
  // The credit of a payment that hasn't settled is added later. No other payment is made until then.
  if (await stores.billing.entries.find({ reference: topUpReference(payment) }))
    await stores.billing.autoTopUps.change({ org_id: orgId, attempt_id: attempt.id }, ENDED);
}

const ENDED = { attempt_id: null, attempt_amount: null, attempt_until: null };

/** @returns the payment to make; undefined if none is due or another process is making it */
async function begin(all: Stores, orgId: string, now: Date): Promise<Attempt | undefined> {
  const org = await all.org.orgs.lock({ id: orgId });
  const row = await all.billing.autoTopUps.lock({ org_id: orgId });
  const customer = await all.billing.subscriptions.find({ org_id: orgId });
  if (!org || !row || !customer) return undefined;
  if (row.attempt_until !== null && Date.parse(row.attempt_until) > now.getTime()) return undefined;
  const attempt_until = new Date(now.getTime() + ATTEMPT_MS).toISOString();
  if (row.attempt_id !== null && row.attempt_amount !== null) {
    await all.billing.autoTopUps.change({ org_id: orgId }, { attempt_until });
    return { id: row.attempt_id, amount: row.attempt_amount, customer };
  }
  if (!isDue(row, org.balance - org.reserved, monthOf(now))) return undefined;
  const id = newId('payment');
  const month = monthOf(now);
  const bought = boughtIn(row, month) + row.amount;
  await all.billing.autoTopUps.change(
    { org_id: orgId },
    { attempt_id: id, attempt_amount: row.amount, attempt_until, month, bought },
  );
  return { id, amount: row.amount, customer };
}

function isDue(row: AutoTopUpRow, left: number, month: string): boolean {
  return row.is_on && left < row.threshold && boughtIn(row, month) + row.amount <= row.monthly_cap;
}

async function turnOff(all: Stores, orgId: string, { id, amount }: Attempt, reason: string) {
  const row = await all.billing.autoTopUps.lock({ org_id: orgId });
  if (!row || row.attempt_id !== id) return;
  const bought = Math.max(0, row.bought - amount);
  await all.billing.autoTopUps.change(
    { org_id: orgId },
    { ...ENDED, is_on: false, failure: reason, bought },
  );
  const org = await all.org.orgs.find({ id: orgId });
  if (!org) return;
  await notify(all, await ownersOf(all, orgId), {
    event: 'top_up_declined',
    facts: { place: org.name, reason },
    ref: `top-up ${orgId}`,
    path: `/orgs/${orgId}/settings/billing?tab=credits`,
  });
}

function reasonOf({ code, detail }: ProblemError): string {
  return code === 'card_declined' && detail !== undefined ? detail : DETAIL.topUpRefused;
}

/** Whether another attempt would fail again: the card was declined, or there is none. */
function isFinal(error: unknown): error is ProblemError {
  return (
    error instanceof ProblemError &&
    (error.code === 'card_declined' || error.code === 'plan_conflict')
  );
}

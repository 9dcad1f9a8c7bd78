import { includedCredit } from '#core/billing/plans.ts';
import { newId } from '#core/ids.ts';
import { DETAIL } from '../../details.ts';
import type { Stores } from '../../stores.ts';
import type { Payment, Reversal } from '../payments.port.ts';

/**
 * Adds the credit that payments bring, and takes back that of reversed ones. Each has an entry of its own in the ledger,
 * whose reference is unique, so it happens once however often it is tried. Call it while the organisation is locked.
 */
export async function addCredits(
  all: Stores,
  orgId: string,
  payments: readonly Payment[],
): Promise<void> {
  for (const payment of payments) {
    const credit = creditOf(payment);
    if (credit <= 0) continue;
    const kind = payment.kind === 'plan' ? 'plan_credit' : 'top_up';
    const reference = payment.kind === 'plan' ? `plan:${payment.id}` : topUpReference(payment.id);
    await add(all, orgId, kind, reference, credit);
    await reverse(all, orgId, payment, credit);
  }
}

/** Names the ledger's entry for credits that were bought. */
export function topUpReference(paymentId: string): string {
  return `top_up:${paymentId}`;
}

/** What a payment brings: what was topped up, or the included credit of the plans that were paid. */
function creditOf({ kind, amount, lines }: Payment): number {
  // What was taken away and not paid brings nothing.
  if (amount <= 0) return 0;
  const credits = lines.map((line) => {
    if (kind === 'top_up') return line.amount;
    return line.choice ? includedCredit(line.choice, line.amount, line.price) : 0;
  });
  return Math.max(
    0,
    credits.reduce((sum, credit) => sum + credit, 0),
  );
}

/**
 * Takes back the part of the credit whose money went back, also if it has been spent: the balance is then negative, and
 * nothing runs until that is paid. A dispute that was won gives back what it took.
 */
async function reverse(all: Stores, orgId: string, payment: Payment, credit: number) {
  for (const { id, share, isFinal } of sharesOf(payment, credit)) {
    const reference = `reversal:${id}`;
    const taken = await all.billing.entries.find({ reference });
    if (isFinal && !taken && share > 0) {
      await add(all, orgId, 'reversal', reference, -share);
      await stopAutoTopUp(all, orgId);
    }
    if (!isFinal && taken)
      await add(all, orgId, 'reversal', `${reference}:returned`, -taken.amount);
  }
}

/** Otherwise it would take the money again, from somebody who has just wanted it back. */
async function stopAutoTopUp({ billing }: Stores, org_id: string): Promise<void> {
  const failure = DETAIL.topUpReversed;
  await billing.autoTopUps.change({ org_id, is_on: true }, { is_on: false, failure });
}

/**
 * Each reversal with its share of the credit: together never more than all of it, whatever the rounding. Disputes that
 * were won have none, so that later refunds of the same payment have theirs.
 */
function sharesOf({ reversals, amount }: Payment, credit: number) {
  let sum = 0;
  return reversals.map((reversal: Reversal) => {
    const before = Math.floor((credit * sum) / amount);
    if (reversal.isFinal) sum = Math.min(amount, sum + reversal.amount);
    return { ...reversal, share: Math.floor((credit * sum) / amount) - before };
  });
}

async function add(
  all: Stores,
  org_id: string,
  kind: 'plan_credit' | 'top_up' | 'reversal',
  reference: string,
  amount: number,
): Promise<void> {
  const created_at = new Date().toISOString();
  const what = { org_id, kind, amount, reference, project_id: null, note: null };
  await all.billing.addEntry({ id: newId('entry'), ...what, created_at });
}

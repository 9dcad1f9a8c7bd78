import { includedCredit } from '#core/billing/plans.ts';
import { newId } from '#core/ids.ts';
import { DETAIL } from '../../details.ts';
import type { Stores } from '../../stores.ts';
import type { Payment, Reversal } from '../payments.port.ts';

/**
 * Adds the credit of payments, and deducts that of reversed ones. Each is a ledger entry with a unique reference, so
 * repeating it has no effect. Call it while the organisation is locked.
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
    await add(all, orgId, kind, referenceOf(payment), credit);
    await reverseCredit(all, orgId, payment);
  }
}

/** The reference of the ledger entry for a payment's credit. */
export function referenceOf({ kind, id }: Pick<Payment, 'kind' | 'id'>): string {
  return kind === 'plan' ? `plan:${id}` : topUpReference(id);
}

/** The reference of the ledger entry for bought credits. */
export function topUpReference(paymentId: string): string {
  return `top_up:${paymentId}`;
}

/** The credit of a payment: the top-up, or the included credit of the plans paid for. */
function creditOf({ kind, amount, lines }: Payment): number {
  // Nothing was paid if unused time outweighs the charges, so no credit is due.
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
 * Deducts the credit of a payment whose money was returned, as far as it was added, even if it has been spent: the
 * balance may then be negative, and paid runs stop until it is settled. Winning a dispute restores its credit.
 */
export async function reverseCredit(all: Stores, orgId: string, payment: Payment): Promise<void> {
  if (payment.reversals.length === 0 || payment.amount <= 0) return;
  // What was added then counts: the credit of plans may have changed since.
  const given = await all.billing.entries.find({ reference: referenceOf(payment) });
  if (given?.org_id !== orgId) return;
  for (const { id, share, isFinal } of sharesOf(payment, given.amount)) {
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

/** Turns off automatic top-up: otherwise it would charge someone who has just asked for their money back. */
async function stopAutoTopUp({ billing }: Stores, org_id: string): Promise<void> {
  const failure = DETAIL.topUpReversed;
  await billing.autoTopUps.change({ org_id, is_on: true }, { is_on: false, failure });
}

/**
 * Each reversal with its share of the credit. Despite rounding, the shares never exceed the credit in total. Disputes
 * that were won have no share, so that later refunds of the same payment can have theirs.
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

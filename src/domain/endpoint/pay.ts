import { payable } from '#core/billing/account.ts';
import { newId } from '#core/ids.ts';
import {
  callAndSettle,
  isUsed,
  noteCall,
  type PayingDomain,
  pricedCall,
  type Spending,
  type Spent,
  spend,
  type Used,
} from '../billing/spend.ts';
import type { AskableModel } from '../model/ask.ts';
import { ProblemError } from '../problem.ts';
import { createOwnSpending, spendLimitText } from './own-spending.ts';

/**
 * Calls a model outside of runs at the expense of whoever pays for it: the organisation's balance, or the spend limit of
 * its own endpoint.
 * @param call returns the result and what it has used. A call that throws costs what it has noted
 * @throws ProblemError 402 `insufficient_balance`, `spend_limit_reached`
 */
export async function payFor<T extends Spent>(
  domain: PayingDomain,
  { own }: Pick<AskableModel, 'own'>,
  spending: Spending,
  call: (used: Used) => Promise<T>,
): Promise<T> {
  if (!own) return spend(domain, spending, call);
  const { stores, charges } = domain;
  const { hold } = createOwnSpending(() => stores);
  const held = own.isLimited ? await hold(own, spending.most, null) : undefined;
  if (own.isLimited && !held)
    throw new ProblemError('spend_limit_reached', spendLimitText(own, spending.most));
  return callAndSettle(call, async (spent) => {
    const { cost } = spent;
    const paid = held && cost !== null ? payable(cost, held.amount) : cost;
    // The ID tells the time, like those of the reservations of other calls.
    const made = pricedCall(newId('reservation'), spending, spent, { cost, billed: 0 });
    await charges.store(`${paid} micro-dollars at ${own.endpointId}, ${made.id}`, (isReduced) =>
      stores.transaction(async (all) => {
        // Without a hold, only the note tells whether it was counted already.
        if (isReduced && !held) return;
        // Usage is locked before the endpoint, as when prices are corrected. In another order, two could deadlock.
        if (!isReduced && (cost !== 0 || isUsed(spent))) await noteCall(all, made);
        await createOwnSpending(() => all).settle(own, held, paid);
      }),
    );
  });
}

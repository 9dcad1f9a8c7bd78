import { type Spending, spend, type Used, usageOfCall } from '../billing/spend.ts';
import { ProblemError } from '../problem.ts';
import type { AskableModel } from '../run/execution/ask-model.ts';
import type { Stores } from '../stores.ts';
import { createOwnSpending, spendLimitText } from './own-spending.ts';

/**
 * Calls a model outside of runs at the expense of whoever pays for it: the organisation's balance, or the spend limit of
 * its own endpoint.
 * @param call returns the result and its `cost` in micro-dollars. A call that throws costs what it has noted
 * @throws ProblemError 402 `insufficient_balance`, `spend_limit_reached`
 */
export async function payFor<T extends { cost: number }>(
  stores: Stores,
  { own, info }: AskableModel,
  spending: Spending,
  call: (used: Used) => Promise<T>,
): Promise<T> {
  if (!own) return spend(stores, spending, call);
  const { hold, settle } = createOwnSpending(() => stores);
  const held = own.isLimited ? await hold(own, spending.most, null) : undefined;
  if (own.isLimited && !held)
    throw new ProblemError('spend_limit_reached', spendLimitText(own, spending.most));
  const isPriced = info.input_price !== null && info.output_price !== null;
  let cost: number | null = 0;
  try {
    const result = await call((noted) => {
      cost = isPriced ? noted : null;
    });
    cost = isPriced ? result.cost : null;
    return result;
  } finally {
    await settle(own, held, cost);
    const used = usageOfCall(spending, cost ?? 0, { isOwn: true, isUnpriced: cost === null });
    if (cost !== 0) await stores.billing.addUsage(used);
  }
}

import { isFree } from '#core/billing/money.ts';
import type { Domain } from '../domain.ts';

/**
 * Whether an organisation can use a model now: without balance, only those that are free.
 * @param cost what that may cost at least, in micro-dollars
 */
export async function canPay(
  { stores, run }: Pick<Domain, 'stores' | 'run'>,
  orgId: string,
  modelId: string,
  cost = 1,
): Promise<boolean> {
  const model = run.modelOf(modelId);
  if (!model) return false;
  if (isFree(model.info)) return true;
  const org = await stores.org.orgs.find({ id: orgId });
  return org !== undefined && org.balance - org.reserved >= Math.max(1, cost);
}

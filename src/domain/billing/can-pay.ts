import { isFree } from '#core/billing/money.ts';
import { findModel, type ModelDomain } from '../endpoint/own-models.ts';

/**
 * Whether an organisation can use a model now: without balance, only those that are free or its own.
 * @param cost what that may cost at least, in micro-dollars
 */
export async function canPay(
  domain: ModelDomain,
  orgId: string,
  modelId: string,
  cost = 1,
): Promise<boolean> {
  const model = await findModel(domain, orgId, modelId);
  if (!model) return false;
  if (model.own || isFree(model.info)) return true;
  const org = await domain.stores.org.orgs.find({ id: orgId });
  return org !== undefined && org.balance - org.reserved >= Math.max(1, cost);
}

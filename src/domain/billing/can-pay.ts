import { isFree } from '#core/billing/money.ts';
import { MESSAGES } from '#core/messages.ts';
import { findModel, type ModelDomain } from '../endpoint/own-models.ts';
import { ProblemError } from '../problem.ts';
import { checkLimits, type LimitedBy } from './limits.ts';

/** The organisation, project, API key and model of a call. */
interface Payer extends LimitedBy {
  orgId: string;
  modelId: string;
}

/**
 * Checks that the balance and the spend limits of the project and the API key cover a call, before anything is stored for
 * it. Free models and the organisation's own models aren't checked; an unknown model is reported when the run starts.
 * @param cost the most that it may cost, in micro-dollars
 * @throws ProblemError 402 `insufficient_balance`, `spend_limit_reached`
 */
export async function requireFunds(
  domain: ModelDomain,
  { orgId, modelId, ...by }: Payer,
  cost: number,
): Promise<void> {
  const model = await findModel(domain, orgId, modelId);
  if (!model || model.own || isFree(model.info)) return;
  const least = Math.max(1, cost);
  const org = await domain.stores.org.orgs.find({ id: orgId });
  if (!org || org.balance - org.reserved < least)
    throw new ProblemError('insufficient_balance', MESSAGES.task.balance);
  await checkLimits(domain.stores, by, least);
}

/** Whether the balance is enough for calls of a model. */
export async function canPay(domain: ModelDomain, payer: Payer): Promise<boolean> {
  try {
    await requireFunds(domain, payer, 0);
    return (await findModel(domain, payer.orgId, payer.modelId)) !== undefined;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 402) return false;
    throw error;
  }
}

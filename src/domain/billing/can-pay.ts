import { isFree } from '#core/billing/money.ts';
import { findModel, type ModelDomain } from '../endpoint/own-models.ts';
import { ProblemError } from '../problem.ts';
import { accountsOf, type Payer, requireCover } from './limits.ts';

/** Who pays for a call of a model. */
type Paying = Payer & { modelId: string };

/**
 * Checks that the balance and the spend limits of the project and the API key cover a call, before anything is stored for
 * it. Free models and the organisation's own models aren't checked; an unknown model is reported when the run starts.
 * @param cost the most that it may cost, in micro-dollars
 * @throws ProblemError 402 `insufficient_balance`, `spend_limit_reached`
 */
export async function requireFunds(
  domain: ModelDomain,
  { modelId, ...payer }: Paying,
  cost: number,
): Promise<void> {
  const model = await findModel(domain, payer.orgId, modelId);
  if (!model || model.own || isFree(model.info)) return;
  const accounts = await accountsOf(domain.stores, payer, 'find');
  await requireCover(domain.stores, accounts, Math.max(1, cost));
}

/** Whether the balance is enough for calls of a model. */
export async function canPay(domain: ModelDomain, payer: Paying): Promise<boolean> {
  try {
    await requireFunds(domain, payer, 0);
    return (await findModel(domain, payer.orgId, payer.modelId)) !== undefined;
  } catch (error) {
    if (error instanceof ProblemError && error.status === 402) return false;
    throw error;
  }
}

import type { Spent, Used } from '../billing/spend.ts';
import { isUsed, NO_COVER, usageOf } from '../run/execution/cost.ts';
import { type AskableModel, type ModelRequest, newAnswer, wholeAnswer } from './ask.ts';

/**
 * The answer of a model that is called once, outside of runs, with its usage. The payer's side caps the charge at the
 * reservation.
 * @param used receives the usage of a call that fails or is stopped: as for runs, used tokens are charged
 * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
 */
export async function answerAtCost(
  { info, ask }: { info: AskableModel['info']; ask: NonNullable<AskableModel['ask']> },
  request: Omit<ModelRequest, 'isStreamed' | 'tools'>,
  used: Used,
): Promise<Spent & { text: string; isCutOff: boolean }> {
  const { messages, signal } = request;
  const answer = newAnswer();
  const spent = () => usageOf({ messages, answer, cover: NO_COVER }, info, countTokens);
  signal.throwIfAborted();
  try {
    const { text, isCutOff } = await wholeAnswer(ask({ ...request, isStreamed: false }), answer);
    return { text, isCutOff, ...(await spent()) };
  } catch (error) {
    if (signal.aborted || isUsed(answer)) used(await spent());
    throw error;
  }
}

/** For models that don't report their usage. */
async function countTokens(text: string): Promise<number> {
  return (await import('#core/collection/count-tokens.ts')).countTokens(text);
}

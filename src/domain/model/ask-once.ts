import type { Used } from '../billing/spend.ts';
import type { AskableModel, ModelRequest } from '../run/execution/ask-model.ts';
import { type Exchange, usageOf } from '../run/execution/usage.ts';

type Question = Pick<ModelRequest, 'messages' | 'parameters' | 'format' | 'signal'>;

/** The output of a model. */
export interface Answer {
  text: string;
  /** Whether the output reached its maximum length. */
  isCutOff: boolean;
  /** Micro-dollars; 0 if the price is unknown. */
  cost: number;
}

/**
 * Calls a model once, outside of runs.
 * @param used receives the cost of a call that fails or is stopped: as for runs, used tokens are charged
 * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
 */
export async function askOnce(
  { info, ask }: { info: AskableModel['info']; ask: NonNullable<AskableModel['ask']> },
  question: Question,
  used: Used,
): Promise<Answer> {
  const { messages, signal } = question;
  const exchange: Exchange = { messages, written: '', unseen: '' };
  const cost = async () => (await usageOf(exchange, info, countTokens)).cost ?? 0;
  signal.throwIfAborted();
  try {
    const reported = await ask({
      ...question,
      isStreamed: false,
      onText: (text) => {
        exchange.written += text;
      },
      onUsage: (usage) => {
        exchange.reported = { ...usage, isCutOff: false };
      },
    });
    exchange.reported = reported;
    return { text: exchange.written, isCutOff: reported.isCutOff, cost: await cost() };
  } catch (error) {
    if (signal.aborted || exchange.written !== '' || exchange.reported) used(await cost());
    throw error;
  }
}

/** For models that don't report their usage. */
async function countTokens(text: string): Promise<number> {
  return (await import('#core/collection/count-tokens.ts')).countTokens(text);
}

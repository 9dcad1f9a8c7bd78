import type { Spent, Used } from '../billing/spend.ts';
import type { AskableModel, ModelRequest } from '../run/execution/ask-model.ts';
import { NO_COVER } from '../run/execution/paying/cover.ts';
import { type Exchange, usageOf } from '../run/execution/paying/usage.ts';

type Question = Pick<ModelRequest, 'messages' | 'parameters' | 'format' | 'signal'>;

/** The output of a model, with what it used. */
export interface Answer extends Spent {
  text: string;
  /** Whether the output reached its maximum length. */
  isCutOff: boolean;
}

/**
 * Calls a model once, outside of runs.
 * @param used receives what a call has used if it fails or is stopped: as for runs, used tokens are charged
 * @throws ModelFailure when the provider fails; the signal's reason when that was aborted
 */
export async function askOnce(
  { info, ask }: { info: AskableModel['info']; ask: NonNullable<AskableModel['ask']> },
  question: Question,
  used: Used,
): Promise<Answer> {
  const { messages, signal } = question;
  // Whoever pays for the call charges no more than was reserved for it.
  const exchange: Exchange = { messages, written: '', unseen: '', cover: NO_COVER };
  const spent = () => usageOf(exchange, info, countTokens);
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
    return { text: exchange.written, isCutOff: reported.isCutOff, ...(await spent()) };
  } catch (error) {
    if (signal.aborted || exchange.written !== '' || exchange.reported) used(await spent());
    throw error;
  }
}

/** For models that don't report their usage. */
async function countTokens(text: string): Promise<number> {
  return (await import('#core/collection/count-tokens.ts')).countTokens(text);
}

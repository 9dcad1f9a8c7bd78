import { tokensAtMost } from '#core/run/tokens.ts';
import type { Part } from '../../model/ask.ts';
import type { Cover, TokenCounter } from './cost.ts';

/**
 * How many times as many tokens a text may have here as with the model's own tokeniser. A model that keeps its limit
 * must not be cut off because of that. The charge never exceeds the cover anyway.
 */
const TOLERANCE = 1.25;

/**
 * Counts a model's output, to detect when it ignores its maximum. Counting takes a thread, so it waits until
 * the text is long enough to exceed the limit at one token per byte.
 */
export function createMeter({ cost, output_tokens }: Cover, countTokens: TokenCounter) {
  const limit = cost === 0 || output_tokens === null ? Infinity : output_tokens * TOLERANCE;
  let counted = 0;
  let countedLength = 0;
  let waiting = '';
  let waitingAtMost = 0;
  return {
    /** @returns how many characters were covered, once there are more than that */
    async add(part: Part): Promise<number | undefined> {
      if (limit === Infinity || !('text' in part) || part.type === 'warning') return undefined;
      waiting += part.text;
      waitingAtMost += tokensAtMost(part.text);
      if (counted + waitingAtMost <= limit) return undefined;
      countedLength += waiting.length;
      counted += await countTokens(waiting);
      waiting = '';
      waitingAtMost = 0;
      return counted > limit ? Math.floor((countedLength * limit) / counted) : undefined;
    },
  };
}

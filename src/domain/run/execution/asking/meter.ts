import { tokensAtMost } from '#core/run/tokens.ts';
import type { Cover } from '../paying/cover.ts';
import type { TokenCounter } from '../paying/usage.ts';

/**
 * How many times as many tokens a text may have here as with the model's own tokeniser. A model that keeps its limit
 * must not be cut off because of that. What is charged is never more than what was covered.
 */
const TOLERANCE = 1.25;

/**
 * Counts what a model writes, and aborts its signal once that is more than was covered: the model ignores its limit.
 * Counting takes a thread, so it waits until the text is long enough to exceed the limit at one token per byte.
 */
export function createMeter({ cost, output_tokens }: Cover, countTokens: TokenCounter) {
  const stop = new AbortController();
  const limit = cost === 0 || output_tokens === null ? Infinity : output_tokens * TOLERANCE;
  /** Tokens of what has been counted, of what is being counted at most, and of the rest at most. */
  let counted = 0;
  let countedLength = 0;
  let pending = 0;
  let waiting = 0;
  let text = '';
  let counting: Promise<void> | undefined;

  const isOver = () => counted > limit;

  async function count(): Promise<void> {
    while (!isOver() && text !== '' && counted + waiting > limit) {
      const next = text;
      pending = waiting;
      text = '';
      waiting = 0;
      counted += await countTokens(next);
      countedLength += next.length;
      pending = 0;
    }
    if (isOver()) stop.abort(PAST_COVER);
  }

  return {
    /** Aborts with `PAST_COVER`. */
    signal: stop.signal,
    write(more: string): void {
      if (limit === Infinity) return;
      text += more;
      waiting += tokensAtMost(more);
      if (counting || counted + pending + waiting <= limit) return;
      counting = count().finally(() => {
        counting = undefined;
      });
      // `end` waits for it; until then, the final count decides.
      counting.catch(() => {});
    },
    /**
     * How many characters were covered, once the text has arrived: `Infinity` unless the model ignored its limit. What
     * arrived while the others were being counted is over it, too.
     */
    async end(): Promise<number> {
      if (limit === Infinity) return Infinity;
      await counting;
      await count();
      return isOver() ? Math.floor((countedLength * limit) / counted) : Infinity;
    },
  };
}

/** The reason of a request that was stopped because its model wrote more than was covered. */
export const PAST_COVER = Symbol('past cover');

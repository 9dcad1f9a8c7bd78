import { estimateTokens } from '#core/run/tokens.ts';
import { runInThread } from '../threads/run-in-thread.ts';

/**
 * Counts a text's tokens with the tokenizer of current OpenAI models, which is close enough for billing what a provider
 * didn't report. If that fails, the count is estimated.
 */
export async function countTokens(text: string, orgId: string): Promise<number> {
  if (text === '') return 0;
  const counting = runInThread('countTokens', text, { owner: orgId });
  return counting.catch(() => estimateTokens(text.length));
}

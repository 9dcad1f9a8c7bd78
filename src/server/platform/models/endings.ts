import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';

/** How a response ended. */
export type Ending = 'complete' | 'cut_off' | 'filtered' | 'failed';

/** The reasons that servers give besides OpenAI's, in lower case. */
const ENDINGS: Readonly<Record<string, Ending>> = {
  stop: 'complete',
  eos: 'complete',
  eos_token: 'complete',
  end_turn: 'complete',
  stop_sequence: 'complete',
  complete: 'complete',
  completed: 'complete',
  finished: 'complete',
  done: 'complete',
  tool_use: 'complete',
  tool_calls: 'complete',
  length: 'cut_off',
  max_tokens: 'cut_off',
  max_output_tokens: 'cut_off',
  model_length: 'cut_off',
  model_context_window_exceeded: 'cut_off',
  content_filter: 'filtered',
  refusal: 'filtered',
  safety: 'filtered',
  sensitive: 'filtered',
  recitation: 'filtered',
  blocklist: 'filtered',
  prohibited_content: 'filtered',
  guardrail_intervened: 'filtered',
};

/**
 * How a response ended. A reason that isn't known may mean that the response is incomplete, so it counts as a failure.
 * @param isVendor whether the server is a vendor's, which always gives a reason: without one, the response broke off.
 * Several other servers give none, and then it counts as complete
 */
export function endingOf({ unified, raw }: LanguageModelV4FinishReason, isVendor: boolean): Ending {
  if (unified === 'length') return 'cut_off';
  if (unified === 'content-filter') return 'filtered';
  if (unified === 'stop' || unified === 'tool-calls') return 'complete';
  if (unified !== 'other') return 'failed';
  if (raw === undefined || raw === '') return isVendor ? 'failed' : 'complete';
  return ENDINGS[raw.toLowerCase().replaceAll('-', '_')] ?? 'failed';
}

import { ModelFailure } from '../model-failure.ts';

/** How often a run calls a model again that is busy or can't be reached. */
export const RETRIES_MAX = 2;
const RETRY_MS = 500;
/** If a model asks to wait longer, the run fails, and its caller decides. */
const WAIT_MAX_MS = 5000;

/**
 * How long to wait before a request is sent again, in milliseconds; undefined if it would fail again, or if the provider
 * asks to wait too long. Runs that failed together don't return together.
 * @param retry how often it was sent again so far
 * @param first roughly how long to wait the first time
 */
export function retryWait(reason: unknown, retry: number, first = RETRY_MS): number | undefined {
  if (!(reason instanceof ModelFailure) || !reason.isTemporary) return undefined;
  const asked = (reason.error.retry_after ?? 0) * 1000;
  if (asked > WAIT_MAX_MS) return undefined;
  const least = Math.max(asked, first * 2 ** retry);
  return least * (1 + Math.random() / 2);
}

/**
 * Whether a failed request should be retried without streaming: llama-cpp-python ends a stream silently where it would
 * otherwise explain the error, and some gateways fail only when streaming.
 */
export function mayNotStream(reason: unknown): boolean {
  if (!(reason instanceof ModelFailure)) return false;
  return reason.error.code === 'model_interrupted' || reason.status === 500;
}

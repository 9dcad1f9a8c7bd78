import type { AskableModel } from '../ask-model.ts';
import { ModelFailure } from '../model-failure.ts';
import type { RunJob } from '../run-job.ts';

/** What other models can't mend: the request, the prompt, the format. */
const OF_PROVIDER: readonly string[] = [
  'model_failed',
  'model_unauthorized',
  'model_rate_limited',
  'model_timeout',
];

/**
 * The model that a run goes on with, after its own has failed; undefined if there is none. Only failures of the provider
 * before its first token count. A run changes its model at most once, so that fallbacks can't go round in circles.
 */
export async function fallbackOf(
  { live, files }: RunJob,
  model: AskableModel,
  failure: unknown,
): Promise<AskableModel | undefined> {
  if (!isOfProvider(failure) || live.standIn || live.abort.signal.aborted) return undefined;
  const next = await model.fallback?.();
  if (!next?.ask) return undefined;
  const kinds = [...files.values()].map(({ mediaType }) => mediaType);
  const { images, files: documents } = next.info.supports;
  const isReadable = kinds.every((kind) => (kind.startsWith('image/') ? images : documents));
  return isReadable ? next : undefined;
}

/** Whether the provider failed before it sent anything: it is down, busy, or doesn't accept the key. */
function isOfProvider(failure: unknown): boolean {
  if (!(failure instanceof ModelFailure)) return false;
  const { code } = failure.error;
  const isCutEarly = code === 'model_interrupted' && failure.isTemporary;
  return isCutEarly || OF_PROVIDER.includes(code) || (failure.status ?? 0) >= 500;
}

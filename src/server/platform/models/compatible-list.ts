import { parseJson } from '#core/json/parse-json.ts';
import type { ModelSettings } from './model-settings.ts';

const ASK_AGAIN_MS = 60_000;
const ASK_TIMEOUT_MS = 3000;

/**
 * The names of the models at the compatible base URL: those in the settings, or otherwise those that the server lists. It
 * is queried at most once a minute. If it doesn't respond, there are no models for now.
 */
export function createCompatibleList(
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
): () => Promise<readonly string[]> {
  const base = settings.compatibleBaseUrl?.replace(/\/+$/, '');
  if (!base) return async () => [];
  const given = settings.compatibleModels ?? [];
  if (given.length > 0) return async () => given;

  let names: readonly string[] = [];
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      const key = settings.compatibleApiKey;
      const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
      const response = await fetch(`${base}/models`, {
        headers,
        signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
      });
      names = namesIn(parseJson(await response.text()));
    } catch (error) {
      names = [];
      settings.onError?.(new Error(`the models of ${base} could not be listed`, { cause: error }));
    }
    askedAt = Date.now();
  }

  return async () => {
    if (Date.now() - askedAt > ASK_AGAIN_MS) {
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      await asking;
    }
    return names;
  };
}

function namesIn(response: unknown): string[] {
  const list = (response as { data?: unknown } | null)?.data;
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const id = (entry as { id?: unknown } | null)?.id;
    return typeof id === 'string' && id !== '' ? [id] : [];
  });
}

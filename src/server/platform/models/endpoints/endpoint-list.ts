import { parseJson } from '#core/json/parse-json.ts';
import { readLiteLlmInfo, readModelList } from '#core/model/listed-models.ts';
import type { OfferedModel } from '#core/model/offered-model.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import { keyRefused } from '../server-errors.ts';
import { asksForModels, baseUrlOf, labelOf, originOf } from './endpoint.ts';

const ASK_AGAIN_MS = 60_000;
const ASK_TIMEOUT_MS = 5000;
const EXTRA_TIMEOUT_MS = 2000;

/** The models that an endpoint offers. */
export interface EndpointList {
  /** Those in the settings, or else those last listed. They are kept when the endpoint stops responding. */
  models(): readonly OfferedModel[];
  /** Why the endpoint didn't respond when it was last asked, and what to do; null if it did. */
  problem(): string | null;
  checkedAt(): string | null;
  /**
   * Asks the endpoint for its models, unless that was done less than a minute ago. Waits for the answer the first time;
   * after that, what was known is good enough until it comes. Never throws.
   */
  refresh(): Promise<void>;
  /** Asks now and waits for the answer. Never throws. */
  check(): Promise<void>;
}

/**
 * @param onChanged called when the models or the problem may have changed
 */
export function createEndpointList(
  endpoint: Endpoint,
  fetch: typeof globalThis.fetch,
  onChanged: (problem: string | null, before: string | null) => void,
): EndpointList {
  const isListed = asksForModels(endpoint);
  let listed: readonly OfferedModel[] = [];
  let problem: string | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let checkedAt: string | null = null;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    const found = await askForModels(endpoint, fetch);
    const before = problem;
    problem = typeof found === 'string' ? found : null;
    if (typeof found !== 'string') listed = found;
    askedAt = Date.now();
    checkedAt = new Date().toISOString();
    onChanged(problem, before);
  }

  function askOnce(): Promise<void> {
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  }

  return {
    models: () => (isListed ? listed : endpoint.models),
    problem: () => problem,
    checkedAt: () => checkedAt,
    async refresh() {
      if (!isListed || Date.now() - askedAt < ASK_AGAIN_MS) return;
      const isFirst = checkedAt === null;
      const asked = askOnce();
      if (isFirst) await asked;
    },
    async check() {
      if (endpoint.provider !== 'sandbox') await askOnce();
    },
  };
}

/** @returns the models, or what to do about the problem */
export async function askForModels(
  endpoint: Endpoint,
  fetch: typeof globalThis.fetch,
): Promise<readonly OfferedModel[] | string> {
  const who = labelOf(endpoint);
  const { settings } = endpoint;
  let response: Response;
  let text: string;
  try {
    response = await get(endpoint, `${baseUrlOf(endpoint)}/models`, fetch, ASK_TIMEOUT_MS);
    text = await response.text();
  } catch (error) {
    return `${who} is unreachable (${reasonOf(error)}). Check ${settings.url} and that the server is running.`;
  }
  const { status } = response;
  if (status === 401 || status === 403) {
    return keyRefused(who, originOf(endpoint, ''), { reason: String(status) });
  }
  if (status >= 300 && status < 400) {
    const target = response.headers.get('location');
    return `${who} redirects${target ? ` to ${target.slice(0, 200)}` : ''}. Set ${settings.url} to the address that it redirects to.`;
  }
  // Some servers have no list, and Portkey fails at it. That only matters if no models are configured.
  const isMissing = status === 404 || status === 405;
  if (!asksForModels(endpoint) && (isMissing || status === 500 || status === 501))
    return endpoint.models;
  if (isMissing)
    return `${who} has no list of models (${status}). Check ${settings.url}, which usually ends in /v1, or configure its models.`;
  if (status === 503 && /loading/i.test(text))
    return `${who} is still loading its model (503). Try again in a minute.`;
  if (!response.ok) return `${who} failed to list its models (${status}). Try again later.`;
  const models = readModelList(parsed(text));
  if (!models) {
    return asksForModels(endpoint) || /^\s*</.test(text)
      ? `${who} returned something other than a list of models. Check ${settings.url}, which usually ends in /v1.`
      : endpoint.models;
  }
  const hasFacts = models.some(({ context_window }) => context_window !== undefined);
  return hasFacts || endpoint.provider !== 'compatible'
    ? models
    : withLiteLlmInfo(endpoint, models, fetch);
}

/** LiteLLM states sizes and prices at another address. Other servers don't have it. */
async function withLiteLlmInfo(
  endpoint: Endpoint,
  models: OfferedModel[],
  fetch: typeof globalThis.fetch,
): Promise<OfferedModel[]> {
  try {
    const address = `${baseUrlOf(endpoint)}/model/info`;
    const response = await get(endpoint, address, fetch, EXTRA_TIMEOUT_MS);
    if (!response.ok) return models;
    const info = readLiteLlmInfo(parsed(await response.text()));
    return models.map((model) => info.get(model.name) ?? model);
  } catch {
    return models;
  }
}

function get(endpoint: Endpoint, url: string, fetch: typeof globalThis.fetch, ms: number) {
  const { apiKey, provider, headers } = endpoint;
  const key: Record<string, string> =
    provider === 'anthropic'
      ? { 'anthropic-version': '2023-06-01', ...(apiKey && { 'x-api-key': apiKey }) }
      : { ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  return fetch(url, { headers: { ...key, ...headers }, signal: AbortSignal.timeout(ms) });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code } = at as NodeJS.ErrnoException;
    if (typeof code === 'string') return code;
    if (at.name === 'TimeoutError') return 'it did not respond in time';
  }
  return error instanceof Error ? error.message.slice(0, 200) : 'unknown reason';
}

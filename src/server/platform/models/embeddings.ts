import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import { EmbeddingFailure, type EmbeddingPort } from '#domain/collection/collection.port.ts';
import type { ModelProvider } from '#generated/model/index.ts';
import { isElsewhere } from './model-origins.ts';
import type { ModelSettings } from './model-settings.ts';
import type { Upstream } from './upstream.ts';

/** The number of texts per request. */
const BATCH = 64;
const TIMEOUT_MS = 60_000;

/** OpenAI's models, with prices in micro-dollars per million tokens. */
const OPENAI_PRICES: Readonly<Record<string, number>> = {
  'text-embedding-3-small': 20_000,
  'text-embedding-3-large': 130_000,
  'text-embedding-ada-002': 100_000,
};

/** The models offered if the settings list none. */
const USUAL = ['text-embedding-3-small', 'text-embedding-3-large'];

type Factory = (name: string) => EmbeddingModelV4;

/**
 * The embedding models of this server: those in the settings, or else OpenAI's if its key is set.
 * @param fetch with keep-alive connections
 */
export async function createEmbeddings(
  settings: ModelSettings,
  fetch: Upstream['fetch'],
): Promise<EmbeddingPort> {
  const factories = await factoriesOf(settings, fetch);
  const usual = factories.has('openai') && !settings.openaiBaseUrl ? USUAL : [];
  const ids = settings.embeddingModels ?? usual.map((name) => `openai/${name}`);
  const models = ids
    .filter((id) => factories.has(providerOf(id)))
    .map((id) => {
      const isOwn = isElsewhere(providerOf(id) as ModelProvider, settings);
      const vendor = isOwn ? null : (OPENAI_PRICES[id.replace(/^openai\//, '')] ?? null);
      const price = settings.prices?.get(id)?.input_price ?? vendor;
      // Usage on our account must be billed. Operators of other endpoints know their own costs.
      return { id, price, isUnpriced: price === null && !isOwn };
    });

  async function embedBatch(id: string, values: string[], signal: AbortSignal) {
    const name = id.slice(id.indexOf('/') + 1);
    const model = factories.get(providerOf(id))?.(name);
    if (!model || !models.some((known) => known.id === id))
      throw new EmbeddingFailure(`The embedding model ${id} is not configured on this server.`);
    try {
      const abortSignal = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const { embeddings, usage } = await model.doEmbed({ values, abortSignal });
      const vectors = checked(embeddings, values.length);
      return { vectors, tokens: usage?.tokens ?? (await countAll(values)) };
    } catch (error) {
      signal.throwIfAborted();
      throw toFailure(error, id);
    }
  }

  return {
    models: async () => models,
    async embed(id, texts, signal) {
      const vectors: Float32Array[] = [];
      let tokens = 0;
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = await embedBatch(id, texts.slice(at, at + BATCH), signal);
        vectors.push(...batch.vectors);
        tokens += batch.tokens;
      }
      return { vectors, tokens };
    },
  };
}

async function factoriesOf(settings: ModelSettings, fetch: Upstream['fetch']) {
  const { openaiApiKey, openaiBaseUrl, compatibleApiKey, compatibleBaseUrl } = settings;
  const factories = new Map<string, Factory>();
  if (openaiApiKey) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    const baseURL = openaiBaseUrl && { baseURL: openaiBaseUrl };
    const provider = createOpenAI({ apiKey: openaiApiKey, fetch, ...baseURL });
    factories.set('openai', (name) => provider.embeddingModel(name));
  }
  if (compatibleBaseUrl) {
    const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
    const provider = createOpenAICompatible({
      name: 'compatible',
      baseURL: compatibleBaseUrl,
      fetch,
      ...(compatibleApiKey && { apiKey: compatibleApiKey }),
    });
    factories.set('compatible', (name) => provider.embeddingModel(name));
  }
  return factories;
}

function providerOf(id: string): string {
  return id.slice(0, Math.max(0, id.indexOf('/')));
}

/** For endpoints that don't report how many tokens they counted. */
async function countAll(texts: readonly string[]): Promise<number> {
  const { countTokens } = await import('#core/collection/count-tokens.ts');
  return texts.reduce((sum, text) => sum + countTokens(text), 0);
}

/** @throws Error when vectors are missing, invalid, or differ in their dimensions */
function checked(embeddings: readonly (readonly number[])[], count: number): Float32Array[] {
  const size = embeddings[0]?.length ?? 0;
  const isSound =
    embeddings.length === count &&
    size > 0 &&
    embeddings.every((vector) => vector.length === size && vector.every(Number.isFinite));
  if (!isSound) throw new TypeError('The response does not contain one vector for each text.');
  return embeddings.map((vector) => Float32Array.from(vector));
}

function toFailure(error: unknown, id: string): EmbeddingFailure {
  const { statusCode, message = String(error) } = error as {
    statusCode?: number;
    message?: string;
  };
  const isTemporary = statusCode === undefined || statusCode === 429 || statusCode >= 500;
  const reason = statusCode === undefined ? message : `${statusCode}: ${message}`;
  return new EmbeddingFailure(`${id} did not respond with vectors (${reason.slice(0, 300)}).`, {
    isTemporary,
    cause: error,
  });
}

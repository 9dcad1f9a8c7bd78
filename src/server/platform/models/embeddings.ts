import {
  EmbeddingFailure,
  type EmbeddingModel,
  type EmbeddingPort,
} from '#domain/collection/collection.port.ts';
import { splitModelId } from '#domain/model/endpoint.ts';
import { countIn } from '#domain/run/execution/cost.ts';
import { isElsewhere, type ModelOrigin, originOf } from './endpoints/endpoint.ts';
import type { EndpointList } from './endpoints/endpoint-list.ts';
import { toModelFailure } from './model-error.ts';
import type { ModelSettings } from './model-settings.ts';
import type { EndpointClient } from './providers.ts';

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

/**
 * The embedding models of this server: those in the settings, those that endpoints offer, and OpenAI's if its key is set.
 */
export function createEmbeddings(
  settings: ModelSettings,
  clients: ReadonlyMap<string, EndpointClient>,
  lists: ReadonlyMap<string, EndpointList>,
): EmbeddingPort {
  const endpoints = new Map(settings.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const openai = endpoints.get('openai');
  const usual = openai && !openai.baseUrl ? USUAL.map((name) => `openai/${name}`) : [];

  function find(id: string): EmbeddingModel | undefined {
    const [endpointId, name] = splitModelId(id);
    const endpoint = endpoints.get(endpointId);
    if (!endpoint || name === '' || !clients.get(endpointId)?.embedding) return undefined;
    const isOwn = isElsewhere(endpoint);
    const vendor = isOwn ? null : (OPENAI_PRICES[name] ?? null);
    const offered = lists
      .get(endpointId)
      ?.models()
      .find((model) => model.name === name);
    const price = settings.prices?.get(id)?.input_price ?? offered?.input_price ?? vendor;
    // Usage on our account must be billed. Operators of other endpoints know their own costs.
    return { id, price, isUnpriced: price === null && !isOwn };
  }

  async function embedBatch(id: string, values: string[], signal: AbortSignal) {
    const [endpoint, name] = splitModelId(id);
    const model = find(id) && clients.get(endpoint)?.embedding?.(name);
    if (!model)
      throw new EmbeddingFailure(`The embedding model ${id} is not configured on this server.`);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const abortSignal = AbortSignal.any([signal, timeout]);
      const { embeddings, usage } = await model.doEmbed({ values, abortSignal });
      const vectors = checked(embeddings, values.length);
      return { vectors, tokens: countIn(usage?.tokens) ?? (await countAll(values)) };
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted)
        throw new EmbeddingFailure(`${id} sent no vectors within ${TIMEOUT_MS / 1000} s.`, {
          isTemporary: true,
          cause: error,
        });
      throw toFailure(error, originOf(endpoints.get(endpoint), name));
    }
  }

  return {
    find,
    async models() {
      const offered = [...lists].flatMap(([endpoint, list]) =>
        list
          .models()
          .filter(({ type }) => type === 'embedding')
          .map(({ name }) => `${endpoint}/${name}`),
      );
      // The first one is the default of new collections.
      const ids = [...(settings.embeddingModels ?? usual), ...offered];
      return [...new Set(ids)].flatMap((id) => find(id) ?? []);
    },
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

function toFailure(error: unknown, origin: ModelOrigin): EmbeddingFailure {
  const { message, isTemporary } = toModelFailure(error, origin, false);
  return new EmbeddingFailure(message, { isTemporary, cause: error });
}

import { EmbeddingFailure } from '#domain/collection/collection.port.ts';
import { type Endpoint, splitModelId } from '#domain/model/endpoint.ts';
import type { ModelPort, OpenEndpoint } from '#domain/model/model.port.ts';
import { OutboundError } from '../../outbound/outbound.ts';
import { baseUrlOf, isElsewhere, originOf } from '../endpoints/endpoint.ts';
import { askForModels } from '../endpoints/endpoint-list.ts';
import { toModelFailure } from '../model-error.ts';
import { partsOf } from '../provider-parts.ts';
import { createClient } from '../providers.ts';
import type { Upstream } from '../upstream.ts';
import { hideSecrets } from './hide-secrets.ts';

/** The clients that are kept. Others are made again when they are needed. */
const CLIENTS_MAX = 500;

/**
 * The endpoints that organisations call with their own keys. The operator's settings and environment variables are never
 * used for them.
 * @param upstream reaches only public addresses
 */
export function createOwnEndpoints(
  upstream: () => Promise<Upstream>,
): Pick<ModelPort, 'open' | 'probedAt'> {
  const clients = new Map<string, Promise<OpenEndpoint>>();
  return {
    probedAt: (endpoint, id) => (isElsewhere(endpoint) ? id : undefined),
    open(endpoint, connection) {
      // Settings that are tested before they are saved have the number of the next connection.
      const key = JSON.stringify([endpoint, connection]);
      const known = clients.get(key);
      if (known) return known;
      if (clients.size >= CLIENTS_MAX) clients.clear();
      const made = openEndpoint(endpoint, upstream);
      clients.set(key, made);
      made.catch(() => clients.delete(key));
      return made;
    },
  };
}

async function openEndpoint(
  endpoint: Endpoint,
  upstream: () => Promise<Upstream>,
): Promise<OpenEndpoint> {
  const { apiKey, headers = {}, provider } = endpoint;
  const secrets = [...(apiKey === undefined ? [] : [apiKey]), ...Object.values(headers)];
  const fetch = withoutAddress((await upstream()).fetchWith(hideSecrets(secrets)));
  // SDKs take missing options from the environment, which belongs to the operator.
  const explicit = { ...endpoint, apiKey: apiKey ?? 'none', baseUrl: baseUrlOf(endpoint) };
  const client = await createClient(explicit, fetch);
  const { embedding } = client;
  const isListed = provider !== 'azure' && provider !== 'bedrock';
  return {
    list: async () => (isListed ? askForModels({ ...endpoint, models: [] }, fetch) : []),
    ask(info, request) {
      const [, name] = splitModelId(info.id);
      const origin = originOf(endpoint, name);
      const at = isElsewhere(endpoint) ? { endpoint: endpoint.id } : {};
      return partsOf({ info, call: client.chat(name), origin, ...at }, request);
    },
    ...(embedding && {
      async embed(name: string, texts: readonly string[], signal: AbortSignal) {
        try {
          const { embeddings } = await embedding(name).doEmbed({
            values: [...texts],
            abortSignal: signal,
          });
          return embeddings.map((vector) => Float32Array.from(vector));
        } catch (error) {
          signal.throwIfAborted();
          const { message } = toModelFailure(error, originOf(endpoint, name), false);
          throw new EmbeddingFailure(message, { cause: error });
        }
      },
    }),
  };
}

/** Everyone who may see a run's error would learn the address. */
function withoutAddress(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (url, init) => {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (error instanceof OutboundError)
        throw new Error('its address is not on the public internet, so nothing was sent');
      throw error;
    }
  };
}

import type { Prices } from '#core/billing/money.ts';
import type { OfferedModel } from '#core/model/offered-model.ts';
import type { EmbeddingPort } from '#domain/collection/collection.port.ts';
import type { AskableModel, ModelRequest } from '#domain/model/ask.ts';
import { ASSUMED_SUPPORT, type Endpoint, splitModelId } from '#domain/model/endpoint.ts';
import type { ServerEndpoint } from '#domain/model/model.port.ts';
import type { Model } from '#generated/model/index.ts';
import { CATALOGUE, type CatalogueModel } from './catalogue.ts';
import { createEmbeddings } from './embeddings.ts';
import { baseUrlOf, isElsewhere, originOf } from './endpoints/endpoint.ts';
import { createEndpointList, type EndpointList } from './endpoints/endpoint-list.ts';
import type { ModelSettings } from './model-settings.ts';
import { partsOf } from './provider-parts.ts';
import { createClients } from './providers.ts';
import { sandboxModel } from './sandbox-model.ts';
import type { Upstream } from './upstream.ts';

/** The models of this server. */
export interface Models {
  /** All chat models in list order, including unavailable ones. */
  list(): Promise<Model[]>;
  /** The configured endpoints, with their last known state. */
  endpoints(): Promise<ServerEndpoint[]>;
  /** Asks an endpoint for its models now. Returns the problem; null if it responded. */
  check(endpointId: string): Promise<string | null>;
  /** Asks all endpoints, so that `onError` reports problems at the start. Never throws. */
  checkAll(): Promise<void>;
  /** The IDs of endpoints that didn't respond when they were last asked. */
  silentEndpoints(): string[];
  /** The model with this id; undefined if there is none. Cheap enough to call for each run. */
  find(id: string): AskableModel | undefined;
  embedding: EmbeddingPort;
  /** Replaces the known models (the catalogue) with those in the database. */
  setCatalogue(models: readonly CatalogueModel[]): void;
  /** Closes the connections to providers. */
  close(): Promise<void>;
}

/** Creates the clients of the configured endpoints. Nothing is called until a model is. */
export async function createModels(settings: ModelSettings): Promise<Models> {
  const upstream = await openUpstream(settings);
  const clients = await createClients(settings, upstream.fetch);
  const endpoints = new Map(settings.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  const made = new Map<string, AskableModel>();
  const lists = new Map(
    settings.endpoints.map((endpoint) => [endpoint.id, listOf(endpoint, upstream.fetch)]),
  );
  const embedding = createEmbeddings(settings, clients, lists);
  const { sandboxWordMs: wordMs } = settings;
  const sandbox = wordMs === undefined ? {} : { wordMs };
  let catalogue = new Map(CATALOGUE.map((model) => [model.id, model]));

  function listOf(endpoint: Endpoint, fetch: Upstream['fetch']): EndpointList {
    return createEndpointList(endpoint, fetch, (problem, before) => {
      made.clear();
      if (problem !== null && problem !== before) settings.onError?.(new Error(problem));
    });
  }

  function describe(id: string): CatalogueModel | undefined {
    const known = catalogue.get(id);
    if (known) return known;
    const [endpointId, name] = splitModelId(id);
    const endpoint = endpoints.get(endpointId);
    if (!endpoint || name === '') return undefined;
    const offered = lists
      .get(endpointId)
      ?.models()
      .find((model) => model.name === name);
    // An endpoint that isn't the vendor's may know names that it doesn't list. It reports unknown ones.
    const isOpen = (endpoint.isOpen && isElsewhere(endpoint)) || settings.prices?.has(id);
    return isOpen || offered
      ? describeOffered(id, endpoint, offered ?? { name, type: 'chat' })
      : undefined;
  }

  function find(id: string): AskableModel | undefined {
    const cached = made.get(id);
    if (cached) return cached;
    const described = describe(id);
    if (!described) return undefined;
    const [endpointId, name] = splitModelId(id);
    const endpoint = endpoints.get(endpointId);
    const { input_price, output_price } = pricesOf(described, endpoint, settings);
    const info = { ...described, input_price, output_price };
    // Usage on our account must be billed. Operators of other endpoints know their own costs.
    const isBillable = info.input_price !== null || (endpoint && isElsewhere(endpoint));
    const call = clients.get(endpointId)?.chat(name);
    const isSandbox = endpoint?.provider === 'sandbox';
    const isCallable = Boolean(isBillable && (call || isSandbox));
    const isUnpriced = call !== undefined && !isBillable;
    const summary = {
      id: endpointId,
      name: endpoint?.name ?? VENDOR_NAMES[endpointId] ?? endpointId,
      problem: lists.get(endpointId)?.problem() ?? null,
    };
    const state = isUnpriced ? UNPRICED : availability(endpointId, isCallable);
    const origin = originOf(endpoint, name);
    const at = endpoint && isElsewhere(endpoint) ? { endpoint: probedAt(endpoint) } : {};
    const known = { info: { ...info, endpoint: summary, ...state }, ...at };
    const { ask } = isSandbox
      ? sandboxModel(known.info, sandbox)
      : { ask: call && ((request: ModelRequest) => partsOf({ ...known, call, origin }, request)) };
    const model = { ...known, isUnpriced, ask: (isCallable && ask) || null };
    // Ids come from drafts, so there may be many different ones.
    if (made.size >= 1000) made.clear();
    made.set(id, model);
    return model;
  }

  const refresh = () => Promise.all([...lists.values()].map((list) => list.refresh()));
  const isEmbedding = (id: string) => settings.embeddingModels?.includes(id);

  function chatIdsOf(endpointId: string): string[] {
    const models = lists.get(endpointId)?.models() ?? [];
    const offered = models.filter(({ type }) => type === 'chat');
    const known = [...catalogue.keys()].filter((id) => splitModelId(id)[0] === endpointId);
    const ids = [...known, ...offered.map(({ name }) => `${endpointId}/${name}`)];
    return [...new Set(ids)].filter((id) => !isEmbedding(id));
  }

  return {
    find,
    embedding,
    async list() {
      await refresh();
      const ids = [...catalogue.keys(), ...[...endpoints.keys()].flatMap(chatIdsOf)];
      return [...new Set(ids)].flatMap((id) => (isEmbedding(id) ? [] : (find(id)?.info ?? [])));
    },
    async endpoints() {
      await refresh();
      const embeddings = await embedding.models();
      return settings.endpoints.map((endpoint) => ({
        id: endpoint.id,
        name: endpoint.name,
        provider: endpoint.provider,
        is_own: false,
        base_url: baseUrlOf(endpoint).replace(/[?#].*$/, '') || null,
        problem: lists.get(endpoint.id)?.problem() ?? null,
        checked_at: lists.get(endpoint.id)?.checkedAt() ?? null,
        chat_models: chatIdsOf(endpoint.id).length,
        embedding_models: embeddings.filter(({ id }) => splitModelId(id)[0] === endpoint.id).length,
      }));
    },
    async check(endpointId) {
      const list = lists.get(endpointId);
      await list?.check();
      return list?.problem() ?? null;
    },
    async checkAll() {
      await Promise.all([...lists.values()].map((list) => list.check()));
    },
    silentEndpoints: () =>
      [...lists].flatMap(([id, list]) => (list.problem() === null ? [] : [id])),
    setCatalogue(models) {
      catalogue = new Map(models.map((model) => [model.id, model]));
      made.clear();
    },
    close: upstream.close,
  };
}

/** Without another endpoint than the built-in one, there is nothing to connect to, and the client isn't loaded. */
async function openUpstream({
  endpoints,
  fetch,
}: ModelSettings): Promise<Pick<Upstream, 'fetch' | 'close'>> {
  if (fetch || endpoints.every(({ provider }) => provider === 'sandbox'))
    return { fetch: fetch ?? globalThis.fetch, close: async () => {} };
  const { createUpstream } = await import('./upstream.ts');
  return createUpstream();
}

/** Headers and bodies may lead to another server behind the same address, as with Portkey. */
function probedAt(endpoint: Endpoint): string {
  const { id, headers, body } = endpoint;
  const isSpecial = Object.keys({ ...headers, ...body }).length > 0;
  return isSpecial ? `${baseUrlOf(endpoint)} (${id})` : baseUrlOf(endpoint);
}

/** The operator's prices, or else the catalogue's, which don't apply to other vendors with the same protocol. */
function pricesOf(
  model: CatalogueModel,
  endpoint: Endpoint | undefined,
  settings: ModelSettings,
): Prices {
  const given = settings.prices?.get(model.id);
  if (given) return given;
  const isUnknown = model.provider !== 'compatible' && endpoint && isElsewhere(endpoint);
  const isCatalogued = CATALOGUE.some(({ id }) => id === model.id);
  return isUnknown && isCatalogued ? { input_price: null, output_price: null } : model;
}

const UNPRICED = {
  available: false,
  unavailable_reason:
    "This model has no price, so its runs can't be billed. Add it to MODEL_PRICES on the server, or set OPENAI_BASE_URL, ANTHROPIC_BASE_URL or COMPATIBLE_BASE_URL to your own endpoint.",
};

const VENDOR_NAMES: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  compatible: 'OpenAI-compatible',
};

function availability(
  endpointId: string,
  isCallable: boolean,
): Pick<Model, 'available' | 'unavailable_reason'> {
  if (isCallable) return { available: true, unavailable_reason: null };
  const setting = {
    openai: 'OPENAI_API_KEY',
    anthropic: 'ANTHROPIC_API_KEY',
    compatible: 'COMPATIBLE_BASE_URL',
  }[endpointId];
  const todo = setting ? `Set ${setting}` : `Configure the endpoint ${endpointId}`;
  return { available: false, unavailable_reason: `${todo} on the server to use this model.` };
}

function describeOffered(id: string, endpoint: Endpoint, offered: OfferedModel): CatalogueModel {
  const { provider } = endpoint;
  return {
    id,
    name: offered.title ?? offered.name,
    provider,
    context_window: offered.context_window ?? null,
    max_output_tokens: offered.max_output_tokens ?? null,
    input_price: offered.input_price ?? null,
    output_price: offered.output_price ?? null,
    supports: { ...ASSUMED_SUPPORT[provider], ...endpoint.supports, ...offered.supports },
  };
}

import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { Prices } from '#core/billing/money.ts';
import type { EmbeddingPort } from '#domain/collection/collection.port.ts';
import type { Model } from '#generated/model/index.ts';
import { CATALOGUE, type CatalogueModel, COMPATIBLE_SUPPORT } from './catalogue.ts';
import { createCompatibleList } from './compatible-list.ts';
import { createEmbeddings } from './embeddings.ts';
import type { ModelOrigin } from './model-error.ts';
import { isElsewhere } from './model-origins.ts';
import type { ModelSettings } from './model-settings.ts';
import { createProviders } from './providers.ts';
import type { Upstream } from './upstream.ts';

/** A model, with the client to call it. */
export interface CallableModel {
  info: Model;
  /** Null if the provider isn't configured. `info.unavailable_reason` says what to do. */
  call: LanguageModelV4 | null;
  /** Whether the provider is configured but the price unknown, so that usage couldn't be billed. */
  isUnpriced: boolean;
  origin: ModelOrigin;
}

/** The models of this server. */
export interface Models {
  /** All models in list order, including unavailable ones. */
  list(): Promise<Model[]>;
  /** The model with this id; undefined if there is none. Cheap enough to call for each run. */
  find(id: string): CallableModel | undefined;
  embedding: EmbeddingPort;
  /** Replaces the known models (the catalogue) with those in the database. */
  setCatalogue(models: readonly CatalogueModel[]): void;
  /** Closes the connections to providers. */
  close(): Promise<void>;
}

type Provider = Model['provider'];

/** Creates the configured providers. Nothing is called until a model is. */
export async function createModels(settings: ModelSettings): Promise<Models> {
  const upstream = await openUpstream(settings);
  const providers = await createProviders(settings, upstream.fetch);
  const embedding = await createEmbeddings(settings, upstream.fetch);
  const listed = createCompatibleList(settings, upstream.fetch);
  const origins = createOrigins(settings);
  const made = new Map<string, CallableModel>();
  let catalogue = new Map(CATALOGUE.map((model) => [model.id, model]));

  function describe(id: string): CatalogueModel | undefined {
    const known = catalogue.get(id);
    if (known) return known;
    const [provider, name] = split(id);
    if (name === '') return undefined;
    // Model names at a custom base URL can't be checked here. The server there reports unknown ones.
    const isOpen =
      (provider === 'openai' && settings.openaiBaseUrl) ||
      (provider === 'compatible' && settings.compatibleBaseUrl);
    return isOpen ? unpriced(id, name, provider) : undefined;
  }

  function find(id: string): CallableModel | undefined {
    const cached = made.get(id);
    if (cached) return cached;
    const described = describe(id);
    if (!described) return undefined;
    const { input_price, output_price } = pricesOf(described, settings);
    const info = { ...described, input_price, output_price };
    const name = split(id)[1];
    // Usage on our account must be billed. Operators of other endpoints know their own costs.
    const isBillable = info.input_price !== null || isElsewhere(info.provider, settings);
    const client = providers.get(info.provider)?.(name) ?? null;
    const call = isBillable ? client : null;
    const origin = { ...origins[info.provider], model: name };
    const isUnpriced = client !== null && !isBillable;
    const state = isUnpriced ? UNPRICED : availability(info.provider, call !== null);
    const model = { info: { ...info, ...state }, call, isUnpriced, origin };
    // Ids come from drafts, so there may be many different ones.
    if (made.size >= 1000) made.clear();
    made.set(id, model);
    return model;
  }

  return {
    find,
    embedding,
    async list() {
      const names = await listed();
      const ids = [...catalogue.keys(), ...names.map((name) => `compatible/${name}`)];
      return [...new Set(ids)].flatMap((id) => find(id)?.info ?? []);
    },
    setCatalogue(models) {
      catalogue = new Map(models.map((model) => [model.id, model]));
      made.clear();
    },
    close: upstream.close,
  };
}

/** Without a provider, there is nothing to connect to, and the client isn't loaded. */
async function openUpstream(settings: ModelSettings): Promise<Upstream> {
  const { openaiApiKey, anthropicApiKey, compatibleBaseUrl } = settings;
  if (!openaiApiKey && !anthropicApiKey && !compatibleBaseUrl) {
    return { fetch: globalThis.fetch, close: async () => {} };
  }
  const { createUpstream } = await import('./upstream.ts');
  return createUpstream();
}

function createOrigins(settings: ModelSettings): Record<Provider, Omit<ModelOrigin, 'model'>> {
  const at = settings.compatibleBaseUrl ?? 'COMPATIBLE_BASE_URL';
  return {
    sandbox: { provider: 'the sandbox model', keyName: '' },
    openai: {
      provider: settings.openaiBaseUrl ? `the server at ${settings.openaiBaseUrl}` : 'OpenAI',
      keyName: 'OPENAI_API_KEY',
    },
    anthropic: { provider: 'Anthropic', keyName: 'ANTHROPIC_API_KEY' },
    compatible: { provider: `the server at ${at}`, keyName: 'COMPATIBLE_API_KEY' },
  };
}

/** The operator's prices, or else the catalogue's, which don't apply to other vendors with the same protocol. */
function pricesOf(model: CatalogueModel, settings: ModelSettings): Prices {
  const given = settings.prices?.get(model.id);
  if (given) return given;
  const isUnknown = model.provider !== 'compatible' && isElsewhere(model.provider, settings);
  return isUnknown ? { input_price: null, output_price: null } : model;
}

const UNPRICED = {
  available: false,
  unavailable_reason:
    "This model has no price, so its runs can't be billed. Add it to MODEL_PRICES on the server, or set OPENAI_BASE_URL, ANTHROPIC_BASE_URL or COMPATIBLE_BASE_URL to your own endpoint.",
};

function availability(
  provider: Provider,
  isCallable: boolean,
): Pick<Model, 'available' | 'unavailable_reason'> {
  const setting = {
    sandbox: '',
    openai: 'OPENAI_API_KEY',
    anthropic: 'ANTHROPIC_API_KEY',
    compatible: 'COMPATIBLE_BASE_URL',
  };
  return {
    available: isCallable,
    unavailable_reason: isCallable
      ? null
      : `Set ${setting[provider]} on the server to use this model.`,
  };
}

function unpriced(id: string, name: string, provider: 'openai' | 'compatible'): CatalogueModel {
  return {
    id,
    name,
    provider,
    context_window: null,
    max_output_tokens: null,
    input_price: null,
    output_price: null,
    supports: COMPATIBLE_SUPPORT,
  };
}

/** Splits `provider/name`. The name may contain further slashes. */
function split(id: string): [provider: string, name: string] {
  const slash = id.indexOf('/');
  return slash < 0 ? [id, ''] : [id.slice(0, slash), id.slice(slash + 1)];
}

import { isId } from '#core/ids.ts';
import { VENDOR_URLS } from '#core/model/vendor-urls.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import type { ModelProvider } from '#generated/model/index.ts';

/** The vendors' own addresses, and the hosts to which the catalogue's prices apply. */
const VENDORS: Partial<Record<ModelProvider, { url: string; hosts: RegExp }>> = {
  openai: { url: VENDOR_URLS.openai, hosts: /(^|\.)openai\.com$/ },
  anthropic: { url: VENDOR_URLS.anthropic, hosts: /(^|\.)anthropic\.com$/ },
};

/** Where an endpoint is called, without a slash at its end; empty if its model is built in. */
export function baseUrlOf({ baseUrl, provider }: Endpoint): string {
  return (baseUrl ?? VENDORS[provider]?.url ?? '').replace(/\/+$/, '');
}

/** Whether models are called at an address other than the vendor's, so that its prices don't apply. */
export function isElsewhere(endpoint: Pick<Endpoint, 'provider' | 'baseUrl'>): boolean {
  const { provider, baseUrl } = endpoint;
  if (provider === 'compatible') return true;
  // Deployments of vendors' models have the same capabilities.
  if (provider === 'azure' || provider === 'bedrock') return false;
  return Boolean(baseUrl && !VENDORS[provider]?.hosts.test(new URL(baseUrl).hostname));
}

/** Whether the endpoint's own list says which models it offers. The catalogue knows the vendors'. */
export function asksForModels(endpoint: Endpoint): boolean {
  return endpoint.models.length === 0 && isElsewhere(endpoint);
}

/** Headers that carry a key, in lower case. */
const KEY_HEADERS = ['authorization', 'x-api-key', 'api-key'];

/** Whether it is called with a key, be it one of its headers. */
export function hasKey({ apiKey, headers = {} }: Pick<Endpoint, 'apiKey' | 'headers'>): boolean {
  return Boolean(apiKey || KEY_HEADERS.some((name) => headers[name]));
}

/** The endpoint in messages: `Groq`, `The server at http://localhost:11434/v1`. */
export function labelOf(endpoint: Endpoint): string {
  return endpoint.id === 'compatible' || (endpoint.baseUrl && endpoint.id === 'openai')
    ? `The server at ${baseUrlOf(endpoint)}`
    : endpoint.name;
}

/** The origin of an error, to explain what to do about it. */
export interface ModelOrigin {
  /** Display name: `OpenAI`, `the server at http://…`. */
  provider: string;
  /** The settings with its API key and its address, such as environment variables. */
  settings: { key: string; url: string };
  /** Whether it is called with a key. */
  hasKey: boolean;
  /** The model's name at the provider. */
  model: string;
}

/** Where errors of a model come from. @param model its name at the endpoint */
export function originOf(endpoint: Endpoint | undefined, model: string): ModelOrigin {
  if (!endpoint)
    return { provider: 'the provider', settings: { key: '', url: '' }, hasKey: false, model };
  const label = labelOf(endpoint);
  const { key, url } = endpoint.settings;
  const isOwn = isId('endpoint', endpoint.id);
  const settings = isOwn
    ? { key, url }
    : { key: `${key} on the server`, url: `${url} on the server` };
  return { provider: label.replace(/^The /, 'the '), settings, hasKey: hasKey(endpoint), model };
}

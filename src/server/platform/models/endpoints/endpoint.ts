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
  // Deployments of vendors' models, which do what those do.
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

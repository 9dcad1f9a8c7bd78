import { typeByName } from '#core/model/offered-model.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';

/** The settings of the endpoints that have environment variables of their own. */
export interface ProviderSettings {
  openaiApiKey?: string | undefined;
  openaiBaseUrl?: string | undefined;
  anthropicApiKey?: string | undefined;
  anthropicBaseUrl?: string | undefined;
  compatibleBaseUrl?: string | undefined;
  compatibleApiKey?: string | undefined;
  /** If empty, the server at the base URL is queried for its models. */
  compatibleModels?: readonly string[] | undefined;
}

/** The built-in model's endpoint, which is always there. */
export const SANDBOX_ENDPOINT: Endpoint = {
  id: 'sandbox',
  name: 'Sandbox',
  provider: 'sandbox',
  models: [],
  isOpen: false,
  settings: { key: '', url: '' },
};

/** The endpoints of the environment variables, as far as they are set, after the built-in one. */
export function knownEndpoints(settings: ProviderSettings): Endpoint[] {
  const { openaiApiKey, anthropicApiKey, compatibleBaseUrl, compatibleModels = [] } = settings;
  const endpoints = [SANDBOX_ENDPOINT];
  if (openaiApiKey)
    endpoints.push({
      id: 'openai',
      name: 'OpenAI',
      provider: 'openai',
      apiKey: openaiApiKey,
      baseUrl: settings.openaiBaseUrl,
      models: [],
      isOpen: true,
      settings: { key: 'OPENAI_API_KEY', url: 'OPENAI_BASE_URL' },
    });
  if (anthropicApiKey)
    endpoints.push({
      id: 'anthropic',
      name: 'Anthropic',
      provider: 'anthropic',
      apiKey: anthropicApiKey,
      baseUrl: settings.anthropicBaseUrl,
      models: [],
      isOpen: true,
      settings: { key: 'ANTHROPIC_API_KEY', url: 'ANTHROPIC_BASE_URL' },
    });
  if (compatibleBaseUrl)
    endpoints.push({
      id: 'compatible',
      name: 'OpenAI-compatible',
      provider: 'compatible',
      apiKey: settings.compatibleApiKey,
      baseUrl: compatibleBaseUrl,
      models: compatibleModels.map((name) => ({ name, type: typeByName(name) ?? 'chat' })),
      isOpen: true,
      settings: { key: 'COMPATIBLE_API_KEY', url: 'COMPATIBLE_BASE_URL' },
    });
  return endpoints;
}

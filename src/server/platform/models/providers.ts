import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProvider } from '#generated/model/index.ts';
import type { ModelSettings } from './model-settings.ts';
import { createSandboxModel } from './sandbox-model.ts';

/** Creates a provider's model by the provider's name for it. */
export type ModelFactory = (name: string) => LanguageModelV4;

/**
 * The configured providers. Each has about 20 MB of code, which is loaded only if it is configured.
 * @param fetch with keep-alive connections; used for every call to a provider
 */
export async function createProviders(
  settings: ModelSettings,
  fetch: typeof globalThis.fetch,
): Promise<ReadonlyMap<ModelProvider, ModelFactory>> {
  const { sandboxWordMs } = settings;
  const sandbox = createSandboxModel(sandboxWordMs === undefined ? {} : { wordMs: sandboxWordMs });
  const [openai, anthropic, compatible] = await Promise.all([
    createOpenai(settings, fetch),
    createAnthropic(settings, fetch),
    createCompatible(settings, fetch),
  ]);
  const providers = new Map<ModelProvider, ModelFactory>([['sandbox', () => sandbox]]);
  if (openai) providers.set('openai', openai);
  if (anthropic) providers.set('anthropic', anthropic);
  if (compatible) providers.set('compatible', compatible);
  return providers;
}

type Fetch = typeof globalThis.fetch;

async function createOpenai(settings: ModelSettings, fetch: Fetch) {
  const { openaiApiKey: apiKey, openaiBaseUrl: baseURL } = settings;
  if (!apiKey) return undefined;
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({ apiKey, fetch, ...(baseURL && { baseURL }) });
  // OpenAI-compatible servers support /chat/completions, but few support /responses.
  return (name: string) => provider.chat(name);
}

async function createAnthropic(settings: ModelSettings, fetch: Fetch) {
  const { anthropicApiKey: apiKey, anthropicBaseUrl: baseURL } = settings;
  if (!apiKey) return undefined;
  const { createAnthropic: create } = await import('@ai-sdk/anthropic');
  const provider = create({ apiKey, fetch, ...(baseURL && { baseURL }) });
  return (name: string) => provider(name);
}

async function createCompatible(settings: ModelSettings, fetch: Fetch) {
  const { compatibleApiKey: apiKey, compatibleBaseUrl: baseURL } = settings;
  if (!baseURL) return undefined;
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL,
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...(apiKey && { apiKey }),
  });
  return (name: string) => provider.chatModel(name);
}

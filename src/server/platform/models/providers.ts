import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { Endpoint } from '#domain/model/endpoint.ts';
import type { ModelProvider } from '#generated/model/index.ts';
import type { ModelSettings } from './model-settings.ts';
import { createSandboxModel } from './sandbox-model.ts';

/** Creates the clients of an endpoint's models by the endpoint's names for them. */
export interface EndpointClient {
  chat(name: string): LanguageModelV4;
  /** Absent if the provider has no embedding models. */
  embedding?(name: string): EmbeddingModelV4;
}

type Fetch = typeof globalThis.fetch;

/**
 * The clients of all endpoints. Each provider has about 20 MB of code, which is loaded only if it is configured.
 * @param fetch with keep-alive connections; used for every call to a provider
 */
export async function createClients(
  { endpoints, sandboxWordMs }: ModelSettings,
  fetch: Fetch,
): Promise<ReadonlyMap<string, EndpointClient>> {
  const sandbox = createSandboxModel(sandboxWordMs === undefined ? {} : { wordMs: sandboxWordMs });
  const create: Record<
    ModelProvider,
    (endpoint: Endpoint, fetch: Fetch) => Promise<EndpointClient>
  > = {
    sandbox: async () => ({ chat: () => sandbox }),
    openai: createOpenai,
    anthropic: createAnthropic,
    compatible: createCompatible,
  };
  const clients = await Promise.all(
    endpoints.map(async (endpoint) => {
      const client = await create[endpoint.provider](endpoint, withBody(fetch, endpoint.body));
      return [endpoint.id, client] as const;
    }),
  );
  return new Map(clients);
}

async function createOpenai(endpoint: Endpoint, fetch: Fetch): Promise<EndpointClient> {
  const { createOpenAI } = await import('@ai-sdk/openai');
  const provider = createOpenAI({ ...clientOptions(endpoint), fetch });
  return {
    // OpenAI-compatible servers support /chat/completions, but few support /responses.
    chat: (name) => provider.chat(name),
    embedding: (name) => provider.embeddingModel(name),
  };
}

async function createAnthropic(endpoint: Endpoint, fetch: Fetch): Promise<EndpointClient> {
  const { createAnthropic: create } = await import('@ai-sdk/anthropic');
  // The SDK refuses to start without a key, but a server at another address may need none.
  const provider = create({ apiKey: 'none', ...clientOptions(endpoint), fetch });
  return { chat: (name) => provider(name) };
}

async function createCompatible(endpoint: Endpoint, fetch: Fetch): Promise<EndpointClient> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const provider = createOpenAICompatible({
    name: 'compatible',
    baseURL: '',
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...clientOptions(endpoint),
    transformRequestBody: withTexts,
    fetch,
  });
  return {
    chat: (name) => provider.chatModel(name),
    embedding: (name) => provider.embeddingModel(name),
  };
}

/**
 * Makes the content of messages that only call tools an empty text. Some servers refuse null (llama-cpp-python), others
 * a message without content (DeepSeek).
 */
function withTexts(body: Record<string, unknown>): Record<string, unknown> {
  const messages = body.messages as { content: unknown }[];
  return {
    ...body,
    messages: messages.map((message) =>
      message.content === null ? { ...message, content: '' } : message,
    ),
  };
}

function clientOptions({ apiKey, baseUrl, headers }: Endpoint) {
  return {
    ...(apiKey && { apiKey }),
    ...(baseUrl && { baseURL: baseUrl }),
    ...(headers && { headers: { ...headers } }),
  };
}

/** Adds an endpoint's extra body to requests to its chat models. What a request itself says wins. */
function withBody(fetch: Fetch, body: Endpoint['body']): Fetch {
  if (!body || Object.keys(body).length === 0) return fetch;
  return (url, init) => {
    const isChat = /\/(chat\/completions|messages)$/.test(String(url));
    if (!isChat || typeof init?.body !== 'string') return fetch(url, init);
    return fetch(url, { ...init, body: JSON.stringify({ ...body, ...JSON.parse(init.body) }) });
  };
}

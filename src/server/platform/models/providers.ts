import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { Endpoint } from '#domain/model/endpoint.ts';
import type { ModelProvider } from '#generated/model/index.ts';
import type { ModelSettings } from './model-settings.ts';

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
  { endpoints }: ModelSettings,
  fetch: Fetch,
): Promise<ReadonlyMap<string, EndpointClient>> {
  const clients = await Promise.all(
    endpoints
      .filter(({ provider }) => provider !== 'sandbox')
      .map(async (endpoint) => {
        const client = await createClient(endpoint, withBody(fetch, endpoint.body));
        return [endpoint.id, client] as const;
      }),
  );
  return new Map(clients);
}

/** The client of an endpoint. */
export function createClient(endpoint: Endpoint, fetch: Fetch): Promise<EndpointClient> {
  return CLIENTS[endpoint.provider as keyof typeof CLIENTS](endpoint, fetch);
}

const CLIENTS: Record<
  Exclude<ModelProvider, 'sandbox'>,
  (endpoint: Endpoint, fetch: Fetch) => Promise<EndpointClient>
> = {
  openai: createOpenai,
  anthropic: createAnthropic,
  compatible: createCompatible,
  azure: createAzure,
  bedrock: createBedrock,
};

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

async function createAzure(endpoint: Endpoint, fetch: Fetch): Promise<EndpointClient> {
  const { createAzure: create } = await import('@ai-sdk/azure');
  const { apiVersion } = endpoint;
  const provider = create({
    ...clientOptions({ ...endpoint, baseUrl: azureUrl(endpoint.baseUrl) }),
    // With a version other than v1, the deployment is a part of the address.
    ...(apiVersion !== undefined && { apiVersion, useDeploymentBasedUrls: apiVersion !== 'v1' }),
    fetch,
  });
  return {
    chat: (name) => provider.chat(name),
    embedding: (name) => provider.embeddingModel(name),
  };
}

/** The address of the API. Azure's portal shows it without the path, and with a slash at its end. */
function azureUrl(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  const isBare = url?.pathname === '/' && /\.azure\.com$/.test(url.hostname);
  return isBare ? `${url.origin}/openai` : address;
}

async function createBedrock(endpoint: Endpoint, fetch: Fetch): Promise<EndpointClient> {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  const { region = '', apiKey = '', accessKeyId } = endpoint;
  const { apiKey: _, ...options } = clientOptions(endpoint);
  const provider = createAmazonBedrock({
    baseURL: `https://bedrock-runtime.${region}.amazonaws.com`,
    ...options,
    region,
    fetch,
    // An empty key keeps the SDK from looking for one in the environment.
    ...(accessKeyId === undefined
      ? { apiKey }
      : {
          apiKey: '',
          credentialProvider: async () => ({ accessKeyId, secretAccessKey: apiKey }),
        }),
  });
  return {
    chat: (name) => provider(name),
    embedding: (name) => provider.embeddingModel(name),
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

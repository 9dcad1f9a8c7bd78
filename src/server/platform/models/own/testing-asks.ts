import type { Message, ModelRequest } from '#domain/model/ask.ts';
import { ASSUMED_SUPPORT, type Endpoint } from '#domain/model/endpoint.ts';
import { answerOf } from '#domain/model/testing-parts.ts';
import type { ModelFailure } from '#domain/run/execution/model-failure.ts';
import type { Model } from '#generated/model/index.ts';
import { createUpstream } from '../upstream.ts';
import { createOwnEndpoints } from './own-endpoints.ts';

/** The key, or the secret access key, of the endpoints in tests. */
export const SECRET = 'the-secret-key-of-the-cloud';
const upstream = createUpstream();
const endpoints = createOwnEndpoints(async () => upstream);

let connection = 0;
/** A client of an endpoint of an organisation, with this model. */
export async function connect(
  provider: 'azure' | 'bedrock',
  name: string,
  more: Partial<Endpoint>,
) {
  connection += 1;
  const endpoint = {
    id: 'own',
    name: 'Ours',
    provider,
    apiKey: SECRET,
    models: [],
    isOpen: false,
    settings: { key: 'the key', url: 'the address' },
    ...more,
  } satisfies Endpoint;
  const client = await endpoints.open(endpoint, connection);
  const info = { id: `own/${name}`, name, provider, supports: ASSUMED_SUPPORT[provider] };
  return { client, info: info as Model };
}
type Connected = Awaited<ReturnType<typeof connect>>;

/** Asks, and returns all that arrives. */
export function ask(
  { client, info }: Connected,
  isStreamed: boolean,
  more: Partial<ModelRequest> = {},
) {
  const messages: Message[] = [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Greet us.' },
  ];
  const model = { info, ask: (request: ModelRequest) => client.ask(info, request) };
  return answerOf(model, { messages, isStreamed, ...more });
}
export const failureOf = (asking: Promise<unknown>) =>
  asking.then(
    () => undefined,
    (error: ModelFailure) => {
      const { code, message, retry_after } = error.error;
      return { code, message, ...(retry_after !== undefined && { retry_after }) };
    },
  );

export const format = {
  type: 'json_schema',
  schema: {
    type: 'object',
    properties: { greeting: { type: 'string' } },
    required: ['greeting'],
    additionalProperties: false,
  },
} as const;
export const tools: NonNullable<ModelRequest['tools']> = {
  tools: [
    {
      type: 'function',
      name: 'weather',
      description: 'The weather of a city',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } } },
    },
  ],
  toolChoice: { type: 'auto' },
};
export const weather = { id: 'call_1', name: 'weather', input: '{"city":"Bonn"}' };

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '../providers.ts';
import { ask, connect, failureOf, format, SECRET, tools, weather } from './testing-asks.ts';
import {
  azureStream,
  type CloudReply,
  type CloudServer,
  startCloudServer,
} from './testing-cloud.ts';

let cloud: CloudServer;

beforeAll(async () => {
  cloud = await startCloudServer();
});
beforeEach(() => {
  cloud.requests.length = 0;
});
afterAll(async () => {
  await cloud.close();
});

describe('Azure OpenAI', () => {
  const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
  const base = { id: 'c', created: 1, model: 'gpt-4.1' };
  const whole = (message: object, finish_reason = 'stop'): CloudReply => ({
    json: {
      ...base,
      object: 'chat.completion',
      choices: [
        { index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason },
      ],
      usage,
    },
  });
  const streamed = (deltas: object[], finish_reason = 'stop') =>
    azureStream([
      // Azure begins with what its content filter says of the prompt.
      { ...base, id: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
      ...deltas.map((delta) => ({ ...base, choices: [{ index: 0, delta, finish_reason: null }] })),
      { ...base, choices: [{ index: 0, delta: {}, finish_reason }] },
      { ...base, choices: [], usage },
    ]);
  const deployed = () =>
    connect('azure', 'our-gpt', { baseUrl: `${cloud.url}/openai`, apiVersion: '2024-10-21' });

  it.each([false, true])(
    'calls the deployment with its version and key, streamed: %s',
    async (isStreamed) => {
      cloud.reply = () =>
        isStreamed
          ? streamed([{ content: 'Hel' }, { content: 'lo' }])
          : whole({ content: 'Hello' });
      const { text, reported } = await ask(await deployed(), isStreamed);
      expect(text).toBe('Hello');
      expect(reported).toMatchObject({ input: 12, output: 3, isCutOff: false });
      const [{ url, headers, body }] = cloud.requests as [CloudServer['requests'][number]];
      expect(url.pathname + url.search).toBe(
        '/openai/deployments/our-gpt/chat/completions?api-version=2024-10-21',
      );
      expect(headers['api-key']).toBe(SECRET);
      expect(headers.authorization).toBeUndefined();
      expect(body.messages).toMatchObject([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Greet us.' },
      ]);
      expect(body.stream).toBe(isStreamed || undefined);
      if (isStreamed) expect(body.stream_options).toEqual({ include_usage: true });
    },
  );

  it.each([
    ['https://ours.openai.azure.com', undefined, '/openai/v1/chat/completions?api-version=v1'],
    ['https://ours.openai.azure.com/', 'v1', '/openai/v1/chat/completions?api-version=v1'],
    ['https://ours.openai.azure.com/openai', 'v1', '/openai/v1/chat/completions?api-version=v1'],
    ['https://ours.openai.azure.com/openai/v1', undefined, '/openai/v1/chat/completions'],
    ['https://gateway.example.com/llm', undefined, '/llm/chat/completions'],
    [
      'https://ours.openai.azure.com/',
      '2024-10-21',
      '/openai/deployments/our-gpt/chat/completions?api-version=2024-10-21',
    ],
  ])('calls %s, version %s, at %s', async (baseUrl, apiVersion, path) => {
    const called: string[] = [];
    const { provider, id, name, isOpen } = {
      provider: 'azure',
      id: 'own',
      name: 'Ours',
      isOpen: false,
    } as const;
    const settings = { key: 'the key', url: 'the address' };
    const client = await createClient(
      {
        ...{ provider, id, name, isOpen, settings, baseUrl, apiVersion },
        models: [],
        apiKey: SECRET,
      },
      async (url) => {
        called.push(String(url));
        return Response.json({}, { status: 500 });
      },
    );
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }];
    await expect(client.chat('our-gpt').doGenerate({ prompt })).rejects.toThrow();
    expect(called).toEqual([new URL(path, baseUrl).href]);
  });

  it.each([false, true])('sends the schema of the output, streamed: %s', async (isStreamed) => {
    const text = '{"greeting":"Hello"}';
    cloud.reply = () => (isStreamed ? streamed([{ content: text }]) : whole({ content: text }));
    expect(await ask(await deployed(), isStreamed, { format })).toMatchObject({ text });
    expect(cloud.requests[0]?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: { required: ['greeting'] } },
    });
  });

  it.each([false, true])('calls tools, streamed: %s', async (isStreamed) => {
    const call = {
      id: 'call_1',
      type: 'function',
      function: { name: 'weather', arguments: weather.input },
    };
    const cut = [{ index: 0, ...call, function: { name: 'weather', arguments: '{"city"' } }];
    const rest = [{ index: 0, function: { arguments: ':"Bonn"}' } }];
    cloud.reply = () =>
      isStreamed
        ? streamed([{ tool_calls: cut }, { tool_calls: rest }], 'tool_calls')
        : whole({ tool_calls: [call] }, 'tool_calls');
    expect((await ask(await deployed(), isStreamed, { tools })).calls).toEqual([weather]);
    expect(cloud.requests[0]?.body.tools).toMatchObject([{ function: { name: 'weather' } }]);
  });

  it.each([
    [
      'a wrong key',
      401,
      { error: { code: '401', message: 'Access denied due to invalid subscription key.' } },
      { code: 'model_unauthorized' },
    ],
    [
      'throttling',
      429,
      {
        error: {
          code: '429',
          message: 'Requests to this deployment have exceeded the rate limit.',
        },
      },
      { code: 'model_rate_limited', retry_after: 7 },
    ],
    [
      'an unknown deployment',
      404,
      {
        error: {
          code: 'DeploymentNotFound',
          message: 'The API deployment for this resource does not exist.',
        },
      },
      { code: 'model_not_found', message: expect.stringContaining('our-gpt') },
    ],
    [
      'the content filter',
      400,
      {
        error: {
          message:
            "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          type: null,
          param: 'prompt',
          code: 'content_filter',
          status: 400,
          innererror: {
            code: 'ResponsibleAIPolicyViolation',
            content_filter_result: { hate: { filtered: true, severity: 'high' } },
          },
        },
      },
      { code: 'model_refused', message: expect.stringContaining('content filter') },
    ],
  ])('explains %s', async (_name, status, json, expected) => {
    cloud.reply = () => ({ status, json, headers: { 'retry-after': '7' } });
    for (const isStreamed of [false, true])
      expect(await failureOf(ask(await deployed(), isStreamed))).toMatchObject(expected);
  });

  it('explains an output that was filtered', async () => {
    cloud.reply = ({ body }) =>
      body.stream
        ? streamed([{ content: 'He' }], 'content_filter')
        : whole({ content: '' }, 'content_filter');
    for (const isStreamed of [false, true])
      expect(await failureOf(ask(await deployed(), isStreamed))).toMatchObject({
        code: 'model_refused',
      });
  });

  it('embeds', async () => {
    cloud.reply = () => ({
      json: {
        data: [{ index: 0, embedding: [0.5, 1] }],
        usage: { prompt_tokens: 1, total_tokens: 1 },
      },
    });
    const { client } = await deployed();
    const signal = AbortSignal.timeout(10_000);
    expect(await client.embed?.('our-embedding', ['x'], signal)).toEqual([Float32Array.of(0.5, 1)]);
    expect(cloud.requests[0]?.url.pathname).toBe('/openai/deployments/our-embedding/embeddings');
  });
});

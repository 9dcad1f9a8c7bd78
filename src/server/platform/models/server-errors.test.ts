import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '#domain/model/testing-parts.ts';
import type { Reply } from '../../../../tests/support/models/openai-replies.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { GATEWAYS } from '../../../../tests/support/models/recorded/gateways.ts';
import { error, status } from '../../../../tests/support/models/recorded/recorded-error.ts';
import { SELF_HOSTED } from '../../../../tests/support/models/recorded/self-hosted.ts';
import { originOf } from './endpoints/endpoint.ts';
import { knownEndpoints } from './endpoints/known-endpoints.ts';
import { readEndpoints } from './endpoints/read-endpoints.ts';
import { createModels, type Models } from './models.ts';

let fake: OpenAiServer;
let models: Models;

beforeAll(async () => {
  fake = await startOpenAiServer();
  models = await createModels({
    endpoints: knownEndpoints({ COMPATIBLE_BASE_URL: fake.url, COMPATIBLE_API_KEY: 'sk-1' }),
  });
});
beforeEach(() => fake.reset());
afterAll(async () => {
  await models.close();
  await fake.close();
});

/** Asks a model there, and returns how that fails. */
async function failure(reply: Reply, isStreamed = false, among = models) {
  fake.script(reply);
  const model = among.find('compatible/llama-3');
  if (!model) throw new Error('every name is a model there');
  const asking = answerOf(model, { isStreamed });
  return asking.then(
    () => undefined,
    (error) => error,
  );
}

describe('what servers say is understood', () => {
  it.each([...SELF_HOSTED, ...GATEWAYS])('%s', async (_name, reply, code, says) => {
    for (const isStreamed of [false, true]) {
      // A stream begins with a status only when it fails before it begins.
      if (isStreamed && reply.kind === 'raw') continue;
      const failed = await failure(reply, isStreamed);
      expect(failed?.error).toMatchObject({ code, message: expect.stringMatching(says) });
    }
  });

  it.each([
    ['429', status(429, error('Slow down')), true],
    ['503', status(503, ''), true],
    ['529', status(529, ''), true],
    ['a quota', status(429, error('You exceeded your current quota')), false],
    ['400', status(400, error('No')), false],
    ['401', status(401, error('No')), false],
    ['too little memory', status(500, error('CUDA out of memory')), false],
  ] as const)('and whether to try again: %s', async (_name, reply, isTemporary) => {
    expect((await failure(reply))?.isTemporary).toBe(isTemporary);
  });

  it.each([
    ['llm_provider-retry-after', '7', 7],
    ['retry-after-ms', '1500', 2],
    ['retry-after', '0.5', 1],
  ])('and when, by %s', async (name, value, seconds) => {
    const failed = await failure(status(429, error('Slow down'), { [name]: value }));
    expect(failed?.error.retry_after).toBe(seconds);
  });
});

it.each([
  [
    '401',
    status(401, error('Invalid API Key')),
    /requires an API key, and none is set\. Set COMPATIBLE_API_KEY on the server\.$/,
  ],
  [
    '403',
    status(403, error('No auth credentials found')),
    /requires an API key \(No auth credentials found\), and none/,
  ],
  [
    '400',
    status(400, error('Missing api key')),
    /requires an API key \(Missing api key\), and none is set/,
  ],
])('without a key, %s says that none is set, and where to set it', async (_status, reply, says) => {
  const keyless = await createModels({
    endpoints: knownEndpoints({ COMPATIBLE_BASE_URL: fake.url }),
  });
  const failed = await failure(reply, false, keyless);
  expect(failed?.error).toMatchObject({
    code: 'model_unauthorized',
    message: expect.stringMatching(says),
  });
  await keyless.close();
});

it.each(['Authorization', 'x-api-key'])('a key in the header %s is one', (header) => {
  const json = JSON.stringify({
    endpoints: [{ id: 'bee', base_url: 'http://bee.test/v1', headers: { [header]: 'Bearer a' } }],
  });
  const [endpoint] = readEndpoints({ MODEL_ENDPOINTS: json });
  expect(originOf(endpoint, 'x').hasKey).toBe(true);
});

const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) =>
  JSON.stringify({
    id: 'c',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
    ...more,
  });

describe('an error within a stream', () => {
  it.each([
    ['an object', '{"error":{"message":"overloaded","type":"server_error"}}'],
    ['a text', '{"error":"overloaded"}'],
    ['a detail', '{"detail":"overloaded"}'],
  ])('ends it, with its words: %s', async (_name, last) => {
    const failed = await failure({ kind: 'raw', body: [chunk({ content: 'Hel' }), last] }, true);
    expect(failed.error).toMatchObject({
      code: 'model_interrupted',
      message: expect.stringContaining("'overloaded'"),
    });
    expect(failed.isTemporary).toBe(false);
  });

  it.each([
    [
      'LiteLLM: a failure',
      '{"error": {"message": "litellm.APIConnectionError: APIConnectionError: OpenAIException - The server had an error while processing your request", "type": null, "param": null, "code": "500"}}',
      /The server had an error while processing your request/,
    ],
    [
      'LiteLLM: a limit',
      '{"error": {"message": "litellm.RateLimitError: RateLimitError: OpenAIException - Rate limit reached", "type": "throttling_error", "param": null, "code": "429"}}',
      /Rate limit reached/,
    ],
    [
      'LiteLLM: a lost connection',
      '{"error": {"message": "litellm.APIConnectionError: APIConnectionError: OpenAIException - Response payload is not completed", "type": null, "param": null, "code": "500"}}',
      /payload is not completed/,
    ],
    [
      'Portkey: a failure',
      '{"error":{"message":"The server had an error while processing your request","type":"server_error","param":null,"code":null}}',
      /The server had an error while processing your request/,
    ],
    [
      'Portkey, whose providers have their own shapes',
      '{"provider":"groq","choices":[]}',
      /was interrupted\. Run it again/,
    ],
  ])('was recorded from %s', async (_name, last, says) => {
    const failed = await failure({ kind: 'raw', body: [chunk({ content: 'Hel' }), last] }, true);
    expect(failed.error).toMatchObject({
      code: 'model_interrupted',
      message: expect.stringMatching(says),
    });
  });

  it('may be its end without a word, as at llama-cpp-python', async () => {
    const failed = await failure({ kind: 'raw', body: [] }, true);
    expect(failed).toMatchObject({ error: { code: 'model_interrupted' }, isTemporary: true });
  });

  it('is like an error before it if nothing has been sent', async () => {
    const body = ['{"error":{"code":429,"message":"Try again in 3 seconds"}}'];
    const failed = await failure({ kind: 'raw', body }, true);
    expect(failed).toMatchObject({ error: { code: 'model_rate_limited', retry_after: 3 } });
    expect(failed.isTemporary).toBe(true);
  });
});

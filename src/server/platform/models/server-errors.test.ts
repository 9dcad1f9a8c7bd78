import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../../tests/support/openai-replies.ts';
import { type OpenAiServer, startOpenAiServer } from '../../../../tests/support/openai-server.ts';
import { askable } from './ask-model.ts';
import { knownEndpoints } from './endpoints/known-endpoints.ts';
import { createModels, type Models } from './models.ts';

let fake: OpenAiServer;
let models: Models;

beforeAll(async () => {
  fake = await startOpenAiServer();
  models = await createModels({
    endpoints: knownEndpoints({ compatibleBaseUrl: fake.url }),
  });
});
beforeEach(() => fake.reset());
afterAll(async () => {
  await models.close();
  await fake.close();
});

/** Asks a model there, and returns how that fails. */
async function failure(reply: Reply, isStreamed = false) {
  fake.script(reply);
  const model = models.find('compatible/llama-3');
  if (!model) throw new Error('every name is a model there');
  const asking = askable(model).ask?.({
    messages: [{ role: 'user', content: 'x' }],
    parameters: {},
    isStreamed,
    signal: new AbortController().signal,
    onText: () => {},
  });
  return asking?.then(
    () => undefined,
    (error) => error,
  );
}

const status = (code: number, body: object | string, headers = {}): Reply => ({
  kind: 'status',
  status: code,
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers,
});
const error = (message: string, more: object = {}) => ({ error: { message, ...more } });

type Case = [name: string, reply: Reply, code: string, says: RegExp];

// As the servers sent them: LiteLLM 1.8x was called, the others are quoted from their source and documentation.
const CASES: Case[] = [
  [
    'llama.cpp: context',
    status(400, {
      error: {
        code: 400,
        message:
          'request (9412 tokens) exceeds the available context size (8192 tokens), try increasing it',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 9412,
        n_ctx: 8192,
      },
    }),
    'prompt_too_long',
    /too long for llama-3: request \(9412 tokens\)/,
  ],
  [
    'llama.cpp: an image without a projector',
    status(500, {
      error: {
        code: 500,
        message:
          'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        type: 'server_error',
      },
    }),
    'model_refused',
    /doesn't accept images or files.*Remove them/,
  ],
  [
    'llama.cpp: loading',
    status(503, { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } }),
    'model_failed',
    /still loading the model/,
  ],
  [
    'llama.cpp: path',
    status(404, { error: { code: 404, message: 'File Not Found', type: 'not_found_error' } }),
    'model_failed',
    /no chat API at this address.*base URL/,
  ],
  [
    'llama.cpp: key',
    status(401, { error: { code: 401, message: 'Invalid API Key', type: 'authentication_error' } }),
    'model_unauthorized',
    /COMPATIBLE_API_KEY/,
  ],
  [
    'llama.cpp: grammar',
    status(400, {
      error: { code: 400, message: 'Failed to parse grammar', type: 'invalid_request_error' },
    }),
    'model_refused',
    /doesn't accept the output format/,
  ],
  [
    'llama-cpp-python: context',
    status(
      400,
      error(
        "This model's maximum context length is 512 tokens. However, you requested 900 tokens",
        { type: 'invalid_request_error', code: 'context_length_exceeded' },
      ),
    ),
    'prompt_too_long',
    /maximum context length is 512/,
  ],
  [
    'vLLM: context, before 0.10',
    status(400, {
      object: 'error',
      message:
        "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens (4500 in the messages, 500 in the completion).",
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
    'prompt_too_long',
    /maximum context length is 4096/,
  ],
  [
    'vLLM: model',
    status(404, error('The model `llama-3` does not exist.', { type: 'NotFoundError', code: 404 })),
    'model_not_found',
    /no model named llama-3/,
  ],
  [
    'vLLM: tools',
    status(
      400,
      error(
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        { type: 'BadRequestError' },
      ),
    ),
    'model_refused',
    /can't call tools there.*Enable tools/,
  ],
  [
    'vLLM: images',
    status(400, error('At most 0 image(s) may be provided in one prompt.', { code: 400 })),
    'model_refused',
    /images/,
  ],
  [
    'vLLM: key',
    status(401, { error: 'Unauthorized' }),
    'model_unauthorized',
    /rejected the API key/,
  ],
  ['FastAPI: path', status(404, { detail: 'Not Found' }), 'model_failed', /no chat API/],
  [
    'FastAPI: validation',
    status(422, {
      detail: [{ loc: ['body', 'messages'], msg: 'Field required', type: 'missing' }],
    }),
    'model_refused',
    /rejected the request \(422\): Field required/,
  ],
  [
    'FastAPI: a failure',
    status(500, { detail: 'CUDA is busy' }),
    'model_failed',
    /failed \(500\): CUDA is busy/,
  ],
  [
    'Ollama: model',
    status(404, error('model "llama-3" not found, try pulling it first', { type: 'api_error' })),
    'model_not_found',
    /no model named/,
  ],
  [
    'Ollama: path',
    status(404, '404 page not found', { 'content-type': 'text/plain' }),
    'model_failed',
    /no chat API/,
  ],
  [
    'Ollama: tools',
    status(
      400,
      error('registry.ollama.ai/library/gemma3:4b does not support tools', {
        type: 'invalid_request_error',
      }),
    ),
    'model_refused',
    /can't call tools there/,
  ],
  [
    'Ollama: memory',
    status(500, {
      error: 'model requires more system memory (5.6 GiB) than is available (3.1 GiB)',
    }),
    'model_failed',
    /enough memory.*smaller model/,
  ],
  [
    'Ollama: context',
    status(400, { error: 'the input length exceeds the context length' }),
    'prompt_too_long',
    /input length exceeds/,
  ],
  [
    'LiteLLM: model',
    status(
      400,
      error(
        '/chat/completions: Invalid model name passed in model=nope. Call `/v1/models` to view available models for your key.',
        { type: 'invalid_request_error', code: '400' },
      ),
    ),
    'model_not_found',
    /Choose another model/,
  ],
  [
    'LiteLLM: its key, without a database',
    status(400, error('No connected db.', { type: 'no_db_connection', param: null, code: '400' })),
    'model_unauthorized',
    /API key/,
  ],
  [
    'LiteLLM: limit of the server behind it',
    status(
      429,
      error('litellm.RateLimitError: RateLimitError: OpenAIException - fake status 429', {
        type: 'throttling_error',
        code: '429',
      }),
      { 'llm_provider-retry-after': '7' },
    ),
    'model_rate_limited',
    /in 7 seconds/,
  ],
  [
    'LiteLLM: cooling down',
    status(
      429,
      error(
        'No deployments available for selected model, Try again in 5 seconds. Passed model=claude.',
        { type: 'all_deployments_in_cooldown', code: '429' },
      ),
    ),
    'model_rate_limited',
    /in 5 seconds/,
  ],
  [
    'LiteLLM: a dead server behind it',
    status(
      500,
      error(
        'litellm.InternalServerError: InternalServerError: OpenAIException - Connection error.',
        { type: 'internal_server_error', code: '500' },
      ),
    ),
    'model_failed',
    /Connection error/,
  ],
  [
    'LiteLLM: context',
    status(
      400,
      error(
        "litellm.ContextWindowExceededError: litellm.BadRequestError: ContextWindowExceededError: OpenAIException - This model's maximum context length is 128000 tokens.",
        { type: 'invalid_request_error' },
      ),
    ),
    'prompt_too_long',
    /128000/,
  ],
  [
    'LiteLLM: its key',
    status(
      401,
      error('Authentication Error, Invalid proxy server token passed.', {
        type: 'token_not_found_in_db',
        code: '401',
      }),
    ),
    'model_unauthorized',
    /API key/,
  ],
  [
    'LiteLLM: a slash at the end of the base URL',
    status(307, '', { location: 'http://127.0.0.1:4000/v1/chat/completions' }),
    'model_failed',
    /redirects to http:\/\/127\.0\.0\.1:4000.*Set the base URL/,
  ],
  [
    'Portkey: no provider',
    status(400, {
      status: 'failure',
      message: 'Either x-portkey-config or x-portkey-provider header is required',
    }),
    'model_refused',
    /x-portkey-config or x-portkey-provider header is required/,
  ],
  [
    'Portkey: the provider behind it',
    status(401, {
      error: {
        message: 'openai error: Incorrect API key provided: sk-x',
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
      provider: 'openai',
    }),
    'model_unauthorized',
    /API key/,
  ],
  [
    'OpenRouter: moderation',
    status(
      403,
      error('Your chosen model requires moderation and your input was flagged', {
        code: 403,
        metadata: { reasons: ['violence'], flagged_input: 'x' },
      }),
    ),
    'model_refused',
    /content filter.*was flagged.*Change the prompt/,
  ],
  [
    'OpenRouter: credit',
    status(402, error('Insufficient credits', { code: 402 })),
    'model_failed',
    /no credit left.*Top it up/,
  ],
  [
    'OpenRouter: 200 with an error',
    {
      kind: 'raw',
      body: JSON.stringify(
        error('Provider returned error', {
          code: 429,
          metadata: { raw: '{"error":{"message":"slow down"}}', provider_name: 'X' },
        }),
      ),
    },
    'model_rate_limited',
    /rate-limiting/,
  ],
  [
    'OpenRouter: 200 with an error without a code',
    {
      kind: 'raw',
      body: JSON.stringify(
        error('Provider returned error', { metadata: { raw: 'out of capacity' } }),
      ),
    },
    'model_failed',
    /Provider returned error: out of capacity/,
  ],
  [
    'OpenRouter: model',
    status(400, error('llama-3 is not a valid model ID', { code: 400 })),
    'model_not_found',
    /no model named/,
  ],
  [
    'OpenRouter: no endpoint',
    status(404, error('No endpoints found for llama-3.', { code: 404 })),
    'model_not_found',
    /no model named/,
  ],
  [
    'Anthropic: context',
    status(400, {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'prompt is too long: 210000 tokens > 200000 maximum',
      },
    }),
    'prompt_too_long',
    /210000 tokens/,
  ],
  [
    'Anthropic: context with output',
    status(400, {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000',
      },
    }),
    'prompt_too_long',
    /188240/,
  ],
  [
    'Anthropic: overloaded',
    status(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    'model_failed',
    /overloaded/,
  ],
  [
    'Anthropic: model',
    status(404, { type: 'error', error: { type: 'not_found_error', message: 'model: claude-x' } }),
    'model_not_found',
    /no model named/,
  ],
  [
    'Anthropic: credit',
    status(400, {
      type: 'error',
      error: {
        type: 'invalid_request_error',
        message: 'Your credit balance is too low to access the Anthropic API.',
      },
    }),
    'model_failed',
    /no credit left/,
  ],
  [
    'OpenAI: quota',
    status(
      429,
      error('You exceeded your current quota, please check your plan and billing details.', {
        type: 'insufficient_quota',
      }),
    ),
    'model_failed',
    /no credit left/,
  ],
  [
    'OpenAI: path',
    status(
      404,
      error('Invalid URL (POST /v1/v1/chat/completions)', { type: 'invalid_request_error' }),
    ),
    'model_failed',
    /no chat API/,
  ],
  [
    'Azure: content filter',
    status(
      400,
      error(
        "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
        { code: 'content_filter' },
      ),
    ),
    'model_refused',
    /content filter/,
  ],
  [
    'Gemini: key',
    status(400, [
      {
        error: {
          code: 400,
          message: 'API key not valid. Please pass a valid API key.',
          status: 'INVALID_ARGUMENT',
        },
      },
    ] as object),
    'model_unauthorized',
    /API key not valid/,
  ],
  [
    'Cloudflare',
    status(400, { success: false, errors: [{ code: 5006, message: 'Bad input' }] }),
    'model_refused',
    /Bad input/,
  ],
  [
    'nginx: a dead server',
    status(502, '<html><head><title>502 Bad Gateway</title></head></html>', {
      'content-type': 'text/html',
    }),
    'model_failed',
    /failed \(502\)\. Try again/,
  ],
  [
    'a website',
    {
      kind: 'status',
      status: 200,
      body: '<!DOCTYPE html><html></html>',
      headers: { 'content-type': 'text/html' },
    },
    'model_failed',
    /web page \(200\).*\/v1/,
  ],
  [
    'a website: path',
    status(404, '<!doctype html><title>Not found</title>'),
    'model_failed',
    /web page \(404\)/,
  ],
  ['a firewall', status(403, '<html>Access denied</html>'), 'model_failed', /proxy or firewall/],
  [
    'Express: path',
    status(404, 'Cannot POST /chat/completions', { 'content-type': 'text/plain' }),
    'model_failed',
    /no chat API/,
  ],
  ['nothing at all', status(404, ''), 'model_failed', /no chat API/],
  [
    'a 404 about something else',
    status(404, error('Deployment is gone')),
    'model_not_found',
    /says “Deployment is gone”.*base URL/,
  ],
  [
    'a gateway that gave up',
    status(504, 'upstream request timeout'),
    'model_timeout',
    /timed out \(504\)/,
  ],
];

describe('what servers say is understood', () => {
  it.each(CASES)('%s', async (_name, reply, code, says) => {
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

  it('is like an error before it if nothing has been sent', async () => {
    const body = ['{"error":{"code":429,"message":"Try again in 3 seconds"}}'];
    const failed = await failure({ kind: 'raw', body }, true);
    expect(failed).toMatchObject({ error: { code: 'model_rate_limited', retry_after: 3 } });
    expect(failed.isTemporary).toBe(true);
  });
});

import { error, type RecordedError, status } from './recorded-error.ts';

/** Errors of gateways, vendors and proxies. LiteLLM 1.106 and Portkey 1.15 were called; the others are as in their documentation. */
export const GATEWAYS: readonly RecordedError[] = [
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
      error(
        "litellm.RateLimitError: RateLimitError: OpenAIException - Rate limit reached for requests\n\nLiteLLM: model group 'limited' failed with the error above. No fallback was attempted.",
        { type: 'throttling_error', param: null, code: '429' },
      ),
      { 'llm_provider-retry-after': '7' },
    ),
    'model_rate_limited',
    /in 7 seconds/,
  ],
  [
    'LiteLLM: an overloaded server behind it',
    status(
      503,
      error(
        "litellm.ServiceUnavailableError: ServiceUnavailableError: OpenAIException - The server is overloaded\n\nLiteLLM: model group 'down' failed with the error above. No fallback was attempted.",
        { type: 'internal_server_error', param: null, code: '503' },
      ),
      { 'llm_provider-retry-after': '3' },
    ),
    'model_failed',
    /failed \(503\).*The server is overloaded/,
  ],
  [
    'Portkey: limit of the provider behind it',
    status(
      429,
      {
        error: {
          message: 'openai error: Rate limit reached for requests',
          type: 'requests',
          param: null,
          code: 'rate_limit_exceeded',
        },
        provider: 'openai',
      },
      { 'retry-after': '7' },
    ),
    'model_rate_limited',
    /in 7 seconds/,
  ],
  [
    'Portkey: an overloaded provider behind it',
    status(
      503,
      {
        error: {
          message: 'openai error: The server is overloaded',
          type: 'server_error',
          param: null,
          code: null,
        },
        provider: 'openai',
      },
      { 'retry-after': '3' },
    ),
    'model_failed',
    /failed \(503\): openai error: The server is overloaded/,
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
    'LiteLLM: its key for the server behind it',
    status(
      401,
      error(
        "litellm.AuthenticationError: AuthenticationError: OpenAIException - Invalid API Key\n\nLiteLLM: model group 'badkey' failed with the error above. No fallback was attempted.",
        { type: 'authentication_error', param: null, code: '401' },
      ),
    ),
    'model_unauthorized',
    /isn't authorised at the server behind it.*Invalid API Key LiteLLM.*its own configuration/,
  ],
  [
    'LiteLLM: no deployment left',
    status(
      429,
      error('No deployments available for selected model.', {
        type: 'internal_server_error',
        param: null,
        code: '429',
      }),
    ),
    'model_rate_limited',
    /rate-limiting/,
  ],
  [
    'Portkey: a failure of its own',
    status(500, { status: 'failure', message: 'Something went wrong' }),
    'model_failed',
    /failed \(500\): Something went wrong/,
  ],
  [
    'LiteLLM: a slash at the end of the base URL',
    status(307, '', { location: 'http://127.0.0.1:4000/v1/chat/completions' }),
    'model_failed',
    /redirects to http:\/\/127\.0\.0\.1:4000.*Set COMPATIBLE_BASE_URL/,
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
    /web page \(200\).*COMPATIBLE_BASE_URL.*\/v1/,
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
    /says “Deployment is gone”.*COMPATIBLE_BASE_URL/,
  ],
  [
    'a gateway that gave up',
    status(504, 'upstream request timeout'),
    'model_timeout',
    /timed out \(504\)/,
  ],
];

import { error, type RecordedError, status } from './recorded-error.ts';

/** Errors of servers that people run themselves. llama.cpp 0.5.0 was called; the others are as in their documentation. */
export const SELF_HOSTED: readonly RecordedError[] = [
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
    /no chat API at this address.*Check COMPATIBLE_BASE_URL/,
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
    'llama.cpp: grammar, 0.5',
    status(400, {
      error: {
        code: 400,
        message:
          'Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #/properties/a: cannot resolve $ref #/$defs/nope, $defs not found',
        type: 'invalid_request_error',
      },
    }),
    'model_refused',
    /doesn't accept the output format.*cannot resolve/,
  ],
  [
    'llama.cpp: a grammar that its sampler refuses',
    status(400, {
      error: {
        code: 400,
        message: 'Failed to initialize samplers: std::exception',
        type: 'invalid_request_error',
      },
    }),
    'model_refused',
    /doesn't accept the output format.*Failed to initialize samplers/,
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
    'llama-cpp-python: key',
    status(401, { detail: 'Invalid API key' }),
    'model_unauthorized',
    /rejected the API key/,
  ],
  [
    'llama-cpp-python: a request that it cannot read',
    status(
      500,
      error(
        "7 validation errors:\n  {'type': 'literal_error', 'loc': ('body', 'messages', 2, 'ChatCompletionRequestSystemMessage', 'role'), 'msg': \"Input should be 'system'\", 'input': 'assistant', 'ctx': {'expected': \"'system'\"}}",
        { type: 'internal_server_error', param: null, code: null },
      ),
    ),
    'model_refused',
    /rejected the request \(500\): 7 validation errors/,
  ],
  [
    'llama-cpp-python: path',
    status(404, { detail: 'Not Found' }),
    'model_failed',
    /no chat API at this address/,
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
];

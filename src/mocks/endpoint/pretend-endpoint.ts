import type { OfferedModel } from '#core/model/offered-model.ts';
import type { Endpoint } from '#domain/model/endpoint.ts';
import type { OpenEndpoint } from '#domain/model/model.port.ts';
import { ModelFailure } from '#domain/run/execution/model-failure.ts';
import { pretendModel } from '../run/pretend-model.ts';
import type { Store } from '../store.ts';

/** Of endpoints with this in their address or key, the mocks pretend that they don't work. */
const DOWN = /down|unreachable/;
const WRONG_KEY = /wrong/;
const VECTOR = 8;

/**
 * An organisation's endpoint in the mocks: nothing leaves the page, and the sandbox answers. Addresses that contain `down`
 * are unreachable, keys that contain `wrong` are rejected, and addresses that contain `huge` have 300 models.
 */
export function pretendEndpoint(store: Store, endpoint: Endpoint): OpenEndpoint {
  const { name, baseUrl = '', apiKey = '' } = endpoint;
  const failure = DOWN.test(baseUrl)
    ? new ModelFailure(
        'model_failed',
        `${name} is unreachable (ECONNREFUSED). Check its address in Settings → Models and that the server is running.`,
      )
    : WRONG_KEY.test(apiKey)
      ? new ModelFailure(
          'model_unauthorized',
          `${name} rejected the API key (401). Check its key in Settings → Models.`,
          { status: 401 },
        )
      : undefined;
  return {
    list: async () => failure?.message ?? pretendList(baseUrl),
    async *ask(info, request) {
      if (failure) throw failure;
      const { ask } = pretendModel(store, info);
      if (!ask) throw new TypeError('Only available models are called');
      yield* ask(request);
    },
    async embed(_name, texts) {
      if (failure) throw failure;
      return texts.map((text) =>
        Float32Array.from({ length: VECTOR }, (_, at) => text.charCodeAt(at) || 0),
      );
    },
  };
}

function pretendList(baseUrl: string): OfferedModel[] {
  if (baseUrl.includes('huge'))
    return Array.from({ length: 300 }, (_, at) => ({
      name: `model-${String(at + 1).padStart(3, '0')}`,
      type: 'chat',
      context_window: 32_768,
    }));
  return [
    {
      name: 'llama-3.3-70b',
      type: 'chat',
      title: 'Llama 3.3 70B',
      context_window: 131_072,
      max_output_tokens: 4096,
    },
    { name: 'qwen-3-8b', type: 'chat', title: 'Qwen 3 8B', context_window: 32_768 },
    { name: 'nomic-embed-text', type: 'embedding' },
  ];
}

import { afterEach, expect, it } from 'vitest';
import { EmbeddingFailure } from '#domain/collection/collection.port.ts';
import { readEndpoints } from './endpoints/read-endpoints.ts';
import { createModels, type Models } from './models.ts';

let opened: Models | undefined;
afterEach(() => opened?.close());

const MODEL_ENDPOINTS = JSON.stringify({
  endpoints: [{ id: 'b', name: 'Bee', base_url: 'http://b.test/v1', models: ['nomic-embed-text'] }],
});

/** Asks a server for vectors that gives this response. */
async function embed(response: () => Response) {
  opened = await createModels({
    endpoints: readEndpoints({ MODEL_ENDPOINTS }),
    fetch: async () => response(),
  });
  const { signal } = new AbortController();
  return opened.embedding.embed('b/nomic-embed-text', ['one'], signal).catch((error) => error);
}

it.each([
  [
    'a server without embeddings',
    501,
    { error: { code: 501, message: 'This server does not support embeddings.' } },
    /^Bee doesn't support this request \(501\): This server does not support embeddings/,
    false,
  ],
  [
    'no key',
    401,
    { error: 'Unauthorized' },
    /^Bee requires an API key, and none is set\. Set key_env of endpoint b on the server\.$/,
    false,
  ],
  ['a wrong address', 404, { detail: 'Not Found' }, /Check base_url of endpoint b/, false],
  ['a limit', 429, { message: 'slow down' }, /^Bee is rate-limiting requests/, true],
  ['no vector', 200, { data: [] }, /does not contain one vector for each text/, false],
])(
  "failed vectors are explained in the same words as a model's responses: %s",
  async (...given) => {
    const [, status, body, message, isTemporary] = given;
    const failure = await embed(() => Response.json(body, { status }));
    expect(failure).toBeInstanceOf(EmbeddingFailure);
    expect(failure).toMatchObject({ message: expect.stringMatching(message), isTemporary });
  },
);

it.each([
  {},
  { usage: { prompt_tokens: 0 } },
  { usage: { prompt_tokens: -5 } },
  { usage: { prompt_tokens: 1.5 } },
])('without a plausible count of tokens are counted here: %j', async (usage) => {
  const answer = () => Response.json({ data: [{ embedding: [0, 1], index: 0 }], ...usage });
  expect(await embed(answer)).toMatchObject({ tokens: 1, vectors: [expect.any(Float32Array)] });
});

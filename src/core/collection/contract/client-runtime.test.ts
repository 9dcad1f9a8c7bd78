import { expect, it } from 'vitest';
import * as z from 'zod';
import type { Problem, SearchRequest, SearchResponse } from '#generated/model/index.ts';
import { createSearchClient } from './client-runtime.ts';

const found = { results: [] } as unknown as SearchResponse;
const busy = { type: 'x', title: 'Busy', status: 503, code: 'unavailable' };

function clientOf(replies: (Response | Error)[], maxRetries = 2) {
  const left = [...replies];
  const client = createSearchClient(
    {
      baseUrl: 'https://api.taskloom.test/api/v1',
      searchPath: '/search',
      request: z.strictObject({ query: z.string().min(1) }) as z.ZodType<SearchRequest>,
      response: z.looseObject({
        results: z.array(z.unknown()),
      }) as z.ZodType<unknown> as z.ZodType<SearchResponse>,
      problem: z.looseObject({
        code: z.string(),
        title: z.string(),
      }) as z.ZodType<unknown> as z.ZodType<Problem>,
    },
    {
      apiKey: 'tlk_x',
      maxRetries,
      fetch: async () => {
        const next = left.shift();
        if (next instanceof Response) return next;
        throw next;
      },
    },
  );
  return { client, left };
}

it('tries again when the server is busy or unreachable, as often as it may', async () => {
  const wait = { status: 503, headers: { 'retry-after': '0' } };
  const { client } = clientOf([
    Response.json(busy, wait),
    new TypeError('lost'),
    Response.json(found),
  ]);
  expect(await client.search({ query: 'x' })).toEqual(found);
  const { client: impatient, left } = clientOf(
    [Response.json(busy, wait), Response.json(found)],
    0,
  );
  await expect(impatient.search({ query: 'x' })).rejects.toMatchObject({
    code: 'unavailable',
    status: 503,
    retryAfter: 0,
  });
  expect(left).toHaveLength(1);
});

it('reports requests and responses that do not match', async () => {
  const { client, left } = clientOf([
    new Response('<html>', { status: 404 }),
    Response.json({ other: 1 }),
  ]);
  await expect(client.search({ query: '' })).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/query' }],
  });
  expect(left).toHaveLength(2);
  await expect(client.search({ query: 'x' })).rejects.toMatchObject({
    code: 'unexpected_response',
    status: 404,
  });
  await expect(client.search({ query: 'x' })).rejects.toMatchObject({
    code: 'unexpected_response',
  });
});

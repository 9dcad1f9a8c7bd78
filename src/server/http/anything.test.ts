import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing.ts';
import { document, type Operation, operations } from './contract.ts';

/**
 * Whatever is sent to any operation, the answer is one that the contract declares, and never a defect.
 * Bodies are made from the operation's schema and then spoilt, so that they get past its outer walls.
 */
let server: TestApp;
const ids: Record<string, string> = {};

beforeAll(async () => {
  server = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  const ada = server.as('ada');
  ids.orgId = (await ada('GET', '/org')).body.results[0].id;
  ids.projectId = (await ada('GET', `/org/${ids.orgId}/project`)).body.results[0].id;
  const path = `/org/${ids.orgId}/project/${ids.projectId}`;
  ids.taskId = (await ada('POST', `${path}/task`, { name: 'T' })).body.id;
  ids.resourceType = 'task';
  ids.id = ids.taskId ?? '';
});
afterAll(() => server.close());

const odd = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\0',
  '\ud800',
  '%',
  'null',
  '"',
  "'; drop table org; --",
  '../../etc/passwd',
  'é'.repeat(300),
  0,
  -1,
  2 ** 53,
  1.5,
  1e308,
  true,
  [],
  {},
  [[]],
  { a: { b: [null] } },
  'x'.repeat(5000),
);
const json = fc.oneof(odd, fc.jsonValue({ maxDepth: 3 }));

/** A valid body with one of its parts replaced, taken away or added. */
function bodies(operation: Operation): fc.Arbitrary<unknown> {
  const item = document.paths[operation.path]?.[operation.method.toLowerCase()] as {
    requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  };
  const name = item.requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1);
  const { schemas } = document.components as unknown as {
    schemas: Record<string, { examples?: object[]; properties?: object }>;
  };
  const schema = schemas[name ?? ''];
  const example = schema?.examples?.[0] ?? {};
  const names = fc.oneof(
    fc.constantFrom(...Object.keys(schema?.properties ?? { name: 1 })),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'extra', ''),
  );
  const spoilt = fc.tuple(names, json).map(([key, value]) => ({ ...example, [key]: value }));
  return fc.oneof({ weight: 3, arbitrary: spoilt }, { weight: 1, arbitrary: json });
}

const queries = fc.dictionary(
  fc.constantFrom(
    'page_limit',
    'cursor',
    'q',
    'sort',
    'membership',
    'status',
    'task_id',
    'created_after',
    'zzz',
  ),
  fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('1', '0', '101', '1e2', '-1', 'eyJpZCI6Im8ifQ', '\0', 'failed'),
  ),
  { maxKeys: 2 },
);
const headers = fc.record(
  {
    'if-match': fc.constantFrom('"1"', '*', 'W/"1"', '""', 'x', '"1","2"', 'x'.repeat(200)),
    'idempotency-key': fc.constantFrom('a', 'b', ' ', 'k'.repeat(300)),
    prefer: fc.constantFrom('respond-async', 'wait=10', 'x'.repeat(300)),
    'last-event-id': fc.constantFrom('0', '-1', 'x', '9'.repeat(39)),
  },
  { requiredKeys: [] },
);
const values = fc.oneof(
  { weight: 4, arbitrary: fc.constant(undefined) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'x',
      '0',
      '-1',
      '99999999999',
      '%00',
      '%27',
      '..',
      'a'.repeat(90),
      '%F0%9F%98%80',
    ),
  },
);

const cases = [...operations.values()].map((operation) => [operation.id, operation] as const);

it.each(cases)('%s answers by the contract whatever is sent', async (_id, operation) => {
  // Deleting what the other cases need would make them easy.
  const isDelete = operation.method === 'DELETE';
  await fc.assert(
    fc.asyncProperty(
      bodies(operation),
      queries,
      headers,
      fc.array(values, { minLength: 5, maxLength: 5 }),
      async (body, query, more, parts) => {
        let at = 0;
        const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
          const spoilt = isDelete ? 'gone' : parts[at++];
          return spoilt ?? ids[name] ?? '1';
        });
        const search = new URLSearchParams(query).toString();
        const answer = await server.call({
          method: operation.method,
          url: `/api/v1${path}${search && `?${search}`}`,
          headers: {
            authorization: 'Bearer token-ada',
            ...(more as Record<string, string>),
            ...(operation.body !== undefined && { 'content-type': 'application/json' }),
          },
          ...(operation.body !== undefined && { payload: JSON.stringify(body) ?? '' }),
        });
        const said = `${answer.status} ${answer.text.slice(0, 300)}`;
        // A path can be spoilt so that it is another path, or none.
        const isPath = [404, 405].includes(answer.status) || path.includes('/../');
        expect(isPath || operation.answers.has(answer.status), said).toBe(true);
        expect(answer.status, said).not.toBe(500);
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 25), seed: Number(process.env.FUZZ_SEED ?? 7) },
  );
});

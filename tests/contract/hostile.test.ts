import { afterAll, beforeAll, expect, it } from 'vitest';
import { operations } from '#domain/call.ts';
import { startTestApp, type TestApp } from '#server/testing.ts';
import { exampleBody } from '../support/example-body.ts';
import { hostileBodies } from './hostile-bodies.ts';
import { definition } from './target.ts';

let server: TestApp;
let place: Record<string, string>;
const headers = { authorization: 'Bearer token-ada', 'content-type': 'application/json' };

beforeAll(async () => {
  server = await startTestApp({ RATE_LIMIT_PER_MINUTE: '1000000' });
  const ada = server.as('ada');
  await ada('GET', '/user');
  const orgId = (await ada('GET', '/org')).body.results[0].id;
  const projectId = (await ada('GET', `/org/${orgId}/project`)).body.results[0].id;
  const project = `/org/${orgId}/project/${projectId}`;
  const task = await ada('POST', `${project}/task`, { name: 'Under attack', definition });
  place = { orgId, projectId, taskId: task.body.id, resourceType: 'task', id: task.body.id };
});
afterAll(() => server.close());

interface Stall {
  what: string;
  status: number;
  /** The longest that the event loop was busy without a pause, in milliseconds of CPU time. */
  ms: number;
  bytes: number;
}

/** Sends a request, and another caller's at the same time, and measures how long the event loop was held. */
async function send(what: string, method: string, path: string, payload?: string): Promise<Stall> {
  let longest = 0;
  let before = process.threadCpuUsage();
  let isDone = false;
  const measure = () => {
    const used = process.threadCpuUsage(before);
    longest = Math.max(longest, (used.user + used.system) / 1000);
    before = process.threadCpuUsage();
  };
  const beat = () => {
    measure();
    if (!isDone) setImmediate(beat);
  };
  setImmediate(beat);
  const [response, other] = await Promise.all([
    server.app.inject({
      method: method as 'POST',
      url: `/api/v1${path}`,
      headers,
      ...(payload !== undefined && { payload }),
    }),
    server.app.inject({ method: 'GET', url: '/api/v1/healthz' }),
  ]);
  measure();
  isDone = true;
  expect(other.statusCode, `beside ${what}`).toBe(200);
  return { what, status: response.statusCode, ms: longest, bytes: response.rawPayload.length };
}

/** In CPU time, which other programs do not lengthen much. On a quiet machine the longest takes about a quarter of it. */
const LONGEST_MS = 250;
/** No refusal repeats more of a request than this. */
const LONGEST_REFUSAL = 40_000;

function expectShort(stalls: readonly Stall[]): void {
  const slow = stalls.filter(({ ms }) => ms > LONGEST_MS);
  const broken = stalls.filter(({ status }) => status >= 500);
  const long = stalls.filter(({ status, bytes }) => status >= 400 && bytes > LONGEST_REFUSAL);
  expect({ slow, broken, long }).toEqual({ slow: [], broken: [], long: [] });
}

it('no body within the limit holds up the others, in any operation', async () => {
  const stalls: Stall[] = [];
  for (const { id, method, path, body } of Object.values(operations)) {
    if (body === undefined) continue;
    const at = path.replace(/\{(\w+)\}/g, (_, name: string) => place[name] ?? 'none_1');
    for (const { what, text } of hostileBodies(body, exampleBody(id)))
      stalls.push(await send(`${id}: ${what}`, method, at, text));
  }
  expect(stalls.length).toBeGreaterThan(300);
  expectShort(stalls);
});

const many = <T>(count: number, of: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => of(n));
const names = (count: number) => Object.fromEntries(many(count, (n) => [`k${n}`, 0]));

/** A definition with as many long choices as are possible. */
function choices(mark: string) {
  const options = many(100, (n) => `${mark} ${n} ${'x'.repeat(180)}`);
  const fields = many(100, (n) => {
    return { name: `f${n}`, type: 'choice', required: true, list: false, options };
  });
  return { ...definition, output_format: { type: 'fields', fields } };
}

it('what is valid and expensive does not hold up the others either', async () => {
  const ada = server.as('ada');
  const project = `/org/${place.orgId}/project/${place.projectId}`;
  const task = `${project}/task/${place.taskId}`;
  expect((await ada('POST', `${task}/revision`, { activate: true })).status).toBe(201);
  const dataset = await ada('POST', `${task}/dataset`, { name: 'Cases', checks: [] });
  const cases = `${task}/dataset/${dataset.body.id}`;
  const prompt = (name: string, user_prompt: string) => {
    return { name, definition: { ...definition, user_prompt } };
  };
  const csv = (content: string) => ({ format: 'csv', content });
  const jsonl = (content: string) => ({ format: 'jsonl', content });
  const stalls: Stall[] = [];
  const requests: [path: string, bodies: Record<string, object>][] = [
    [
      `${project}/task`,
      {
        choices: { name: 'a', definition: choices('a') },
        placeholders: prompt('b', '{a}'.repeat(66_000)),
        'known placeholders': prompt('c', '{review}'.repeat(24_000)),
        braces: prompt('d', '{'.repeat(199_000)),
        'JSON in a prompt': prompt('e', '{"a":['.repeat(30_000)),
      },
    ],
    [
      `${task}/run`,
      {
        'unknown inputs': { inputs: names(49_000) },
        'a long unknown input': { inputs: { ['k'.repeat(3_000_000)]: 0 } },
        'a list for a text': { inputs: { review: many(90_000, () => 0) } },
        'a long input': { inputs: { review: 'x'.repeat(1_000_000) } },
      },
    ],
    [
      `${cases}/case`,
      {
        'unknown inputs': { inputs: names(49_000) },
        'a large expected output': {
          inputs: { review: 'a' },
          expected: { sentiment: many(45_000, (n) => [n]) },
        },
      },
    ],
    [`${project}/iam/test`, { permissions: { permissions: many(90_000, () => 'run_task') } }],
    [
      `${cases}/import`,
      {
        'many columns': csv(`${many(200_000, (n) => `c${n}`).join(',')}\n${'a,'.repeat(500_000)}`),
        'one column often': csv(`${'review,'.repeat(400_000)}\na`),
        'long rows': csv(`review\n${'a,'.repeat(1_400_000)}`),
        'open quotes': csv(`review\n${'"a\n'.repeat(700_000)}`),
        'odd quotes': csv(`review\n${'"a"b,'.repeat(500_000)}`),
        'unknown columns': csv(`review,b\n${'a,b\n'.repeat(700_000)}`),
        'empty objects': jsonl('{}\n'.repeat(900_000)),
        'many names': jsonl(`${JSON.stringify(names(290))}\n`.repeat(1000)),
        'a list': jsonl(`[${'{},'.repeat(950_000)}{}]`),
        deep: jsonl('['.repeat(2_900_000)),
        'deep rows': jsonl(`{"a":${'['.repeat(5000)}${']'.repeat(5000)}}\n`.repeat(290)),
      },
    ],
  ];
  for (const [path, bodies] of requests)
    for (const [what, body] of Object.entries(bodies))
      stalls.push(await send(`${path}: ${what}`, 'POST', path, JSON.stringify(body)));
  expectShort(stalls);
});

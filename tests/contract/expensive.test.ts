import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstIdAt } from '#core/ids.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { expectShort, many, openWatched, type Stall, type Watched } from './stalls.ts';
import { definition } from './target.ts';

let watched: Watched;
beforeAll(async () => {
  watched = await openWatched();
});
afterAll(() => watched.server.close());

const names = (count: number) => Object.fromEntries(many(count, (n) => [`k${n}`, 0]));

/** `aa`, `ab` and so on: names of variables have no digits. */
const word = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26));

/** A definition with as many variables, fields and choices as are possible. */
function choices(mark: string) {
  const options = many(100, (n) => `${mark} ${n} ${'x'.repeat(80)}`);
  const variables = many(100, (n) => {
    return { name: word(n), type: 'choice', required: true, options };
  });
  const fields = many(100, (n) => {
    return { name: `f${n}`, type: 'choice', required: true, list: false, options };
  });
  const user_prompt = variables.map(({ name }) => `{${name}}`).join(' ');
  return { ...definition, user_prompt, variables, output_format: { type: 'fields', fields } };
}

it('comparing revisions with 20,000 choices, and activating them', async () => {
  const { ada, send, project } = watched;
  // The name is another one when the test is repeated.
  const confirm = `Large ${performance.now()}`;
  const made = await ada('POST', `${project}/task`, { name: confirm, definition: choices('a') });
  const task = `${project}/task/${made.body.id}`;
  const stalls: Stall[] = [];
  const request = async (what: string, method: string, path: string, body?: object) => {
    const payload = body && JSON.stringify(body);
    const { text, ...stall } = await send(what, method, `${task}${path}`, { payload });
    stalls.push(stall);
    expect(stall, text.slice(0, 500)).toMatchObject({
      status: expect.toSatisfy((n) => n < 300 || n === 409),
    });
    return JSON.parse(text);
  };
  await request('save', 'POST', '/revision', { activate: true });
  const draft = await ada('GET', `${task}/draft`);
  const update = { definition: choices('b') };
  await ada('PUT', `${task}/draft`, update, { 'if-match': draft.body.etag });
  await request('save again', 'POST', '/revision', {});
  const compared = await request('compare', 'GET', '/compare?base=1&next=2');
  expect(compared).toMatchObject({ verdict: 'breaking', changes: { length: 400 } });
  const refused = await request('activate, unconfirmed', 'POST', '/revision/2/activate', {});
  expect(refused.code).toBe('contract_breaks');
  expect(JSON.stringify(refused).length).toBeLessThan(500_000);
  const activated = await request('activate', 'POST', '/revision/2/activate', { confirm });
  expect(activated.active_revision).toBe(2);
  await request('environment', 'PUT', '/environment/staging', { revision: 1 });
  await request('environment again', 'PUT', '/environment/staging', { revision: 2, confirm });
  await request('rename, save and activate', 'POST', '/revision', { activate: true });
  await request('OpenAPI', 'GET', '/openapi.json');
  await send('client', 'GET', `${task}/client.ts`);
  expectShort(stalls);
});

it('statistics, lists and exports of 100,000 runs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskloom-statistics-'));
  // As on a real server, where the embedded database has a thread of its own.
  const database = await openEmbedded({ dataDir: folder });
  const { send, project, orgId, projectId, taskId, server } = await openWatched(database);
  const ids = JSON.stringify(many(100_000, (n) => firstIdAt('run', Date.now() - n * 5000)));
  await database.db.execute(sql`
    insert into run (id, org_id, project_id, task_id, task_name, revision, source, status, model_id, input_preview,
      inputs, output, output_valid, input_tokens, output_tokens, cost, latency_ms, caller_type, caller_id, caller_name,
      worker_id, created_at, ended_at)
    select id, ${orgId}, ${projectId}, ${taskId}, 'Under attack', n % 30, 'api',
      'succeeded', 'sandbox/echo', 'Fine', '{"review":"Fine"}', '{"sentiment":"good"}', true, 10, 10, 100, n % 5000,
      'user', 'user_1', 'Ada', 'worker_1', now() - n * interval '5 seconds', now()
    from jsonb_array_elements_text(${ids}::jsonb) with ordinality as made(id, n)`);
  await database.db.execute(sql`analyze`);
  const stalls: Stall[] = [];
  for (const [what, query] of Object.entries({
    statistics: 'run/stats',
    'statistics by hour': `run/stats?created_after=${new Date(Date.now() - 86_400_000).toISOString()}`,
    'a list': 'run?page_limit=100',
    'a search': `run?page_limit=100&q=${'nothing%20'.repeat(10)}`,
  })) {
    const stall = await send(what, 'GET', `${project}/${query}`);
    expect(stall.status, stall.text).toBe(200);
    if (what === 'statistics') expect(JSON.parse(stall.text).total.runs).toBe(100_000);
    stalls.push(stall);
  }
  await server.close();
  await database.close();
  rmSync(folder, { recursive: true });
  expectShort(stalls);
});
it('what is valid and expensive does not hold up the others either', async () => {
  const { ada, send, project, task } = watched;
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
      stalls.push(
        await send(`${path.replace(project, '')}: ${what}`, 'POST', path, {
          payload: JSON.stringify(body),
        }),
      );
  expectShort(stalls);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { reapRuns } from '../run/keeper/run-keeper.repository.ts';

let fake: OpenAiServer;
let server: TestApp;
let org: string;
let project: string;

type Method = 'GET' | 'POST' | 'PATCH';
const ada = (method: Method, path: string, body?: object) =>
  server.as('ada')(method, `/org/${org}${path}`, body);

beforeAll(async () => {
  fake = await startOpenAiServer();
  server = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  org = (await server.as('ada')('GET', '/org')).body.results[0].id;
  project = (await ada('GET', '/project')).body.results[0].id;
});
beforeEach(() => fake.reset());
afterAll(async () => {
  await server.close();
  await fake.close();
});

let number = 0;
async function createEndpoint(more: object = {}): Promise<string> {
  number += 1;
  const { status, body } = await ada('POST', '/model-endpoint-config', {
    name: `Endpoint ${number}`,
    kind: 'compatible',
    base_url: fake.url,
    api_key: 'sk-key-of-ours',
    ...more,
  });
  expect(status).toBe(201);
  return body.endpoint.id;
}
const change = (id: string, models: object[]) =>
  ada('PATCH', `/model-endpoint-config/${id}/model`, { models });
const price = (id: string, name: string, more: object = {}) =>
  change(id, [{ name, input_price: 1_000_000, output_price: 1_000_000, ...more }]);
const spendOf = async (id: string) => (await ada('GET', `/model-endpoint-config/${id}`)).body.spend;

async function createTask(model_id: string): Promise<string> {
  number += 1;
  const prompts = { system_prompt: 'Be brief.', user_prompt: 'Say something.' };
  const definition = { ...emptyDefinition(model_id), ...prompts };
  const body = { name: `Task ${number}`, definition };
  return `/project/${project}/task/${(await ada('POST', `/project/${project}/task`, body)).body.id}`;
}
const input = { revision: 'draft', inputs: {} };

describe('finding out what a model can do', () => {
  const fields = {
    type: 'fields',
    fields: [{ name: 'mood', type: 'text', required: true, list: false }],
  };
  async function createFieldsTask(model_id: string, max_output_tokens: number): Promise<string> {
    number += 1;
    const prompts = { system_prompt: 'Be brief.', user_prompt: 'Say something.' };
    const parameters = { max_output_tokens };
    const more = { output_format: fields, parameters };
    const definition = { ...emptyDefinition(model_id), ...prompts, ...more };
    const body = { name: `Task ${number}`, definition };
    const { body: task } = await ada('POST', `/project/${project}/task`, body);
    return `/project/${project}/task/${task.id}`;
  }
  const reply = {
    kind: 'text',
    text: '{"mood":"good"}',
    usage: { input: 10, output: 10 },
  } as const;

  it('before a run counts for the spend limit', async () => {
    const id = await createEndpoint({ spend_limit: 1_000_000 });
    await price(id, 'fake-model');
    fake.reset();
    fake.setReply(reply);
    fake.setProbed(() => reply);
    const task = await createFieldsTask(`${id}/fake-model`, 100);
    const { body: run } = await ada('POST', `${task}/run`, input);
    expect([run.status, run.usage.cost]).toEqual(['succeeded', 20]);
    expect(fake.probes.length).toBeGreaterThan(1);
    const spent = 20 + 20 * fake.probes.length;
    expect(await spendOf(id)).toMatchObject({ spent, reserved: 0 });
    const { body: usage } = await ada('GET', '/usage?group_by=kind');
    expect(usage.groups).toContainEqual(
      expect.objectContaining({ id: 'model_test', own: 20 * fake.probes.length }),
    );
  });

  it('is left out if the rest of the limit does not cover it', async () => {
    // A run may cost 2000 tokens or so, and finding out 18,000.
    const id = await createEndpoint({ spend_limit: 6000 });
    await price(id, 'fake-model');
    fake.reset();
    fake.setReply(reply);
    fake.setProbed(() => reply);
    const task = await createFieldsTask(`${id}/fake-model`, 100);
    const { body: run } = await ada('POST', `${task}/run`, input);
    expect(run.status).toBe('succeeded');
    expect(fake.probes).toEqual([]);
    expect(await spendOf(id)).toMatchObject({ spent: 20, reserved: 0 });
  });
});

describe('the fallback of a model', () => {
  it('answers at its own price instead of the endpoint’s, and is in the trace', async () => {
    const [id, spare] = [await createEndpoint(), await createEndpoint()];
    await price(spare, 'spare-model', { input_price: 3_000_000, output_price: 3_000_000 });
    await ada('PATCH', `/model-endpoint-config/${id}`, { fallback_model_id: `${spare}/other` });
    const { body } = await price(id, 'fake-model', { fallback_model_id: `${spare}/spare-model` });
    expect(body.models[0].fallback_model_id).toBe(`${spare}/spare-model`);
    fake.setReply(({ model }) =>
      model === 'spare-model'
        ? { kind: 'text', text: 'spare', usage: { input: 10, output: 10 } }
        : { kind: 'status', status: 401 },
    );
    fake.setProbed(() => ({ kind: 'text', text: 'ok', usage: { input: 1, output: 1 } }));
    const { body: run } = await ada('POST', `${await createTask(`${id}/fake-model`)}/run`, input);
    expect([run.status, run.output, run.usage.cost]).toEqual(['succeeded', 'spare', 60]);
    // What the spare model can do was found out first.
    const probed = 6 * fake.probes.filter(({ model }) => model === 'spare-model').length;
    expect([(await spendOf(id)).spent, (await spendOf(spare)).spent]).toEqual([0, 60 + probed]);
    const { body: trace } = await ada('GET', `/project/${project}/run/${run.id}/step`);
    expect(JSON.stringify(trace)).toContain(`"fallback_for":"${id}/fake-model"`);
  });

  it('keeps to the spend limit of its endpoint', async () => {
    const [id, spare] = [await createEndpoint(), await createEndpoint({ spend_limit: 1 })];
    await price(spare, 'spare-model', { max_output_tokens: 1000, context_window: 4000 });
    await price(id, 'fake-model', { fallback_model_id: `${spare}/spare-model` });
    fake.setReply(({ model }) =>
      model === 'spare-model' ? { kind: 'text', text: 'x' } : { kind: 'status', status: 401 },
    );
    const { body } = await ada('POST', `${await createTask(`${id}/fake-model`)}/run`, input);
    expect(body.code).toBe('spend_limit_reached');
    expect(await spendOf(spare)).toMatchObject({ spent: 0, reserved: 0 });
  });

  it('exists, and never leads back to the model', async () => {
    const [id, other] = [await createEndpoint(), await createEndpoint()];
    await price(other, 'third');
    const refusal = async (models: object[]) => {
      const { status, body } = await change(id, models);
      return [status, body.errors?.[0].pointer];
    };
    const pointer = '/models/0/fallback_model_id';
    const first = (fallback: string) => [{ name: 'first', fallback_model_id: fallback }];
    expect(await refusal(first(`${id}/nothing`))).toEqual([400, pointer]);
    expect(await refusal(first(`${id}/first`))).toEqual([400, pointer]);
    expect(
      await refusal([
        ...first(`${id}/second`),
        { name: 'second', fallback_model_id: `${id}/first` },
      ]),
    ).toEqual([400, pointer]);
    expect((await change(id, first(`${other}/third`))).status).toBe(200);
    const back = await change(other, [{ name: 'third', fallback_model_id: `${id}/first` }]);
    expect([back.status, back.body.errors[0].pointer]).toEqual([400, pointer]);
    // Somebody else's models don't exist.
    const eve = server.as('eve');
    const foreign = (await eve('GET', '/org')).body.results[0].id;
    const made = await eve('POST', `/org/${foreign}/model-endpoint-config`, {
      ...{ name: 'Foreign', kind: 'compatible', base_url: fake.url, api_key: 'sk-key-of-eve' },
    });
    expect(await refusal(first(`${made.body.endpoint.id}/fake-model`))).toEqual([400, pointer]);
    // Null takes the endpoint's again.
    expect((await change(id, [{ name: 'first', fallback_model_id: null }])).status).toBe(200);
  });
});

describe('a call whose process is killed', () => {
  it.each([
    ['with a limit', { spend_limit: 50_000_000 }, true],
    ['without one', {}, true],
    ['without a price', {}, false],
  ])('counts in its endpoint’s month: %s', async (_name, more, isPriced) => {
    const id = await createEndpoint(more);
    if (isPriced) await price(id, 'fake-model', { max_output_tokens: 1000, context_window: 4000 });
    fake.setReply({ kind: 'text', text: 'word '.repeat(200), token_ms: 50 });
    const task = await createTask(`${id}/fake-model`);
    const headers = { prefer: 'respond-async' };
    const { body: run } = await server.as('ada')('POST', `/org/${org}${task}/run`, input, headers);
    const { stores } = server.services.domain;
    const held = async () => (await stores.endpoint.holds.list({ where: { run_id: run.id } }))[0];
    await expect.poll(async () => (await held())?.used, { timeout: 10_000 }).not.toBe(0);
    await expect.poll(held, { timeout: 10_000 }).toBeDefined();
    const used = (await held())?.used ?? null;
    expect(used === null).toBe(!isPriced);

    const row = await stores.run.runs.find({ id: run.id });
    const error = { code: 'run_lost', message: 'The server stopped.' } as const;
    const reap = () =>
      server.database.db.transaction((tx) => reapRuns(tx, [row?.worker_id ?? ''], error));
    expect(await reap()).toContain(run.id);
    const expected = { spent: used ?? 0, reserved: 0, unpriced_calls: isPriced ? 0 : 1 };
    expect(await spendOf(id)).toMatchObject(expected);
    expect(await held()).toBeUndefined();
    // The process was only suspended. It goes on, learns that the run has ended, and counts nothing more.
    await expect
      .poll(() => server.services.domain.run.hub.find(run.id), { timeout: 10_000 })
      .toBe(undefined);
    expect(await spendOf(id)).toMatchObject(expected);
  });
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { operations } from '#domain/call.ts';
import {
  type OpenAiServer,
  startOpenAiServer,
} from '../../../../tests/support/models/openai-server.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

/** What must never be seen again. */
const KEY = 'sk-marked-key-4f1c9e77aa0d-x7Qa';
const HEADER = 'marked-header-value-51be02-9fKd';
const MARKED = /4f1c9e77aa0d|51be02/;

let fake: OpenAiServer;
let server: TestApp;
let org: string;
let project: string;
let output: string[];
let origin: string;

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
type Any = any;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A request of Ada's over HTTP, because streams don't end otherwise. */
async function send(method: Method, path: string, body?: object) {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    headers: {
      authorization: 'Bearer token-ada',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  const isJson = /\/(problem\+)?json/.test(response.headers.get('content-type') ?? '');
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, text, body: (isJson ? JSON.parse(text) : {}) as Any };
}
const ada = (method: Method, path: string, body?: object) =>
  send(method, `/org/${org}${path}`, body);

beforeAll(async () => {
  output = [];
  fake = await startOpenAiServer();
  server = await startTestApp(
    { OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'trace' },
    { onLog: (line) => void output.push(line) },
  );
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  org = (await send('GET', '/org')).body.results[0].id;
  project = (await ada('GET', '/project')).body.results[0].id;
});
beforeEach(() => fake.reset());
afterAll(async () => {
  await server.close();
  await fake.close();
});

let number = 0;
async function create(more: object = {}): Promise<Any> {
  number += 1;
  const made = await ada('POST', '/model-endpoint-config', {
    name: `Endpoint ${number}`,
    kind: 'compatible',
    base_url: fake.url,
    api_key: KEY,
    headers: [{ name: 'x-portkey', value: HEADER }],
    ...more,
  });
  expect([made.status, made.text]).toEqual([201, expect.not.stringMatching(MARKED)]);
  return made.body.endpoint;
}

const price = (id: string, more: object = {}) =>
  ada('PATCH', `/model-endpoint-config/${id}/model`, {
    models: [
      { name: 'fake-model', input_price: 1_000_000, output_price: 1_000_000, ...more },
      { name: 'spare-model', input_price: 1_000_000, output_price: 1_000_000 },
    ],
  });
const spendOf = async (id: string) => (await ada('GET', `/model-endpoint-config/${id}`)).body.spend;
const balance = async () => (await ada('GET', '/balance')).body.balance;

async function makeTask(model_id: string): Promise<string> {
  number += 1;
  const definition = {
    ...emptyDefinition(model_id),
    system_prompt: 'Be brief.',
    user_prompt: 'Say something.',
  };
  const made = await ada('POST', `/project/${project}/task`, {
    name: `Task ${number}`,
    definition,
  });
  return `/project/${project}/task/${made.body.id}`;
}
const run = (task: string) => ada('POST', `${task}/run`, { revision: 'draft', inputs: {} });

describe('provider keys', () => {
  it('are sent to the provider, and never leave the server otherwise', async () => {
    const { id } = await create();
    const taskPath = await makeTask(`${id}/fake-model`);
    const seen: string[] = [];
    const keep = ({ text, headers }: { text: string; headers: object }) =>
      void seen.push(text, JSON.stringify(headers));

    keep(await run(taskPath));
    expect(fake.headers.at(-1)).toMatchObject({
      authorization: `Bearer ${KEY}`,
      'x-portkey': HEADER,
    });
    // The provider repeats what it was sent: in errors, in texts and in streams, in parts and encoded.
    const echo = `Incorrect key: ${KEY} ${encodeURIComponent(HEADER)} ${btoa(KEY)}`;
    for (const status of [401, 400, 302]) {
      const headers = { location: `https://example.com/?k=${KEY}`, 'x-echo': KEY };
      const reply = { kind: 'status' as const, status, message: echo, headers };
      fake.setReply(reply);
      keep(await run(taskPath));
      keep(await ada('POST', `${taskPath}/run/stream`, { revision: 'draft', inputs: {} }));
    }
    fake.setReply({ kind: 'status', status: 500, message: echo });
    keep(await run(taskPath));
    fake.setReply({ kind: 'text', text: echo });
    keep(await run(taskPath));
    keep(await ada('POST', `${taskPath}/run/stream`, { revision: 'draft', inputs: {} }));
    fake.setReply({ kind: 'error_event', text: KEY, message: echo });
    keep(await ada('POST', `${taskPath}/run/stream`, { revision: 'draft', inputs: {} }));
    fake.setReply({ kind: 'raw', body: `not JSON ${echo}` });
    keep(await run(taskPath));
    fake.setProbed(() => ({ kind: 'status', status: 401, message: echo }));
    keep(await ada('POST', `/model-endpoint/${id}/test`, {}));
    fake.reset();

    const base = { kind: 'compatible', base_url: fake.url, api_key: KEY };
    keep(await ada('POST', '/model-endpoint-config', { ...base, name: '' }));
    keep(await ada('POST', '/model-endpoint-config', { ...base, name: 'x', unknown: KEY }));
    keep(await ada('POST', '/model-endpoint-config', { ...base, name: 'x', api_key: `${KEY}\n` }));
    keep(
      await ada('POST', '/model-endpoint-config', {
        ...base,
        name: 'x',
        headers: [{ name: `${KEY} x`, value: HEADER }],
      }),
    );
    const userInfo = `http://u:${KEY}@127.0.0.1/v1`;
    keep(await ada('POST', '/model-endpoint-config', { ...base, name: 'x', base_url: userInfo }));
    keep(
      await ada('PUT', `/model-endpoint-config/${id}/key`, { api_key: KEY, keep_failing: true }),
    );
    keep(await ada('PATCH', `/model-endpoint-config/${id}`, { headers: [{ name: 'X-Portkey' }] }));

    // Everything that can be read of the organisation, exports included.
    const runs = (await ada('GET', `/project/${project}/run?page_limit=100`)).body.results;
    const ids: Record<string, string[]> = {
      orgId: [org],
      projectId: [project],
      taskId: [taskPath.split('/').at(-1) ?? ''],
      endpointId: [id],
      runId: runs.map((one: Any) => one.id),
    };
    let read = 0;
    for (const { method, path } of Object.values(operations)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
      if (method !== 'GET' || !path.includes('{orgId}') || names.some((name) => !ids[name]))
        continue;
      const variants = names.includes('runId') ? (ids.runId ?? []) : [''];
      for (const runId of variants) {
        const filled = path.replace(/\{(\w+)\}/g, (_, name) =>
          name === 'runId' ? runId : (ids[name]?.[0] ?? ''),
        );
        keep(await send('GET', filled));
        read += 1;
      }
    }
    expect(read).toBeGreaterThan(50);
    for (const format of ['csv', 'jsonl', 'json'])
      keep(await ada('GET', `/project/${project}/run/export?format=${format}`));
    const stored = await server.database.db.execute('select * from model_endpoint');
    seen.push(JSON.stringify(stored.rows), output.join('\n'));
    expect(output.length).toBeGreaterThan(10);
    for (const text of seen) expect(text).not.toMatch(MARKED);
  });

  it("never come from the operator's environment", async () => {
    vi.stubEnv('OPENAI_API_KEY', 'sk-of-the-operator');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/operator');
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-of-the-operator');
    vi.stubEnv('AZURE_API_KEY', 'sk-of-the-operator');
    vi.stubEnv('AWS_BEARER_TOKEN_BEDROCK', 'sk-of-the-operator');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAOPERATOR');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'sk-of-the-operator');
    const asked: string[] = [];
    const spy = createServer((request, response) => {
      asked.push(`${request.url} ${JSON.stringify(request.headers)}`);
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"error":{"message":"no"}}');
    });
    await new Promise<void>((done) => spy.listen(0, '127.0.0.1', done));
    const base_url = `http://127.0.0.1:${(spy.address() as AddressInfo).port}`;
    try {
      for (const kind of ['openai', 'anthropic', 'azure', 'bedrock', 'compatible']) {
        const region = kind === 'bedrock' ? 'us-east-1' : null;
        const made = await ada('POST', '/model-endpoint-config', {
          ...{ name: `Thief ${kind}`, kind, base_url, region, keep_failing: true },
        });
        expect(made.status).toBe(201);
        const { id } = made.body.endpoint;
        await price(id);
        await run(await makeTask(`${id}/fake-model`));
      }
      expect(asked.length).toBeGreaterThanOrEqual(8);
      expect(asked.join('\n')).not.toMatch(/operator/i);
    } finally {
      vi.unstubAllEnvs();
      spy.close();
    }
  });
});

describe("the money of an organisation's own endpoints", () => {
  it('is not the balance, and the cost is what the entered prices say', async () => {
    const { id } = await create();
    const task = await makeTask(`${id}/fake-model`);
    const before = await balance();
    const unpriced = await run(task);
    expect([unpriced.status, unpriced.body.usage.cost]).toEqual([200, null]);
    await price(id);
    fake.setReply({ kind: 'text', text: 'ok', usage: { input: 1000, output: 500 } });
    const priced = await run(task);
    expect(priced.body.usage.cost).toBe(1500);
    // A wrong price is corrected; past runs keep theirs.
    await price(id, { input_price: 2_000_000 });
    expect((await run(task)).body.usage.cost).toBe(2500);
    const past = await ada('GET', `/project/${project}/run/${priced.body.id}`);
    expect(past.body.usage.cost).toBe(1500);
    expect(await balance()).toBe(before);
    expect(await spendOf(id)).toMatchObject({ spent: 4000, unpriced_calls: 1, reserved: 0 });
    const { key } = (await ada('GET', `/model-endpoint-config/${id}`)).body;
    expect(Date.parse(key.used_at)).toBeGreaterThan(Date.now() - 60_000);
  });

  it('has a limit that concurrent and streamed runs together do not exceed', async () => {
    const { id } = await create({ spend_limit: 20_000 });
    await price(id, { max_output_tokens: 1000, context_window: 4000 });
    fake.setReply({ kind: 'text', text: 'ok', usage: { input: 500, output: 1000 } });
    const task = await makeTask(`${id}/fake-model`);
    const starts = Array.from({ length: 24 }, (_, at) =>
      at % 2 === 0
        ? run(task)
        : ada('POST', `${task}/run/stream`, { revision: 'draft', inputs: {} }),
    );
    const results = await Promise.all(starts);
    const refused = results.filter(({ status }) => status === 402);
    expect(refused.length).toBeGreaterThan(0);
    for (const { body } of refused) expect(body.code).toBe('spend_limit_reached');
    for (let at = 0; at < 20; at += 1) await run(task);
    const { spent, reserved } = await spendOf(id);
    expect(spent).toBeGreaterThan(10_000);
    expect(spent).toBeLessThanOrEqual(20_000);
    expect(reserved).toBe(0);
  });

  it("doesn't keep anybody from testing models without a price", async () => {
    const { id } = await create({ spend_limit: 1000 });
    const { body } = await ada('POST', `/model-endpoint/${id}/test`, {
      checks: ['list', 'answer'],
      model_id: `${id}/fake-model`,
    });
    expect(body.checks).toMatchObject([{ status: 'passed' }, { status: 'passed' }]);
    expect((await ada('GET', `/model-endpoint-config/${id}`)).body.problem).toBeNull();
  });

  it('pays only for what ran when a fallback takes over', async () => {
    const spare = await create();
    await price(spare.id);
    const { id } = await create({ fallback_model_id: `${spare.id}/spare-model` });
    await price(id);
    const task = await makeTask(`${id}/fake-model`);
    const before = await balance();
    fake.setProbed(() => ({ kind: 'text', text: 'ok', usage: { input: 1, output: 1 } }));
    for (const status of [500, 503, 401]) {
      fake.setReply(({ model }) =>
        model === 'fake-model'
          ? { kind: 'status', status }
          : { kind: 'text', text: 'spare', usage: { input: 10, output: 10 } },
      );
      const { body } = await run(task);
      expect([body.status, body.output, body.usage.cost]).toEqual(['succeeded', 'spare', 20]);
    }
    expect((await spendOf(id)).spent).toBe(0);
    // What the spare model can do was found out once.
    const probed = 2 * fake.probes.filter(({ model }) => model === 'spare-model').length;
    expect((await spendOf(spare.id)).spent).toBe(60 + probed);
    expect(await balance()).toBe(before);
    // After the first token, and for requests that are refused, the run fails.
    fake.setReply(({ model }) =>
      model === 'fake-model'
        ? { kind: 'cut', text: 'half of it', after_tokens: 1 }
        : { kind: 'text', text: 'spare' },
    );
    const cut = await ada('POST', `${task}/run/stream`, { revision: 'draft', inputs: {} });
    expect(cut.text).toContain('model_interrupted');
    fake.setReply(() => ({ kind: 'status', status: 400, message: 'bad request' }));
    expect((await run(task)).body.code).toBe('model_refused');
    // Two that point at each other don't go round in circles.
    await ada('PATCH', `/model-endpoint-config/${spare.id}`, {
      fallback_model_id: `${id}/fake-model`,
    });
    fake.setReply(() => ({ kind: 'status', status: 401 }));
    const count = fake.requests.length;
    expect((await run(task)).body.code).toBe('model_unauthorized');
    expect(fake.requests.length - count).toBe(2);
  });
});

describe('the address of an endpoint', () => {
  it('is public, also after redirects and behind names', async () => {
    let wasAsked = false;
    const inside = createServer((_request, response) => {
      wasAsked = true;
      response.end('{"data":[]}');
    });
    await new Promise<void>((done) => inside.listen(0, '127.0.0.2', done));
    const target = `http://127.0.0.2:${(inside.address() as AddressInfo).port}/v1`;
    const outside = createServer((_request, response) => {
      response.writeHead(307, { location: `${target}/models` }).end();
    });
    await new Promise<void>((done) => outside.listen(0, '127.0.0.1', done));
    const redirecting = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/v1`;
    try {
      const body = { name: 'Inside', kind: 'compatible', api_key: KEY };
      const refused = await ada('POST', '/model-endpoint-config', { ...body, base_url: target });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/base_url']);
      const moved = await ada('POST', '/model-endpoint-config', { ...body, base_url: redirecting });
      expect(moved.body).toMatchObject({ code: 'endpoint_failed' });
      const named = target.replace('127.0.0.2', 'localhost');
      const local = await ada('POST', '/model-endpoint-config', {
        ...body,
        base_url: named,
        keep_failing: true,
      });
      // A name may resolve to anything. It is refused when it's called.
      if (local.status === 201) expect(local.body.endpoint.problem).not.toBeNull();
      expect(wasAsked).toBe(false);
    } finally {
      inside.close();
      outside.close();
    }
  });
});

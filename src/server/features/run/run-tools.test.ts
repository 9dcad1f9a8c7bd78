import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunStep, TaskDefinition, TaskTool } from '#generated/model/index.ts';
import { until } from '../../../../tests/support/until.ts';
import { signatureHeaders } from '../../platform/outbound/signature.ts';
import { openWorld, type World } from './testing.ts';

const tool: TaskTool = {
  name: 'find_order',
  description: 'Finds an order.',
  parameters: {
    type: 'object',
    properties: { number: { type: 'string' } },
    required: ['number'],
    additionalProperties: false,
  },
  execution: 'webhook',
};

let world: World;
let server: Server;
let url = '';
let toolResponse: {
  status: number;
  body: string | Buffer;
  delay?: number;
  /** How many requests must have arrived before it responds to any. */
  afterRequests?: number;
  type?: string;
  location?: string;
};
let requests: {
  body: Record<string, unknown>;
  text: string;
  path: string;
  headers: IncomingHttpHeaders;
}[] = [];

beforeAll(async () => {
  world = await openWorld();
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const body = JSON.parse(text);
      requests.push({ body, text, path: request.url ?? '', headers: request.headers });
      const isMcp = request.url === '/mcp';
      const said = isMcp ? mcp(body) : toolResponse.body;
      const { delay = 0, afterRequests = 0 } = toolResponse;
      const isEnough = until(() => requests.length >= afterRequests).then(
        () => true,
        () => false,
      );
      void Promise.all([isEnough, setTimeout(delay)]).then(([isReady]) => {
        response.writeHead(isReady ? toolResponse.status : 504, {
          'content-type': isMcp ? 'text/event-stream' : (toolResponse.type ?? 'application/json'),
          ...(toolResponse.location && { location: toolResponse.location }),
          'mcp-session-id': 's1',
        });
        response.end(said);
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  requests = [];
  world.fake.reset();
  toolResponse = { status: 200, body: '{"status":"shipped"}' };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await world.close();
});

function mcp({ id, method }: Record<string, unknown>): string {
  const result =
    method === 'tools/call'
      ? { content: [{ type: 'text', text: 'from MCP' }] }
      : { serverInfo: {} };
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
}

const call = (number: string, name = 'find_order') => ({ name, arguments: { number } });

async function run(change: Partial<TaskTool>, definition: Partial<TaskDefinition> = {}) {
  const tools = [{ ...tool, url, ...change }];
  const { path } = await world.makeTask({ model_id: 'sandbox/sandbox', tools, ...definition });
  const ran = await world.call('POST', `${path}/run`, { inputs: { review: 'x' } });
  const id = ran.body.run_id ?? ran.body.id;
  const steps: RunStep[] = (await world.call('GET', `${world.path}/run/${id}/step`)).body.results;
  return { ran, steps, step: steps.find(({ kind }) => kind === 'tool') };
}

describe('a tool', () => {
  it('is called at its webhook, and the model continues with its reply', async () => {
    const { ran, steps, step } = await run({});
    expect(steps.map(({ kind }) => kind)).toEqual([
      'compile',
      'model',
      'tool',
      'model',
      'validate',
    ]);
    expect(step).toMatchObject({
      name: 'find_order',
      status: 'succeeded',
      output: { status: 'shipped' },
    });
    expect(requests[0]?.body).toMatchObject({ tool: 'find_order', run_id: ran.body.id });
    expect(requests[0]?.headers['webhook-id']).toBe(step?.id);
    expect(ran.body.output).toContain('find_order replied: {"status":"shipped"}');
  });

  it('can be a saved reply, or a tool of an MCP server', async () => {
    const replies = [{ name: 'Found', reply: 'saved' }];
    expect((await run({ execution: 'mock', replies })).step).toMatchObject({ output: 'saved' });
    expect(requests).toEqual([]);
    expect((await run({ execution: 'mcp', url: `${url}/mcp` })).step).toMatchObject({
      output: 'from MCP',
    });
    expect(requests.map(({ body }) => body.method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
  });

  const wrong: [string, typeof toolResponse, Partial<TaskTool>, RegExp][] = [
    ['an error status', { status: 500, body: 'oops' }, {}, /HTTP 500: oops/],
    ['too long a response', { status: 200, body: 'x'.repeat(300_000) }, {}, /longer than 200 kB/],
    ['no response', { status: 200, body: '', delay: 1500 }, { timeout_seconds: 1 }, /within 1 s/],
    ['invalid JSON', { status: 200, body: '{"status":' }, {}, /isn't valid JSON/],
    [
      'binary data',
      { status: 200, body: Buffer.from([0xff, 0xd8, 0]), type: 'text/plain' },
      {},
      /isn't text/,
    ],
    [
      'a private address',
      { status: 200, body: '' },
      { url: 'http://10.0.0.1' },
      /Nothing was sent/,
    ],
    [
      'a redirect to a private address',
      { status: 307, body: '', location: 'http://169.254.169.254/latest' },
      {},
      /169\.254\.169\.254 is not a public internet address/,
    ],
    [
      'a response that is not MCP',
      { status: 200, body: '{}' },
      { execution: 'mcp' },
      /isn't valid MCP/,
    ],
  ];
  it.each(wrong)(
    'that results in %s fails, the model gets the error, and the run continues',
    async (_what, given, change, message) => {
      toolResponse = given;
      const { ran, step } = await run(change);
      expect(step).toMatchObject({ status: 'failed', error: { code: 'tool_failed' } });
      expect(step?.error?.message).toMatch(message);
      expect(ran.status).toBe(200);
      expect(ran.body.output).toContain('find_order replied: {"error":');
    },
  );

  it('that fails too often ends the run, with the reason', async () => {
    toolResponse = { status: 500, body: 'oops' };
    world.fake.setReply({ kind: 'tools', calls: [call('7')] });
    const model = { model_id: 'compatible/fake-model' };
    const { ran, steps } = await run({}, model);
    expect([ran.status, ran.body.code]).toEqual([502, 'tool_failed']);
    expect(ran.body.detail).toBe(
      'The tool find_order failed 3 times, most recently: The server responded with HTTP 500: oops',
    );
    const ended = steps.filter(({ kind }) => kind === 'tool').map(({ status }) => status);
    expect(ended).toEqual(['failed', 'failed', 'failed']);

    const once = await run({ failures_allowed: 0 }, model);
    expect(once.ran.body.detail).toMatch(
      /^The tool find_order failed: The server responded with HTTP 500/,
    );
    expect(once.steps.filter(({ kind }) => kind === 'tool')).toHaveLength(1);
  });

  it('does not delay the next call', async () => {
    world.fake.setReply(({ messages }) =>
      messages.some(({ role }) => role === 'tool')
        ? { kind: 'text', text: 'done' }
        : { kind: 'tools', calls: ['1', '2', '3'].map((number) => call(number)) },
    );
    toolResponse = { ...toolResponse, afterRequests: 3 };
    const { ran, steps } = await run({}, { model_id: 'compatible/fake-model' });
    const tools = steps.filter(({ kind }) => kind === 'tool');
    expect(tools.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
    expect(ran.body.output).toBe('done');
  });

  it('that ends the run aborts the calls made at the same time', async () => {
    const slow = { ...tool, name: 'ask_person', execution: 'manual' as const };
    world.fake.setReply({ kind: 'tools', calls: [call('1', 'ask_person'), call('2')] });
    toolResponse = { status: 500, body: 'oops' };
    const tools = [slow, { ...tool, url, failures_allowed: 0 }];
    const { path } = await world.makeTask({ model_id: 'compatible/fake-model', tools });
    const started = await world.call(
      'POST',
      `${path}/run`,
      { inputs: { review: 'x' } },
      { prefer: 'respond-async' },
    );
    const at = `${world.path}/run/${started.body.id}`;
    await until(async () => (await world.call('GET', at)).body.status === 'failed');
    expect((await world.call('GET', at)).body.error.code).toBe('tool_failed');
    const steps: RunStep[] = (await world.call('GET', `${at}/step`)).body.results;
    expect(steps.filter(({ ended_at }) => ended_at === null)).toEqual([]);
    const waiting = steps.find(({ name }) => name === 'ask_person');
    const reply = { reply: 'too late' };
    const late = await world.call('POST', `${at}/step/${waiting?.id}/reply`, reply);
    expect(late.body.code).toBe('tool_not_waiting');
  });

  it('that is called endlessly ends the run; after a number of rounds, the model gets no tools', async () => {
    const model = { model_id: 'compatible/fake-model' };
    world.fake.setReply({ kind: 'tools', calls: Array.from({ length: 33 }, () => call('7')) });
    const { ran } = await run({}, model);
    expect([ran.body.code, requests.length]).toEqual(['tool_failed', 0]);
    expect(ran.body.detail).toMatch(/more than 32 times in one run, most recently find_order/);

    world.fake.setReply((request) =>
      request.tool_choice === 'none'
        ? { kind: 'text', text: 'done' }
        : { kind: 'tools', calls: [call('7')] },
    );
    const bounded = await run({}, model);
    expect([bounded.ran.body.output, requests.length]).toEqual(['done', 8]);
  });

  it('that outlasts the run is named in the error', async () => {
    toolResponse = { status: 200, body: '', delay: 3000 };
    const { ran, step } = await run({}, { parameters: { timeout_seconds: 1 } });
    expect([ran.status, ran.body.code]).toEqual([502, 'tool_failed']);
    expect(ran.body.detail).toMatch(/find_order didn't respond before the run timed out after 1 s/);
    expect(step).toMatchObject({ status: 'failed', error: { code: 'tool_failed' } });
  });

  it("works with a model that doesn't support this schema together with tools", async () => {
    // It took the schema of the probe.
    world.fake.setProbed(({ tools }) =>
      tools
        ? { kind: 'tools', calls: [{ name: 'look_up_weather', arguments: { city: 'Paris' } }] }
        : { kind: 'text', text: 'ok' },
    );
    world.fake.setReply((request) => {
      if (request.response_format)
        return { kind: 'status', status: 400, message: 'no response_format with tools' };
      const hasReplies = request.messages.some(({ role }) => role === 'tool');
      return hasReplies
        ? { kind: 'text', text: '{"mood":"good"}' }
        : { kind: 'tools', calls: [call('7')] };
    });
    const fields = [{ name: 'mood', type: 'text' as const, required: true, list: false }];
    const { ran, steps } = await run(
      {},
      { model_id: 'compatible/no-schema-beside-tools', output_format: { type: 'fields', fields } },
    );
    expect(ran.body.output).toEqual({ mood: 'good' });
    const kinds = steps.map(({ kind, status }) => `${kind} ${status}`);
    expect(kinds).toEqual([
      'compile succeeded',
      'model failed',
      'model failed',
      'model succeeded',
      'tool succeeded',
      'model succeeded',
      'validate succeeded',
    ]);
    // The prompt contains the schema each time, even after the tool call, and the tools are still offered.
    for (const request of world.fake.requests.slice(2)) {
      expect(request.messages[0]?.content).toMatch(/JSON Schema/);
      expect(request.tools).toHaveLength(1);
    }
  });

  it("receives calls signed with its project's secret, and with the old one during a rotation", async () => {
    const rotate = async (overlap_hours: number): Promise<string> =>
      (await world.call('POST', `${world.path}/tool/secret/rotate`, { overlap_hours })).body.secret;
    const signedBy = async (secrets: string[]) => {
      requests = [];
      await run({});
      const [call] = requests;
      const at = new Date(Number(call?.headers['webhook-timestamp']) * 1000);
      const id = String(call?.headers['webhook-id']);
      const headers = signatureHeaders({ id, at, body: call?.text ?? '' }, secrets);
      return call?.headers['webhook-signature'] === headers['webhook-signature'];
    };
    const first = await rotate(0);
    expect(await signedBy([first])).toBe(true);
    const second = await rotate(24);
    expect(second).not.toBe(first);
    expect(await signedBy([second, first])).toBe(true);
    const third = await rotate(0);
    expect(await signedBy([third])).toBe(true);
    expect(await signedBy([first])).toBe(false);
  });

  it('sends credentials to their server, and to no other', async () => {
    const authorization = 'Bearer of-the-server';
    const kept = await world.call('PUT', `${world.path}/tool/credential`, { url, authorization });
    expect(kept.body).toMatchObject({ origin: url });
    expect(JSON.stringify(kept.body)).not.toContain('of-the-server');
    await run({});
    await run({ execution: 'mcp', url: `${url}/mcp` });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(
      Array.from({ length: 4 }, () => authorization),
    );
    requests = [];
    await run({ url: url.replace('127.0.0.1', 'localhost') });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    expect(
      (await world.call('DELETE', `${world.path}/tool/credential/${kept.body.id}`)).status,
    ).toBe(204);
  });

  it('sends credentials to their path, and not where it redirects to', async () => {
    const authorization = 'Bearer of-the-path';
    const credential = { url: `${url}/orders`, authorization };
    const kept = await world.call('PUT', `${world.path}/tool/credential`, credential);
    const sent = () => requests.map(({ path, headers }) => [path, headers.authorization]);
    await run({ url: `${url}/orders/find?by=number` });
    await run({ url: `${url}/payroll` });
    await run({ url: `${url}/orders/../payroll` });
    expect(sent()).toEqual([
      ['/orders/find?by=number', authorization],
      ['/payroll', undefined],
      ['/payroll', undefined],
    ]);
    requests = [];
    toolResponse = { status: 307, body: '', location: '/payroll' };
    await run({ url: `${url}/orders` });
    expect(sent().slice(0, 2)).toEqual([
      ['/orders', authorization],
      ['/payroll', undefined],
    ]);
    await world.call('DELETE', `${world.path}/tool/credential/${kept.body.id}`);
  });

  it('with manual replies waits for one in the console; the first one counts', async () => {
    const tools = [{ ...tool, execution: 'manual' as const }];
    const { path } = await world.makeTask({ model_id: 'sandbox/sandbox', tools });
    const started = await world.call(
      'POST',
      `${path}/run`,
      { inputs: { review: 'x' } },
      { prefer: 'respond-async' },
    );
    const at = `${world.path}/run/${started.body.id}`;
    const waiting = async () => {
      const { body } = await world.call('GET', `${at}/step`);
      return body.results.find((step: RunStep) => step.status === 'waiting');
    };
    await until(async () => (await waiting()) !== undefined);
    const step = await waiting();
    expect(step).toMatchObject({ kind: 'tool', name: 'find_order', ended_at: null });
    const reply = () => world.call('POST', `${at}/step/${step.id}/reply`, { reply: 'manual' });
    expect((await reply()).status).toBe(204);
    await until(async () => (await world.call('GET', at)).body.status === 'succeeded');
    expect((await world.call('GET', at)).body.output).toContain('find_order replied: manual');
    const late = await reply();
    expect([late.status, late.body.code]).toEqual([409, 'tool_not_waiting']);
  });

  it('with manual replies fails when called through the API, and stops waiting when the run is cancelled', async () => {
    const tools = [{ ...tool, execution: 'manual' as const }];
    const { path } = await world.makeTask({ model_id: 'sandbox/sandbox', tools });
    const body = { inputs: { review: 'x' } };
    const outside = await world.call('POST', `${path}/run`, body, { 'x-caller': 'key_1' });
    expect([outside.status, outside.body.code]).toEqual([502, 'tool_failed']);
    const started = await world.call('POST', `${path}/run`, body, { prefer: 'respond-async' });
    const at = `${world.path}/run/${started.body.id}`;
    await until(async () => {
      const steps = (await world.call('GET', `${at}/step`)).body.results;
      return steps.some((step: RunStep) => step.status === 'waiting');
    });
    expect((await world.call('POST', `${at}/cancel`)).body.status).toBe('cancelled');
  });
});

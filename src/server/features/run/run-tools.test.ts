import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RunStep, TaskTool } from '#generated/model/index.ts';
import { openWorld, until, type World } from './testing.ts';

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
let answer: { status: number; body: string; delay?: number; type?: string };
let asked: { body: Record<string, unknown>; path: string }[] = [];

beforeAll(async () => {
  world = await openWorld();
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const body = JSON.parse(text);
      asked.push({ body, path: request.url ?? '' });
      const isMcp = request.url === '/mcp';
      const said = isMcp ? mcp(body) : answer.body;
      setTimeout(() => {
        response.writeHead(answer.status, {
          'content-type': isMcp ? 'text/event-stream' : 'application/json',
          'mcp-session-id': 's1',
        });
        response.end(said);
      }, answer.delay ?? 0);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  answer = { status: 200, body: '{"status":"shipped"}' };
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

async function run(change: Partial<TaskTool>) {
  const tools = [{ ...tool, url, ...change }];
  const { path } = await world.makeTask({ model_id: 'sandbox/sandbox', tools });
  const ran = await world.call('POST', `${path}/run`, { inputs: { review: 'x' } });
  const id = ran.body.id ?? ran.body.run_id;
  const steps: RunStep[] = (await world.call('GET', `${world.path}/run/${id}/step`)).body.results;
  return { ran, steps, step: steps.find(({ kind }) => kind === 'tool') };
}

describe('a tool', () => {
  it('is asked at its webhook, and the model goes on with what it said', async () => {
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
    expect(asked[0]?.body).toMatchObject({ tool: 'find_order', run_id: ran.body.id });
    expect(ran.body.output).toContain('find_order said: {"status":"shipped"}');
  });

  it('can be a saved reply, or of an MCP server', async () => {
    const replies = [{ name: 'Found', reply: 'saved' }];
    expect((await run({ execution: 'mock', replies })).step).toMatchObject({ output: 'saved' });
    expect(asked).toEqual([]);
    expect((await run({ execution: 'mcp', url: `${url}/mcp` })).step).toMatchObject({
      output: 'from MCP',
    });
    expect(asked.map(({ body }) => body.method)).toEqual([
      'initialize',
      'notifications/initialized',
      'tools/call',
    ]);
  });

  it.each([
    ['rubbish status', { status: 500, body: 'oops' }, {}, /status 500: oops/],
    ['too long an answer', { status: 200, body: 'x'.repeat(300_000) }, {}, /more than 200 kB/],
    ['nothing', { status: 200, body: '', delay: 1500 }, { timeout_seconds: 1 }, /within 1 seconds/],
    [
      'an address inside',
      { status: 200, body: '' },
      { url: 'http://10.0.0.1' },
      /Nothing was sent/,
    ],
  ])(
    'that gives %s fails, the model is told, and the run goes on',
    async (_what, given, change, message) => {
      answer = given;
      const { ran, step } = await run(change);
      expect(step).toMatchObject({ status: 'failed', error: { code: 'tool_failed' } });
      expect(step?.error?.message).toMatch(message);
      expect(ran.status).toBe(200);
      expect(ran.body.output).toContain('find_order said: {"error":');
    },
  );

  it('by hand waits for its reply in the console, of which the first counts', async () => {
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
    const reply = () => world.call('POST', `${at}/step/${step.id}/reply`, { reply: 'by hand' });
    expect((await reply()).status).toBe(204);
    await until(async () => (await world.call('GET', at)).body.status === 'succeeded');
    expect((await world.call('GET', at)).body.output).toContain('find_order said: by hand');
    const late = await reply();
    expect([late.status, late.body.code]).toEqual([409, 'tool_not_waiting']);
  });

  it('by hand fails a call from outside, and a stop ends the wait', async () => {
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

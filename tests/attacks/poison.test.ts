import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TaskTool } from '#generated/model/index.ts';
import { readEvents } from '../support/read-events.ts';
import { type Arena, openArena, type Tenant, type Victim } from './arena.ts';

/** What models and tools send, nested so deeply that it would overflow the stack of whoever walks it. */
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const DEEP = nested(9990);
const inputs = { inputs: {} };
let arena: Arena;
let mallory: Tenant;
let victim: Victim;
let tools: Server;

beforeAll(async () => {
  arena = await openArena();
  arena.models.setReply(({ model, messages }) => {
    const isAnswered = messages.some(({ role }) => role === 'tool');
    if (model === 'quick' || isAnswered) return { kind: 'text', text: 'ok' };
    if (model === 'deep') return { kind: 'text', text: DEEP };
    const args = model === 'arguments' ? { a: JSON.parse(nested(2000)) } : {};
    return { kind: 'tools', calls: [{ name: 'look', arguments: args }] };
  });
  tools = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    response.end(DEEP);
  });
  await new Promise<void>((resolve) => tools.listen(0, '127.0.0.1', resolve));
  mallory = await arena.join('Mallory');
  const ada = await arena.join('Ada');
  victim = arena.openVictim(ada, await ada.makeTask('quick'));
});
afterAll(async () => {
  tools.close();
  await victim.close();
  await arena.close();
});

const tool = (parts: Partial<TaskTool>): TaskTool => ({
  name: 'look',
  description: 'Looks.',
  parameters: { type: 'object' },
  execution: 'mock',
  ...parts,
});

/** A run that ends, streamed or not, whose trace can be read, beside another tenant's runs. */
async function expectEnd(task: string, status: string): Promise<void> {
  await victim.during(async () => {
    const run = await mallory.call('POST', `${task}/run`, inputs, { prefer: 'respond-async' });
    const path = `${mallory.path}/run/${run.body.id}`;
    const read = async () => (await mallory.call('GET', path)).body;
    await expect.poll(read, { timeout: 20_000 }).toMatchObject({ status });
    const { error } = await read();
    expect(error?.code).not.toBe('internal_error');
    expect((await mallory.call('GET', `${path}/step`)).status).toBe(200);
    const stream = await mallory.call('POST', `${task}/run/stream`, inputs);
    expect(stream.body).toContain(`event: run.${status}`);
  });
}

it('a saved reply', async () => {
  const replies = [{ name: 'deep', reply: DEEP }];
  await expectEnd(await mallory.makeTask('saved', { tools: [tool({ replies })] }), 'succeeded');
});

it('the reply of a webhook', async () => {
  const url = `http://127.0.0.1:${(tools.address() as AddressInfo).port}/`;
  const asked = tool({ execution: 'webhook', url });
  await expectEnd(await mallory.makeTask('webhook', { tools: [asked] }), 'succeeded');
});

it('the arguments of a call', async () => {
  const replies = [{ name: 'any', reply: 'ok' }];
  await expectEnd(await mallory.makeTask('arguments', { tools: [tool({ replies })] }), 'succeeded');
});

it('an output', async () => {
  const fields = [{ name: 'a', type: 'text' as const, required: true, list: false }];
  const task = await mallory.makeTask('deep', { output_format: { type: 'fields', fields } });
  await expectEnd(task, 'failed');
});

it('a manual reply', async () => {
  const task = await mallory.makeTask('manual', { tools: [tool({ execution: 'manual' })] });
  const ends: string[] = [];
  await victim.during(async () => {
    const stream = await mallory.open('POST', `${task}/run/stream`, inputs);
    let id = '';
    for await (const { event } of readEvents(stream)) {
      ends.push(event.type);
      if (event.type === 'run.started') id = event.run.id;
      if (event.type !== 'run.step' || event.step.status !== 'waiting') continue;
      const path = `${mallory.path}/run/${id}/step/${event.step.id}/reply`;
      expect((await mallory.call('POST', path, { reply: DEEP })).status).toBe(204);
    }
  });
  expect(ends.at(-1)).toBe('run.succeeded');
});

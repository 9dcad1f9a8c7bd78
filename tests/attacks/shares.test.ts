import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Arena, type Figures, openArena, type Tenant, type Victim } from './arena.ts';

/**
 * One tenant after another takes as much as it can get of what all share, and keeps it. Meanwhile Ada works as usual: her
 * runs must start, and take about as long as before.
 */
let arena: Arena;
let ada: Tenant;
let quick: string;
let victim: Victim;
let calm: Figures;
let receiver: Server;
const received: string[] = [];

beforeAll(async () => {
  arena = await openArena();
  arena.models.setReply(({ model, messages }) => {
    if (model === 'hang') return { kind: 'hang' };
    const isAnswered = messages.some(({ role }) => role === 'tool');
    if (model === 'tools' && !isAnswered)
      return { kind: 'tools', calls: [{ name: 'look', arguments: {} }] };
    return { kind: 'text', text: 'ok' };
  });
  // It accepts what is for Ada, and lets everyone else wait.
  receiver = createServer((request, response) => {
    request.resume();
    received.push(request.url ?? '');
    if (request.url === '/ada') response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  ada = await arena.join('Ada');
  quick = await ada.makeTask('quick');
  victim = arena.openVictim(ada, quick);
  await victim.during();
  calm = await victim.during();
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await victim.close();
  await arena.close();
});

const inputs = { inputs: {} };
const background = { prefer: 'respond-async' };

/** Another tenant's run takes about as long as on a calm server, give or take what a busy machine adds. */
async function expectOrdinaryWork(beside: string, attack?: () => Promise<unknown>): Promise<void> {
  const found = await victim.during(attack);
  const show = ({ median, longest }: Figures) =>
    `${median.toFixed(0)} ms (at most ${longest.toFixed(0)} ms)`;
  console.log(`Beside ${beside}, a run takes ${show(found)}; otherwise ${show(calm)}`);
  expect(found.median).toBeLessThan(Math.max(10 * calm.median, 500));
}

const times = <T>(count: number, of: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => of(n)));

function count(answers: readonly { status: number }[]): Record<number, number> {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return Object.fromEntries([...groups].map(([status, list]) => [status, list.length]));
}

it('520 background runs that never end', async () => {
  const mallory = await arena.join('Mallory');
  const task = await mallory.makeTask('hang');
  const runs = await times(520, () => mallory.call('POST', `${task}/run`, inputs, background));
  expect(count(runs)).toEqual({ 202: 520 });
  // It doesn't get all slots, and each that it got reaches the model.
  const running = runs.filter(({ body }) => body.status === 'running').length;
  expect(running).toBeLessThan(500);
  await expect.poll(() => arena.models.counts.open).toBe(running);
  await expectOrdinaryWork('520 background runs');
});

it('40 slow cases', async () => {
  const [trent, bob] = [await arena.join('Trent'), await arena.join('Bob')];
  const evaluate = async (tenant: Tenant, task: string, cases: number) => {
    const { id } = (await tenant.call('POST', `${task}/dataset`, { name: 'Cases' })).body;
    const content = '{"inputs":{}}\n'.repeat(cases);
    const all = await tenant.call('POST', `${task}/dataset/${id}/import`, {
      format: 'jsonl',
      content,
    });
    expect(all.body).toMatchObject({ added: cases });
    const body = { dataset_id: id, revision: 1, baseline_revision: null };
    const made = await tenant.call('POST', `${task}/evaluation`, body);
    expect(made.status).toBe(202);
    return `${task}/evaluation/${made.body.id}`;
  };
  const slow = await evaluate(trent, await trent.makeTask('hang'), 40);
  const isAt = async (tenant: Tenant, path: string, status: string) =>
    (await tenant.call('GET', path)).body.status === status;
  await expect.poll(() => isAt(trent, slow, 'running'), { timeout: 20_000 }).toBe(true);
  const fast = await evaluate(bob, await bob.makeTask('quick'), 10);
  await expect.poll(() => isAt(bob, fast, 'succeeded'), { timeout: 20_000 }).toBe(true);
  expect(await isAt(trent, slow, 'running')).toBe(true);
  await expectOrdinaryWork('40 slow cases');
});

it('as many streams as one gets', async () => {
  const mallory = await arena.join('Mallory');
  const task = await mallory.makeTask('hang');
  const { id } = (await mallory.call('POST', `${task}/run`, inputs, background)).body;
  const streams = await times(1200, () => mallory.open('GET', `${mallory.path}/run/${id}/stream`));
  expect(count(streams)).toEqual({ 200: 1024, 429: 176 });
  const own = await ada.call('POST', `${quick}/run/stream`, inputs);
  expect(own.body).toContain('event: run.succeeded');
  await expectOrdinaryWork('1,024 open streams');
  await Promise.all(streams.map(({ body }) => body?.cancel()));
});

it('300 tools that wait for a person', async () => {
  const mallory = await arena.join('Mallory');
  const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object' } };
  const task = await mallory.makeTask('tools', { tools: [{ ...tool, execution: 'manual' }] });
  const streams = await times(300, () => mallory.open('POST', `${task}/run/stream`, inputs));
  expect(count(streams)).toEqual({ 200: 300 });
  await expectOrdinaryWork('300 tools that wait for a person');
  // They hold no slot, of which one organisation gets about 250: not even Mallory's own next run has to wait.
  const own = await mallory.makeTask('quick');
  const run = await mallory.call('POST', `${own}/run`, inputs, background);
  expect(run.body.status).toBe('running');
  await Promise.all(streams.map(({ body }) => body?.cancel()));
});

it('400 deliveries to a receiver that never responds', async () => {
  const mallory = await arena.join('Mallory');
  const { port } = receiver.address() as AddressInfo;
  const hook = (tenant: Tenant, path: string) =>
    tenant.call('POST', `${tenant.path}/webhook`, {
      name: path,
      url: `http://127.0.0.1:${port}/${path}`,
      events: ['run.succeeded'],
      all_tasks: true,
    });
  const hooks = await times(10, () => hook(mallory, 'mallory'));
  expect(count(hooks)).toEqual({ 201: 10 });
  const task = await mallory.makeTask('quick');
  await times(40, () => mallory.call('POST', `${task}/run`, inputs));
  await expect.poll(() => received.length, { timeout: 10_000 }).toBeGreaterThan(20);
  expect(received.length).toBeLessThan(40);
  await hook(ada, 'ada');
  const began = performance.now();
  await ada.call('POST', `${quick}/run`, inputs);
  await expect.poll(() => received.includes('/ada'), { timeout: 10_000 }).toBe(true);
  console.log(`Ada's delivery arrived after ${(performance.now() - began).toFixed(0)} ms`);
  await expectOrdinaryWork('400 slow deliveries');
});

it('a thousand requests at once', async () => {
  const mallory = await arena.join('Mallory');
  const task = await mallory.makeTask('quick');
  let answers: readonly { status: number }[] = [];
  await expectOrdinaryWork('a thousand requests at once', async () => {
    answers = await times(1000, (n) => {
      if (n % 4 === 0) return mallory.call('POST', `${task}/run`, inputs);
      if (n % 4 === 1) return mallory.call('POST', `${mallory.path}/task`, { name: `Task ${n}` });
      return mallory.call('GET', `${mallory.path}/run`);
    });
  });
  expect(count(answers)).toEqual({ 200: 750, 201: 250 });
});

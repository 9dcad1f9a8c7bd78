import { expect, it, vi } from 'vitest';
import { type Faults, faultsOf, toQuery } from './faults.ts';
import { ORG_ID, PROJECT_ID, seedId } from './seed/ids.ts';
import { createBench } from './testing.ts';

const project = `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}`;

function benchWith(faults: Faults) {
  const bench = createBench({});
  bench.store.faults = faults;
  const send: typeof bench.send = (method, path, options) =>
    bench.send(method, path, { as: 'owner', ...options });
  return { ...bench, send };
}

it.each([
  ['401', 'GET', 401],
  ['403', 'GET', 403],
  ['429', 'GET', 429],
  ['500', 'GET', 500],
  ['409', 'GET', 200],
  ['412', 'PATCH', 412],
  ['409', 'PATCH', 409],
] as const)('the fault %s responds to %s with %i', async (status, method, expected) => {
  const path = `${project}/task/${seedId('task', 1)}`;
  const body = method === 'PATCH' ? { description: 'New' } : undefined;
  const response = await benchWith({ status }).send(method, path, { body });
  expect(response.status).toBe(expected);
});

it('spares operations that are not named, and those the console needs to start', async () => {
  const bench = benchWith({ status: '500', on: ['listTasks'] });
  expect((await bench.send('GET', `${project}/task`)).status).toBe(500);
  expect((await bench.send('GET', project)).status).toBe(200);
  const all = benchWith({ status: '500' });
  expect((await all.send('GET', '/api/v1/settings')).status).toBe(200);
});

it('gives no response when offline', async () => {
  const response = await benchWith({ offline: true }).send('GET', project);
  expect(response.type).toBe('error');
});

it('is offline with the browser, which also ends its streams', async () => {
  const bench = benchWith({});
  bench.store.tokenMs = 5;
  const path = `${project}/task/${seedId('task', 2)}/run/stream`;
  const stream = await bench.send('POST', path, { body: { inputs: { message: 'Hello?' } } });
  vi.stubGlobal('navigator', { onLine: false });
  expect((await bench.send('GET', project)).type).toBe('error');
  await expect(stream.text()).rejects.toThrow();
  vi.unstubAllGlobals();
  expect((await bench.send('GET', project)).status).toBe(200);
});

it('gives no response to single operations, while the browser seems online', async () => {
  const bench = benchWith({ status: 'unreachable', on: ['listTasks'] });
  expect((await bench.send('GET', `${project}/task`)).type).toBe('error');
  expect((await bench.send('GET', project)).status).toBe(200);
});

it('cuts a stream off before its end, or breaks its connection', async () => {
  const path = `${project}/task/${seedId('task', 2)}/run/stream`;
  const body = { inputs: { message: 'Hello?' } };
  const cut = await benchWith({ stream: 'cut' }).send('POST', path, { body });
  const text = await cut.text();
  expect(text).toContain('run.started');
  expect(text).not.toContain('run.succeeded');
  const dropped = await benchWith({ stream: 'drop' }).send('POST', path, { body });
  await expect(dropped.text()).rejects.toThrow();
});

it('puts the same faults into a link', () => {
  const faults: Faults = {
    latencyMs: 800,
    status: '500',
    on: ['listTasks', 'getTask'],
    offline: true,
    stream: 'slow',
  };
  expect(faultsOf(new URLSearchParams(toQuery(faults)))).toEqual(faults);
  expect(faultsOf(new URLSearchParams('tab=run'))).toBeUndefined();
  expect(faultsOf(new URLSearchParams('mock-error='))).toEqual({});
});

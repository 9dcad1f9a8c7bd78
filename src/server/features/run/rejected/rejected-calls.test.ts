import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { project } from '#domain/project/project.tables.ts';
import type { Rejection } from '#domain/run/rejected/rejection.ts';
import { rejectedCall } from '#domain/run/run.tables.ts';
import type { Db } from '../../../db/client.ts';
import { startTestApp } from '../../../testing.ts';
import { expireRuns, sweepRuns } from '../keeper/run-keeper.repository.ts';
import { openWorld, type World } from '../testing.ts';
import { createRejectedCalls } from './rejected-calls.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const rejection = (parts: Partial<Rejection> = {}): Rejection => ({
  project_id: world.projectId,
  task_id: null,
  target: null,
  revision: null,
  source: 'api',
  caller_type: 'api_key',
  caller_id: newId('key'),
  caller_name: 'Backend',
  code: 'rate_limited',
  status: 429,
  pointers: [],
  ...parts,
});
const rowsOf = (callerId: string) =>
  world.database.db.select().from(rejectedCall).where(eq(rejectedCall.caller_id, callerId));

describe('rejected calls', () => {
  it('cost no statement, and one for all of them when they are saved', async () => {
    let statements = 0;
    const { db } = world.database;
    const counting = new Proxy(db, {
      get(target, name, receiver) {
        if (name === 'execute') statements += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const calls = createRejectedCalls({ db: counting, report: () => undefined });
    const one = rejection();
    for (let i = 0; i < 1000; i += 1) calls.count(one, `req_${i}`);
    for (let i = 0; i < 50; i += 1) calls.count({ ...one, target: String(i + 1) }, 'req');
    expect(statements).toBe(0);
    await calls.save();
    expect(statements).toBe(1);
    const rows = await rowsOf(one.caller_id);
    expect(rows).toHaveLength(51);
    expect(rows.find(({ target }) => target === null)).toMatchObject({
      calls: 1000,
      last_request_id: 'req_999',
    });
  });

  it('add up on several nodes, under the latest names', async () => {
    const { db } = world.database;
    const nodes = [1, 2].map(() => createRejectedCalls({ db, report: () => undefined }));
    const { id: task_id } = await world.makeTask({}, 'Named');
    const one = rejection({ task_id });
    for (const [i, node] of nodes.entries()) {
      node.count({ ...one, caller_name: `Name ${i}` }, `req_${i}`);
      await node.save();
    }
    await Promise.all(nodes.map((node) => node.save()));
    expect(await rowsOf(one.caller_id)).toMatchObject([
      { calls: 2, caller_name: 'Name 1', task_name: 'Named', last_request_id: 'req_1' },
    ]);
  });

  it('that could not be saved are saved later', async () => {
    const { db } = world.database;
    const reports: unknown[] = [];
    let isDown = true;
    const shaky = {
      execute: (query: never) => (isDown ? Promise.reject(new Error('down')) : db.execute(query)),
    } as unknown as Db;
    const calls = createRejectedCalls({ db: shaky, report: (error) => reports.push(error) });
    const one = rejection();
    calls.count(one, 'req_1');
    await calls.save();
    expect(reports).toHaveLength(1);
    isDown = false;
    await calls.save();
    expect(await rowsOf(one.caller_id)).toMatchObject([{ calls: 1 }]);
  });

  it('are deleted with their project, and after its retention', async () => {
    const own = await openWorld();
    const { db } = own.database;
    const { path } = await own.makeTask();
    await own.call('POST', `${path}/run`, { inputs: {} });
    expect((await own.call('GET', `${own.path}/run/rejected`)).body.results).toHaveLength(1);
    const inDays = (days: number) => Date.now() + days * DAY_MS;
    await db.update(project).set({ run_retention_days: 30 });
    await expireRuns(db, inDays(29));
    expect(await db.$count(rejectedCall)).toBe(1);
    await expireRuns(db, inDays(31));
    expect(await db.$count(rejectedCall)).toBe(0);
    await own.call('POST', `${path}/run`, { inputs: {} });
    await own.call('GET', `${own.path}/run/rejected`);
    await sweepRuns(db);
    expect(await db.$count(rejectedCall)).toBe(1);
    await db.delete(project).where(eq(project.id, own.projectId));
    await sweepRuns(db);
    expect(await db.$count(rejectedCall)).toBe(0);
    await own.close();
  });
});

it('rejected before their body is read count too, if the caller may see the project', async () => {
  const server = await startTestApp({ RATE_LIMIT_PER_MINUTE: '12', BODY_LIMIT_BYTES: '1100000' });
  const owner = server.as('owner');
  const place = async (who: string) => {
    const org = (await server.as(who)('GET', '/org')).body.results[0].id;
    const projects = await server.as(who)('GET', `/org/${org}/project`);
    return `/org/${org}/project/${projects.body.results[0].id}`;
  };
  const [own, other] = [await place('owner'), await place('other')];
  const { body: key } = await owner('POST', `${own}/api-key`, { name: 'Backend' });
  const call = (path: string, payload: string) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1${path}/task/${newId('task')}/run`,
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      payload,
    });
  const statuses: number[] = [];
  for (const path of [own, other]) {
    for (let i = 0; i < 8; i += 1) statuses.push((await call(path, '{}')).statusCode);
  }
  expect(new Set(statuses)).toEqual(new Set([404]));
  const { body: task } = await owner('POST', `${own}/task`, { name: 'Task' });
  const run = () =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1${own}/task/${task.id}/run`,
      headers: { authorization: `Bearer ${key.key}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ inputs: { text: 'x'.repeat(1_200_000) } }),
    });
  const answers = [];
  for (let i = 0; i < 14; i += 1) answers.push((await run()).statusCode);
  expect(answers.slice(0, 12)).toEqual(Array.from({ length: 12 }, () => 413));
  expect(answers.slice(12)).toEqual([429, 429]);
  const listed = async (path: string, who: string) =>
    (await server.as(who)('GET', `${path}/run/rejected?page_limit=100`)).body.results.map(
      ({ code, calls }: { code: string; calls: number }) => `${code} ${calls}`,
    );
  const found: string[] = await listed(own, 'owner');
  expect(found.filter((one) => one === 'not_found 1')).toHaveLength(8);
  expect(found.filter((one) => !one.startsWith('not_found'))).toEqual([
    'rate_limited 2',
    'payload_too_large 12',
  ]);
  expect(await listed(other, 'other')).toEqual([]);
  await server.close();
});

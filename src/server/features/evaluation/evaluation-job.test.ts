import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { Shares } from '#core/shares.ts';
import { createDatasetService } from '#domain/evaluation/dataset.service.ts';
import { createDatasetCaseService } from '#domain/evaluation/dataset-case.service.ts';
import { type EvaluationRun, SHARED_CASES } from '#domain/evaluation/evaluation.port.ts';
import { createEvaluationService, isWellEvaluated } from '#domain/evaluation/evaluation.service.ts';
import { evaluation } from '#domain/evaluation/evaluation.tables.ts';
import { createEvaluationRuns } from '#domain/evaluation/evaluation-runs.ts';
import { mustFind } from '#domain/problem.ts';
import { createRunnableService } from '#domain/task/runnable.service.ts';
import type { RunnablePlace } from '#domain/task/runnable.ts';
import { until } from '../../../../tests/support/until.ts';
import { createInvalidation } from '../../access/invalidation.ts';
import { runWorker } from '../../db/schema/run.ts';
import { claimJobs } from '../../platform/jobs/job-table.repository.ts';
import { createJobs, type Jobs } from '../../platform/jobs/jobs.ts';
import { createPresence } from '../../platform/jobs/presence.ts';
import { createStores } from '../../stores.ts';
import { openWorld, PRICED_MODEL, type World } from '../run/testing.ts';
import { createTaskPort } from '../task/task-port.ts';
import { EVALUATIONS } from './evaluation.repository.ts';
import { evaluationJob } from './evaluation-job.ts';
import { readCases } from './read-cases.ts';

const ada = { id: 'user_owner', name: 'Ada Lovelace' };
const CASES = 12;

let world: World;
let bench: Awaited<ReturnType<typeof open>>;

async function open() {
  const { database, runs } = world;
  const task = createTaskPort(database, await createInvalidation(database));
  const runnables = createRunnableService({ stores: createStores(database.db), task });
  const reports: unknown[] = [];
  let jobs: Jobs | undefined;
  const run = createEvaluationRuns(runs.service);
  const hooks: { beforeRun?: () => Promise<void> } = {};
  const domain = {
    stores: createStores(database.db),
    runnables,
    run: runs.port,
    model: world.domain.model,
    secrets: world.domain.secrets,
    evaluation: {
      run: async (request: EvaluationRun) => {
        await hooks.beforeRun?.();
        return run(request);
      },
      cases: new Shares(SHARED_CASES),
      readCases,
      kick: () => jobs?.kick('evaluations'),
    },
  };
  const start = (presence = world.presence) => {
    const { db } = database;
    const opened = createJobs({ db, presence, report: (error) => reports.push(error) });
    opened.open([evaluationJob(domain)]);
    opened.begin();
    jobs = opened;
    return { close: () => opened.close() };
  };
  return Object.assign(hooks, {
    datasets: createDatasetService(domain),
    cases: createDatasetCaseService(domain),
    evaluations: createEvaluationService(domain),
    stores: domain.stores,
    start,
    reports,
  });
}

beforeEach(async () => {
  world = await openWorld();
  bench = await open();
});
afterEach(() => world.close());

async function prepare(parts = {}): Promise<{ place: RunnablePlace; id: string }> {
  const task = await world.makeTask(parts);
  const place = { orgId: world.orgId, projectId: world.projectId, taskId: task.id };
  const made = await bench.datasets.create(place, { name: 'Cases' }, ada);
  const { evaluation } = bench.stores;
  const dataset = await mustFind(evaluation.datasets.find({ id: made.id }));
  const content = Array.from({ length: CASES }, (_, i) => `case ${i}`).join('\n');
  const file = { format: 'csv' as const, content: `review\n${content}` };
  expect(await bench.cases.import(place, dataset, file)).toMatchObject({ added: CASES });
  const { id } = await bench.evaluations.create(
    place,
    { dataset_id: dataset.id, revision: 1 },
    ada,
  );
  return { place, id };
}

const rowOf = ({ id }: { id: string }) =>
  mustFind(bench.stores.evaluation.evaluations.find({ id }));
const get = async (made: { id: string }) => bench.evaluations.get(await rowOf(made));

/** Lets the model reply to the first `count` requests only; calling the returned function releases the others. */
function holdAfter(count: number): () => void {
  const { promise: after, resolve } = Promise.withResolvers<void>();
  let requests = 0;
  world.fake.setReply(() => {
    requests += 1;
    return { kind: 'text', text: 'ok', ...(requests > count && { after }) };
  });
  return resolve;
}

it('stops when cancelled, and resumes with the remaining cases', async () => {
  const release = holdAfter(4);
  const made = await prepare();
  const runner = bench.start();
  await until(async () => (await get(made)).counts.passed >= 2);
  const cancelled = await bench.evaluations.cancel(await rowOf(made));
  expect(cancelled).toMatchObject({ status: 'cancelled' });
  release();
  await runner.close();
  const { counts } = await get(made);
  expect(counts.pending).toBeGreaterThan(0);
  bench.start();
  await bench.evaluations.resume(await rowOf(made));
  await until(async () => (await get(made)).status === 'succeeded');
  expect((await get(made)).counts).toMatchObject({ passed: CASES, pending: 0 });
  expect(world.fake.counts.requests).toBe(CASES);
});

it('starts no more cases after it is cancelled', async () => {
  const release = holdAfter(4);
  const made = await prepare();
  const runner = bench.start();
  // Cases run four at a time: the next four are in progress.
  await until(() => world.fake.counts.requests === 8);
  await bench.evaluations.cancel(await rowOf(made));
  release();
  await runner.close();
  expect(world.fake.counts.requests).toBe(8);
  expect((await get(made)).counts.pending).toBeGreaterThan(0);
});

it.each(['its lease has expired', 'it is found dead'])(
  'is taken over from a process when %s, without billing a case twice',
  async (when) => {
    const made = await prepare();
    bench.start();
    await until(async () => (await get(made)).status === 'succeeded');
    // The state after a process is killed when its runs have finished but before it stores their results.
    await world.database.db.execute(sql`
    update evaluation_result set candidate = null, rank = 2 where position < 5`);
    const leasedUntil = (ms: number) =>
      world.database.db
        .update(evaluation)
        .set({ status: 'running', worker_id: 'dead', lease_until: new Date(ms).toISOString() })
        .where(eq(evaluation.id, made.id));
    await leasedUntil(Date.now() + 60_000);
    await bench.start().close();
    expect((await get(made)).counts.pending).toBe(5);
    const presence = createPresence(world.database, (error) => bench.reports.push(error));
    if (when === 'it is found dead')
      await world.database.db
        .insert(runWorker)
        .values({ id: 'dead', seen_at: '2026-01-01T00:00Z' });
    else await leasedUntil(Date.now() - 1);
    const runner = bench.start(presence);
    await presence.start();
    await until(async () => (await get(made)).status === 'succeeded');
    expect((await get(made)).counts.passed).toBe(CASES);
    expect(world.fake.counts.requests).toBe(CASES);
    await runner.close();
    await presence.close();
  },
);

it('cannot be ended by a worker that lost it to another one', async () => {
  const made = await prepare();
  bench.beforeRun = async () => {
    // Its lease expired while the database was unreachable, and another process has taken over.
    await world.database.db
      .update(evaluation)
      .set({ worker_id: 'other', lease_until: new Date(Date.now() + 60_000).toISOString() })
      .where(eq(evaluation.id, made.id));
    throw new Error('broken');
  };
  const runner = bench.start();
  await until(() => bench.reports.length > 0);
  await runner.close();
  const [row] = await world.database.db.select().from(evaluation);
  expect(row).toMatchObject({ status: 'running', worker_id: 'other', error: null });
});

it('fails when its process has died too often, and continues when a person resumes it', async () => {
  const made = await prepare();
  const died = (attempts: number) =>
    world.database.db
      .update(evaluation)
      .set({ status: 'running', worker_id: 'dead', lease_until: null, attempts });
  await died(4);
  let runner = bench.start();
  await until(async () => (await get(made)).status === 'succeeded');
  await runner.close();
  await world.database.db.execute(sql`
    update evaluation_result set candidate = null, rank = 2 where position = 0`);
  await died(5);
  runner = bench.start();
  await until(async () => (await get(made)).status === 'failed');
  expect(await get(made)).toMatchObject({
    error: { code: 'run_lost', message: expect.stringMatching(/5 times.*Resume/) },
    counts: { pending: 1 },
  });
  expect(await get(made)).not.toHaveProperty('attempts');
  await bench.evaluations.resume(await rowOf(made));
  await until(async () => (await get(made)).status === 'succeeded');
});

it('does not count an orderly shutdown as an attempt', async () => {
  const release = holdAfter(0);
  await prepare();
  const runner = bench.start();
  await until(() => world.fake.counts.requests === 4);
  const attempts = async () =>
    (await world.database.db.select().from(evaluation)).map((row) => row.attempts);
  expect(await attempts()).toEqual([1]);
  const closing = runner.close();
  release();
  await closing;
  expect(await attempts()).toEqual([0]);
});

it('runs one at a time per organisation, oldest first', async () => {
  const { id } = await prepare();
  const { db } = world.database;
  const [row] = await db.select().from(evaluation);
  if (!row) throw new Error('No evaluation found');
  const later = (org_id: string) => ({ ...row, id: newId('evaluation'), org_id });
  const rows = [later(world.orgId), later('org_other'), later('org_other'), later('org_third')];
  await db.insert(evaluation).values(rows);
  const claim = async (limit: number, busyOrgs: string[]) => {
    const owners = new Map(busyOrgs.map((org) => [org, 1]));
    const claimant = { workerId: 'worker_1', leaseMs: 60_000 };
    const room = { limit, owners, each: 1, freeForOne: 3, groups: new Map() };
    const claimed = await claimJobs(db, EVALUATIONS, claimant, room);
    return claimed.map((one) => one.id).sort();
  };
  expect(await claim(4, ['org_third'])).toEqual([id, rows[1]?.id]);
  expect(await claim(4, [world.orgId, 'org_other'])).toEqual([rows[3]?.id]);
  expect(await claim(1, [])).toEqual([rows[0]?.id]);
  expect(await claim(4, [])).toEqual([rows[2]?.id]);
  expect(await claim(4, [])).toEqual([]);
});

it('fails without balance, with the reason, and continues once there is some', async () => {
  const made = await prepare({ model_id: PRICED_MODEL });
  const setBalance = (amount: number) =>
    world.database.db.execute(sql`update org set balance = ${amount} where id = ${world.orgId}`);
  await setBalance(0);
  bench.start();
  await until(async () => (await get(made)).status === 'failed');
  expect(await get(made)).toMatchObject({
    error: { code: 'insufficient_balance' },
    counts: { pending: CASES },
  });
  await setBalance(5_000_000);
  await bench.evaluations.resume(await rowOf(made));
  await until(async () => (await get(made)).status === 'succeeded');
  expect((await get(made)).cost).toBeGreaterThan(0);
});

it('waits for the balance that its other cases hold', async () => {
  const made = await prepare({ model_id: PRICED_MODEL });
  // Enough for one run at a time: each reserves the cost of the longest output, and costs much less.
  await world.database.db.execute(sql`update org set balance = 50000 where id = ${world.orgId}`);
  bench.start();
  await until(async () => (await get(made)).ended_at !== null);
  expect(await get(made)).toMatchObject({ status: 'succeeded', error: null });
});

it('counts a run that fails as a failed case, with the reason', async () => {
  world.fake.setReply({ kind: 'status', status: 422, message: 'bad tone' });
  const made = await prepare();
  bench.start();
  await until(async () => (await get(made)).status === 'succeeded');
  expect((await get(made)).counts.failed).toBe(CASES);
  const { results } = await bench.evaluations.listResults(await rowOf(made), { page_limit: 1 });
  expect(results[0]?.candidate?.error).toMatch(/bad tone/);
  expect(bench.reports).toEqual([]);
});

it('cases whose model did not respond are not evaluated, block activation, and can be run again', async () => {
  world.fake.setReply({ kind: 'status', status: 401 });
  const made = await prepare();
  bench.start();
  await until(async () => (await get(made)).status === 'succeeded');
  expect((await get(made)).counts).toMatchObject({ not_evaluated: CASES, failed: 0 });
  const { results } = await bench.evaluations.listResults(await rowOf(made), { page_limit: 1 });
  expect(results[0]?.candidate?.not_evaluated).toMatch(/key/i);
  const task = { id: made.place.taskId, active_revision: null };
  const { revision } = await get(made);
  expect(await isWellEvaluated(world.domain.stores, task, revision)).toBe(false);
  world.fake.setReply({ kind: 'text', text: 'ok' });
  await bench.evaluations.resume(await rowOf(made));
  await until(async () => (await get(made)).counts.not_evaluated === 0);
  await until(async () => (await get(made)).status === 'succeeded');
  expect(await isWellEvaluated(world.domain.stores, task, revision)).toBe(true);
});

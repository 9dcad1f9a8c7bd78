import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { ledgerEntry } from '#domain/billing/billing.tables.ts';
import { project } from '#domain/project/project.tables.ts';
import { run, runTrace } from '#domain/run/run.tables.ts';
import { until } from '../../../../tests/support/until.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { expireRuns, sweepRuns } from './keeper/run-keeper.repository.ts';
import { createRunWriter } from './run-writer.ts';
import { acceptedRow, openWorld, PRICED_MODEL, type World } from './testing.ts';
import { endedRow } from './testing-rows.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const body = { inputs: { review: 'x' } };
const inBackground = { prefer: 'respond-async' };

describe('after a crash', () => {
  it('ends runs left by the dead process, billed for what they had used, and accepts new ones', async () => {
    const database = await openTestDatabase();
    const first = await openWorld(database);
    const task = await first.makeTask({ model_id: PRICED_MODEL });
    const { body: done } = await first.call('POST', `${task.path}/run`, body);
    const writer = createRunWriter(database);
    const place = { org_id: first.orgId, project_id: first.projectId };
    const lost = newId('run');
    await writer.accept({ ...acceptedRow(world, lost), ...place, worker_id: 'worker_dead' });
    await writer.checkpoint({ ...endedRow(lost, 'failed'), output_text: 'half an out' });
    const unsaved = newId('run');
    await writer.accept({ ...acceptedRow(world, unsaved), ...place, worker_id: 'worker_dead' });

    const second = await openWorld(database);
    const getLost = () => first.call('GET', `${first.path}/run/${lost}`);
    // At once on the embedded database; PostgreSQL's other processes might be alive.
    if (database.kind === 'postgres')
      await until(async () => (await getLost()).body.status === 'failed');
    const kept = await getLost();
    expect(kept.body).toMatchObject({
      status: 'failed',
      error: { code: 'run_lost' },
      output_text: 'half an out',
      usage: { input_tokens: 10, output_tokens: 20, cost: 50 },
    });
    expect((await first.call('GET', `${first.path}/run/${done.id}`)).body).toEqual(done);
    // The process was only suspended. Its result now comes too late.
    expect(await writer.end(endedRow(lost, 'succeeded'))).toBe(false);
    const rows = await database.db
      .select()
      .from(ledgerEntry)
      .where(eq(ledgerEntry.reference, lost));
    expect(rows).toMatchObject([{ kind: 'run', amount: -50, org_id: first.orgId }]);
    expect((await first.call('GET', `${first.path}/run/${unsaved}`)).body).toMatchObject({
      status: 'failed',
      usage: { input_tokens: 0, output_tokens: 0, cost: 0 },
    });
    await first.close();
    await second.close();
    await database.close();
  });

  it('lets runs finish before shutdown, and accepts no more', async () => {
    const own = await openWorld();
    const task = await own.makeTask();
    own.fake.script({ kind: 'text', text: 'in time', delay_ms: 100 });
    const start = () => own.call('POST', `${task.path}/run`, body, inBackground);
    const { body: quick } = await start();
    await own.runs.close(15_000);
    const [row] = await own.database.db.select().from(run).where(eq(run.id, quick.id));
    expect(row?.status).toBe('succeeded');
    const late = await start();
    expect([late.status, late.body.code]).toEqual([503, 'unavailable']);
    await own.close();
  });

  it('stops runs that take too long to finish before shutdown', async () => {
    const own = await openWorld();
    const task = await own.makeTask();
    own.fake.setReply({ kind: 'hang' });
    const { body: slow } = await own.call('POST', `${task.path}/run`, body, inBackground);
    await own.runs.close(50);
    const [row] = await own.database.db.select().from(run).where(eq(run.id, slow.id));
    expect(row).toMatchObject({ status: 'failed', error: { code: 'run_lost' } });
    await own.close();
  });
});

describe('a server that is full', () => {
  it('queues runs in order, and ends cancelled ones immediately', async () => {
    const own = await openWorld(undefined, { maxActive: 1 });
    const task = await own.makeTask();
    const asked = Promise.withResolvers<void>();
    own.fake.setReply({ kind: 'text', text: 'ok', after: asked.promise });
    const start = async () =>
      (await own.call('POST', `${task.path}/run`, body, inBackground)).body.id as string;
    const get = async (id: string) => (await own.call('GET', `${own.path}/run/${id}`)).body;
    const [first, second, third] = [await start(), await start(), await start()];
    expect([(await get(first)).status, (await get(second)).status]).toEqual(['running', 'queued']);
    const { body: cancelled } = await own.call('POST', `${own.path}/run/${second}/cancel`);
    expect(cancelled.status).toBe('cancelled');
    expect((await get(third)).status).toBe('queued');
    asked.resolve();
    await until(async () => (await get(third)).status === 'succeeded');
    expect((await get(first)).status).toBe('succeeded');
    expect(own.fake.counts.requests).toBe(2);
    await own.close();
  });
});

describe('the runs of a deleted project', () => {
  it('are deleted with their traces, and no others', async () => {
    const own = await openWorld();
    const { db } = own.database;
    const task = await own.makeTask();
    await own.call('POST', `${task.path}/run`, body);
    expect(await sweepRuns(db)).toBe(0);
    await db.delete(project).where(eq(project.id, own.projectId));
    expect(await sweepRuns(db)).toBe(1);
    expect([await db.$count(run), await db.$count(runTrace)]).toEqual([0, 0]);
    await own.close();
  });
});

describe("runs past a project's retention", () => {
  it('are deleted with their traces, while their costs stay', async () => {
    const own = await openWorld();
    const { db } = own.database;
    const task = await own.makeTask({ model_id: PRICED_MODEL });
    await own.call('POST', `${task.path}/run`, body);
    const entries = await db.$count(ledgerEntry);
    const inDays = (days: number) => Date.now() + days * DAY_MS;
    expect(await expireRuns(db, inDays(5000))).toBe(0);
    await db.update(project).set({ run_retention_days: 30 });
    expect(await expireRuns(db, inDays(29))).toBe(0);
    expect(await db.$count(run)).toBe(1);
    expect(await expireRuns(db, inDays(31))).toBe(1);
    expect([await db.$count(run), await db.$count(runTrace)]).toEqual([0, 0]);
    expect(await db.$count(ledgerEntry)).toBe(entries);
    await own.close();
  });
});

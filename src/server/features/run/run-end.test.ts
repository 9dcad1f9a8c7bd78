import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { MESSAGES } from '#core/messages.ts';
import { ledgerEntry } from '../../db/schema/billing.ts';
import { org } from '../../db/schema/org.ts';
import { run, runWorker } from '../../db/schema/run.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { grantWelcomeCredit } from '../billing/billing.service.ts';
import { createRunWriter, type EndedRow } from './run-writer.ts';
import { openWorld, PRICED_MODEL, until, type World } from './testing.ts';

let world: World;
let priced: { id: string; path: string };

beforeAll(async () => {
  world = await openWorld();
  priced = await world.makeTask({ model_id: PRICED_MODEL });
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const body = { inputs: { review: 'x' } };
const inBackground = { prefer: 'respond-async' };
const getBalance = async () => (await world.call('GET', `/org/${world.orgId}/balance`)).body;
const getRun = async (id: string) => (await world.call('GET', `${world.path}/run/${id}`)).body;
const setBalance = (balance: number) =>
  world.database.db.update(org).set({ balance }).where(eq(org.id, world.orgId));
const entriesOf = (id: string) =>
  world.database.db.select().from(ledgerEntry).where(eq(ledgerEntry.reference, id));

async function startSlow(path: string, words = 200) {
  world.fake.script({ kind: 'text', text: 'word '.repeat(words).trim(), token_ms: 20 });
  const { body: started } = await world.call('POST', `${path}/run`, body, inBackground);
  await until(async () => (await getRun(started.id)).output_text.length > 0);
  return started.id as string;
}

describe('cancelling', () => {
  it('closes the request to the provider, keeps the text, and bills what was used', async () => {
    const before = await getBalance();
    const id = await startSlow(priced.path);
    const { status, body: cancelled } = await world.call('POST', `${world.path}/run/${id}/cancel`);
    expect(status).toBe(200);
    expect(cancelled).toMatchObject({ status: 'cancelled', error: null, output: null });
    expect(cancelled.output_text).toMatch(/^word/);
    await until(() => world.fake.counts.aborted === 1 && world.fake.counts.open === 0);
    const { input_tokens, output_tokens, cost } = cancelled.usage;
    expect(output_tokens).toBeGreaterThan(0);
    expect(cost).toBe(input_tokens + 2 * output_tokens);
    expect((await getBalance()).balance).toBe(before.balance - cost);
    const { body: steps } = await world.call('GET', `${world.path}/run/${id}/step`);
    expect(steps.results.at(-1)).toMatchObject({ kind: 'model', status: 'cancelled' });
  });

  it('changes nothing of a run that has ended', async () => {
    const { body: ended } = await world.call('POST', `${priced.path}/run`, body);
    const { status, body: same } = await world.call('POST', `${world.path}/run/${ended.id}/cancel`);
    expect(status).toBe(200);
    expect(same).toEqual(ended);
    expect((await world.call('POST', `${world.path}/run/run_none/cancel`)).status).toBe(404);
  });

  it('answers the one who waits with the cancelled run', async () => {
    world.fake.script({ kind: 'hang' });
    const waiting = world.call('POST', `${priced.path}/run`, { inputs: { review: 'waiting' } });
    await until(() => world.fake.counts.open === 1);
    const { body: list } = await world.call('GET', `${world.path}/run?q=waiting`);
    await world.call('POST', `${world.path}/run/${list.results[0].id}/cancel`);
    const answer = await waiting;
    expect([answer.status, answer.body.status]).toEqual([200, 'cancelled']);
  });
});

describe('billing', () => {
  it('takes what the provider reports, once, and shows it', async () => {
    const before = await getBalance();
    world.fake.script({ kind: 'text', text: 'ok', usage: { input: 100, output: 10 } });
    const { body: done } = await world.call('POST', `${priced.path}/run`, body);
    expect(done.usage).toEqual({ input_tokens: 100, output_tokens: 10, cost: 120 });
    expect(await entriesOf(done.id)).toMatchObject([{ kind: 'run', amount: -120 }]);
    const after = await getBalance();
    expect(after.balance).toBe(before.balance - 120);
    expect(after.spent).toBe(before.spent + 120);
    expect(after.granted).toBe(5_000_000);
    const { body: task } = await world.call('GET', priced.path);
    expect(task.stats.cost).toBeGreaterThanOrEqual(120);
  });

  it('counts itself what the provider does not report', async () => {
    world.fake.script({ kind: 'text', text: 'four words of text', usage: null });
    const { body: done } = await world.call('POST', `${priced.path}/run`, body);
    expect(done.usage.output_tokens).toBe(4);
    expect(done.usage.input_tokens).toBeGreaterThan(5);
    expect(done.usage.cost).toBe(done.usage.input_tokens + 8);
  });

  it('takes nothing for a price that is unknown, and says so', async () => {
    const own = await world.makeTask();
    const before = await getBalance();
    const { body: done } = await world.call('POST', `${own.path}/run`, body);
    expect(done.usage.cost).toBeNull();
    expect((await getBalance()).balance).toBe(before.balance);
    expect((await world.call('GET', own.path)).body.stats.cost).toBeNull();
  });

  it('bills a cut answer for what came, and a refusal for nothing', async () => {
    world.fake.script({ kind: 'cut', text: 'a b c d', after_tokens: 3 });
    const answer = await world.call('POST', `${priced.path}/run`, body, inBackground);
    await until(async () => (await getRun(answer.body.id)).status === 'failed');
    const cut = await getRun(answer.body.id);
    expect(cut.usage.cost).toBe(cut.usage.input_tokens + 2 * cut.usage.output_tokens);
    expect(cut.usage.output_tokens).toBe(3);
    world.fake.script({ kind: 'status', status: 500 });
    const failed = await world.call('POST', `${priced.path}/run`, body);
    expect((await getRun(failed.body.run_id)).usage).toEqual({
      input_tokens: 0,
      output_tokens: 0,
      cost: 0,
    });
    expect(await entriesOf(failed.body.run_id)).toEqual([]);
  });

  it('ends and bills a run once, however many say that it ended', async () => {
    const before = await getBalance();
    const writer = createRunWriter(world.database);
    const id = newId('run');
    await writer.accept(acceptedRow(id));
    const ends = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        writer.end(endedRow(id, i % 2 ? 'failed' : 'succeeded')),
      ),
    );
    expect(ends.filter(Boolean).length).toBe(1);
    expect(await writer.end(endedRow(id, 'cancelled'))).toBe(false);
    expect((await entriesOf(id)).length).toBe(1);
    expect((await getBalance()).balance).toBe(before.balance - 50);
  });

  it('does not let one bad row take the others with it', async () => {
    const writer = createRunWriter(world.database);
    const good = newId('run');
    const [first, second] = await Promise.allSettled([
      writer.accept(acceptedRow(good)),
      writer.accept({ ...acceptedRow(newId('run')), created_at: 'not a time' }),
    ]);
    expect(first).toEqual({ status: 'fulfilled', value: true });
    expect(second.status).toBe('rejected');
    await writer.end(endedRow(good, 'succeeded'));
  });

  it('keeps the balance the sum of the ledger', async () => {
    const rows = await world.database.db
      .select({ sum: sql<number>`sum(${ledgerEntry.amount})::float8` })
      .from(ledgerEntry)
      .where(eq(ledgerEntry.orgId, world.orgId));
    expect(rows[0]?.sum).toBe((await getBalance()).balance);
  });

  it('gives the welcome credit once', async () => {
    const before = await getBalance();
    await world.database.db.transaction(async (tx) => {
      await grantWelcomeCredit(tx, world.orgId);
      await grantWelcomeCredit(tx, world.orgId);
    });
    expect(await getBalance()).toMatchObject({ balance: before.balance, granted: 5_000_000 });
  });
});

describe('without balance', () => {
  it('refuses to run with 402 and the specified message, whatever the model costs', async () => {
    const free = await world.makeTask({ model_id: 'sandbox/sandbox' });
    const { balance } = await getBalance();
    for (const left of [0, -5]) {
      await setBalance(left);
      for (const path of [`${priced.path}/run`, `${priced.path}/run/stream`, `${free.path}/run`]) {
        const answer = await world.call('POST', path, body);
        expect([answer.status, answer.body.code]).toEqual([402, 'insufficient_balance']);
        expect(answer.body.detail).toBe(MESSAGES.task.balance);
      }
    }
    expect(world.fake.counts.requests).toBe(0);
    await setBalance(balance);
  });

  it('does not take many runs on the last cent', async () => {
    const { balance } = await getBalance();
    await setBalance(1);
    world.fake.answer({ kind: 'text', text: 'ok', usage: { input: 10, output: 10 }, delay_ms: 50 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => world.call('POST', `${priced.path}/run`, body)),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    expect(answers.filter(({ status }) => status === 402).length).toBe(7);
    expect((await getBalance()).balance).toBe(1 - 30);
    await setBalance(balance - 30);
  });

  it('stops a run that has used up the balance', async () => {
    const { balance } = await getBalance();
    await setBalance(100);
    const id = await startSlow(priced.path, 2000);
    await until(async () => (await getRun(id)).status === 'failed', 15_000);
    const stopped = await getRun(id);
    expect(stopped.error).toEqual({ code: 'insufficient_balance', message: MESSAGES.task.balance });
    await until(() => world.fake.counts.aborted === 1);
    expect((await getBalance()).balance).toBe(100 - stopped.usage.cost);
    await setBalance(balance - stopped.usage.cost);
  });
});

describe('after a crash', () => {
  it('ends what the dead process left, bills nothing, and starts anew', async () => {
    const database = await openTestDatabase();
    const first = await openWorld(database);
    const task = await first.makeTask({ model_id: PRICED_MODEL });
    const { body: done } = await first.call('POST', `${task.path}/run`, body);
    const writer = createRunWriter(database);
    const place = { org_id: first.orgId, project_id: first.projectId };
    const lost = newId('run');
    await writer.accept({ ...acceptedRow(lost), ...place, worker_id: 'worker_dead' });
    await writer.checkpoint({ ...endedRow(lost, 'failed'), output_text: 'half an ans' });

    const second = await openWorld(database);
    expect(second.runs.reapedAtStart).toBe(1);
    const kept = await first.call('GET', `${first.path}/run/${lost}`);
    expect(kept.body).toMatchObject({
      status: 'failed',
      error: { code: 'run_lost' },
      output_text: 'half an ans',
      usage: { cost: 0 },
    });
    expect((await first.call('GET', `${first.path}/run/${done.id}`)).body).toEqual(done);
    // The process was only asleep: what it says now comes too late.
    expect(await writer.end(endedRow(lost, 'succeeded'))).toBe(false);
    const rows = await database.db
      .select()
      .from(ledgerEntry)
      .where(eq(ledgerEntry.reference, lost));
    expect(rows).toEqual([]);
    await first.close();
    await second.close();
    await database.close();
  });

  it('leaves alone the runs of a process that lives', async () => {
    const { createRunKeeper } = await import('./run-keeper.ts');
    const { createRunHub } = await import('./run-hub.ts');
    const { db } = world.database;
    const writer = createRunWriter(world.database);
    const [alive, dead] = [newId('run'), newId('run')];
    await writer.accept({ ...acceptedRow(alive), worker_id: 'worker_alive' });
    await writer.accept({ ...acceptedRow(dead), worker_id: 'worker_gone' });
    await db.insert(runWorker).values([
      { id: 'worker_alive', seenAt: new Date() },
      { id: 'worker_gone', seenAt: new Date(Date.now() - 60_000) },
    ]);
    // As on PostgreSQL, where others may be alive: no listening is needed for this.
    const shared = {
      ...world.database,
      kind: 'postgres' as const,
      listen: async () => async () => {},
      notify: async () => {},
    };
    const hub = createRunHub({
      database: shared,
      writer,
      execute: () => Promise.reject(),
      report: () => {},
    });
    const keeper = await createRunKeeper({
      database: shared,
      hub,
      writer,
      workerId: 'worker_me',
      report: () => {},
    });
    expect(keeper.reapedAtStart).toBe(1);
    const status = async (id: string) =>
      (await db.select({ status: run.status }).from(run).where(eq(run.id, id)))[0]?.status;
    expect([await status(alive), await status(dead)]).toEqual(['running', 'failed']);
    await db.delete(runWorker).where(eq(runWorker.id, 'worker_alive'));
    expect(await keeper.reap()).toBe(1);
    expect(await status(alive)).toBe('failed');
    await keeper.close();
  });

  it('lets runs end before the server does, and stops those that take too long', async () => {
    const own = await openWorld();
    const task = await own.makeTask();
    own.fake.script({ kind: 'text', text: 'in time', delay_ms: 100 }, { kind: 'hang' });
    const start = () => own.call('POST', `${task.path}/run`, body, inBackground);
    const [quick, slow] = [await start(), await start()];
    await own.runs.close(400);
    const rows = await own.database.db.select().from(run);
    const byId = new Map(rows.map((row) => [row.id, row]));
    expect(byId.get(quick.body.id)?.status).toBe('succeeded');
    expect(byId.get(slow.body.id)).toMatchObject({ status: 'failed', error: { code: 'run_lost' } });
    const late = await start();
    expect([late.status, late.body.code]).toEqual([503, 'unavailable']);
    await own.close();
  });
});

function acceptedRow(id: string) {
  return {
    id,
    org_id: world.orgId,
    project_id: world.projectId,
    task_id: priced.id,
    task_name: 'Task',
    revision: 1,
    source: 'api' as const,
    status: 'running' as const,
    model_id: PRICED_MODEL,
    input_preview: '',
    inputs: {},
    caller_type: 'api_key' as const,
    caller_id: 'key_1',
    caller_name: 'key_1',
    idempotency_key: null,
    request_hash: null,
    worker_id: 'worker_test',
    created_at: new Date().toISOString(),
    reserved: 0,
  };
}

function endedRow(id: string, status: EndedRow['status']): EndedRow {
  return {
    id,
    status,
    output: null,
    output_text: 'ok',
    resets: 0,
    output_valid: true,
    input_tokens: 10,
    output_tokens: 20,
    cost: 50,
    latency_ms: 5,
    first_token_ms: 1,
    error: null,
    ended_at: new Date().toISOString(),
    entry_id: newId('entry'),
    steps: [],
  };
}

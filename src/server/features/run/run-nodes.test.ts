import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { org } from '#domain/org/org.tables.ts';
import type { AcceptedRow } from '#domain/run/run.tables.ts';
import type { RunStep, TaskTool } from '#generated/model/index.ts';
import { StreamClient } from '../../../../tests/support/read-events.ts';
import { until } from '../../../../tests/support/until.ts';
import type { Database } from '../../db/client.ts';
import { openTestNode } from '../../db/postgres/testing-nodes.ts';
import { openTestDatabase } from '../../db/testing.ts';
import { RUN_CHANGED } from './remote-run.ts';
import { createRunWriter, type RunWriter } from './run-writer.ts';
import { acceptedRow, openWorld, PRICED_MODEL, type World } from './testing.ts';
import { endedRow } from './testing-rows.ts';

/** Two servers on one database: each can show, follow and stop the runs of the other. */
let database: Database;
let here: World;
let there: World;
/** How many runs of other nodes `there` watches. */
let watched = 0;
/** How often one has been watched, also if only for a moment. */
let everWatched = 0;
let task: { id: string; path: string };

beforeAll(async () => {
  database = await openTestDatabase();
  here = await openWorld((await openTestNode(database)).database);
  const node = (await openTestNode(database)).database;
  there = await openWorld({
    ...node,
    async listen(channel, ...rest) {
      const stop = await node.listen(channel, ...rest);
      if (channel !== RUN_CHANGED) return stop;
      watched += 1;
      everWatched += 1;
      return async () => {
        watched -= 1;
        await stop();
      };
    },
  });
  task = await here.makeTask();
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.close();
});

async function start(words: number, tokenMs: number, key = {}): Promise<string> {
  const text = Array.from({ length: words }, (_, i) => `w${i}`).join(' ');
  here.fake.script({ kind: 'text', text, token_ms: tokenMs });
  const headers = { prefer: 'respond-async', ...key };
  const body = { inputs: { review: 'x' } };
  return (await here.call('POST', `${task.path}/run`, body, headers)).body.id;
}

describe('a run on another node', () => {
  it('can be followed to its end', async () => {
    const id = await start(40, 50);
    const response = await there.call('GET', `${here.path}/run/${id}/stream`);
    const text = String(response.body);
    const deltas = [...text.matchAll(/^data: (.*"run\.delta".*)$/gm)].map(([, data]) =>
      JSON.parse(data ?? ''),
    );
    // It arrived in parts as they were saved, not all at the end.
    expect(deltas.length).toBeGreaterThan(1);
    expect(deltas.map((delta) => delta.text).join('')).toMatch(/^w0 w1 .* w39$/);
    expect(text.match(/^event: run\.(succeeded|failed|cancelled)$/gm)).toEqual([
      'event: run.succeeded',
    ]);
    expect(text).toContain('"kind":"model"');
  });

  it('is not watched any longer when its readers have left or it has ended', async () => {
    const key = { 'idempotency-key': crypto.randomUUID() };
    const id = await start(100, 50, key);
    const leaving = new AbortController();
    const { signal } = leaving;
    const read = () => fetch(`${there.origin}/api/v1${here.path}/run/${id}/stream`, { signal });
    const left = [await read(), await read()].map((one) => one.text().catch(String));
    const waiting = fetch(`${there.origin}/api/v1${task.path}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...key },
      body: JSON.stringify({ inputs: { review: 'x' } }),
      signal,
    }).catch(String);
    await until(() => watched === 3);
    leaving.abort();
    await until(() => watched === 0);
    expect(await Promise.all([...left, waiting])).toEqual(
      Array(3).fill(expect.stringMatching(/Abort/)),
    );
    const before = everWatched;
    const stopped = await there.call('POST', `${here.path}/run/${id}/cancel`);
    expect(stopped.body.status).toBe('cancelled');
    expect(everWatched).toBe(before + 1);
    await until(() => watched === 0);
  });

  it('can be stopped', async () => {
    const { aborted } = here.fake.counts;
    const id = await start(400, 20);
    await until(
      async () => (await here.call('GET', `${here.path}/run/${id}`)).body.output_text !== '',
    );
    const { status } = await there.call('POST', `${here.path}/run/${id}/cancel`);
    expect(status).toBe(200);
    // The other node may be too busy to have finished when this one responds.
    await until(
      async () => (await there.call('GET', `${here.path}/run/${id}`)).body.status === 'cancelled',
    );
    await until(() => here.fake.counts.aborted === aborted + 1);
  });

  it("receives a person's reply, however long it is", async () => {
    const tool: TaskTool = {
      name: 'ask_me',
      description: 'Asks a person.',
      parameters: { type: 'object', properties: {} },
      execution: 'manual',
    };
    const own = await here.makeTask({ model_id: 'sandbox/sandbox', tools: [tool] });
    const body = { inputs: { review: 'x' } };
    const headers = { prefer: 'respond-async' };
    const { id } = (await here.call('POST', `${own.path}/run`, body, headers)).body;
    const at = `/run/${id}`;
    let step: RunStep | undefined;
    await until(async () => {
      const { results } = (await here.call('GET', `${here.path}${at}/step`)).body;
      step = results.find(({ status }: RunStep) => status === 'waiting');
      return step !== undefined;
    });
    // A notification can contain at most 8,000 bytes.
    const reply = 'x'.repeat(50_000);
    const path = `${here.path}${at}/step/${step?.id}/reply`;
    expect((await there.call('POST', path, { reply })).status).toBe(204);
    await until(
      async () => (await there.call('GET', `${here.path}${at}`)).body.status === 'succeeded',
    );
    const { results } = (await there.call('GET', `${here.path}${at}/step`)).body;
    expect(results.find(({ kind }: RunStep) => kind === 'tool').output).toBe(reply);
    expect((await there.call('POST', path, { reply })).body.code).toBe('tool_not_waiting');
  });

  it('is found by its idempotency key', async () => {
    const key = { 'idempotency-key': 'shared' };
    const body = { inputs: { review: 'same' } };
    here.fake.script({ kind: 'text', text: 'slow', delay_ms: 300 });
    const first = here.call('POST', `${task.path}/run`, body, key);
    await until(() => here.fake.counts.open === 1);
    // The second node has no project of its own in this test, so the call names the first one's task.
    const second = await there.call('POST', `${task.path}/run`, body, key);
    expect(second.status).toBe(200);
    expect(second.body.id).toBe((await first).body.id);
    expect(there.fake.counts.requests).toBe(0);
  });

  it('uses a new active revision immediately', async () => {
    const draft = await here.call('GET', `${task.path}/draft`);
    const definition = { ...draft.body.definition, user_prompt: 'New: {review}' };
    const match = { 'if-match': draft.body.etag };
    await here.call('PUT', `${task.path}/draft`, { definition }, match);
    await here.call('POST', `${task.path}/revision`, { activate: true });
    const run = await here.call('POST', `${task.path}/run`, { inputs: { review: 'x' } });
    expect(run.body.revision).toBe(2);
    expect(here.fake.requests.at(-1)?.messages.at(-1)?.content).toBe('New: x');
  });
});

/** Makes a task whose output takes a while, and starts a stream of a run of it. */
async function openStream(world: World, words: number, tokenMs: number) {
  const text = Array.from({ length: words }, (_, i) => `w${i}`).join(' ');
  world.fake.setReply({ kind: 'text', text, token_ms: tokenMs });
  const { path } = await world.makeTask({ model_id: PRICED_MODEL });
  const response = await fetch(`${world.origin}/api/v1${path}/run/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ inputs: { review: 'x' } }),
  });
  const client = new StreamClient();
  const resume = (on: World) =>
    fetch(`${on.origin}/api/v1${world.path}/run/${client.runId}/stream`, {
      headers: { 'last-event-id': client.lastId },
    });
  return { text, client, response, resume };
}

describe('a stream that is resumed on another node', () => {
  it('sends no text twice, although that node has less of it at first', async () => {
    const { text, client, response, resume } = await openStream(here, 60, 25);
    const received = () => client.text.length;
    // Nothing has been saved yet.
    await client.read(response, () => received() >= 20);
    const before = received();
    await client.read(await resume(there), () => received() > before);
    await client.read(await resume(here), () => received() > before + 50);
    await client.read(await resume(there));
    expect(client.text).toBe(text);
    expect(client.last?.type).toBe('run.succeeded');
  });
});

describe('a node that dies', () => {
  it('has its runs ended by the others within 10 s and billed for what was saved; one that stalls keeps them', async () => {
    const [dying, stalling] = [await openTestNode(database), await openTestNode(database)];
    const dead = await openWorld(dying.database);
    const stalled = await openWorld(stalling.database);
    const { text, client, response, resume } = await openStream(dead, 1000, 25);
    const other = await openStream(stalled, 60, 25);
    const isSaved = async (world: World, { runId }: StreamClient) =>
      (await there.call('GET', `${world.path}/run/${runId}`)).body.usage.output_tokens > 0;
    const read = client.read(response, () => client.text.length >= 200);
    await other.client.read(other.response, () => other.client.text.length >= 20);
    await until(() => isSaved(stalled, other.client));
    await read;
    await until(() => isSaved(dead, client));
    stalling.stall();
    await dying.kill();
    const killedAt = performance.now();
    await client.read(await resume(there));
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    expect(text.startsWith(client.text)).toBe(true);
    if (client.last?.type !== 'run.failed') throw new Error(`It ended with ${client.last?.type}`);
    const { run } = client.last;
    expect(run.error).toMatchObject({ code: 'run_lost' });
    expect(client.text.startsWith(run.output_text)).toBe(true);
    const { input_tokens, output_tokens, cost } = run.usage;
    expect(cost).toBe(input_tokens + 2 * output_tokens);
    expect(output_tokens).toBeGreaterThan(10);
    const balance = async () => (await there.call('GET', `/org/${dead.orgId}/balance`)).body;
    const after = { balance: 5_000_000 - (cost ?? 0), reserved: 0 };
    expect(await balance()).toMatchObject(after);

    stalling.resume();
    await other.client.read(await other.resume(there));
    expect(other.client.text).toBe(other.text);
    expect(other.client.last?.type).toBe('run.succeeded');

    // If it was only cut off from the database, what it writes now comes too late, and it stops.
    dying.resume();
    await until(() => dead.fake.counts.aborted === 1);
    const late = await there.call('GET', `${dead.path}/run/${run.id}`);
    expect(late.body).toEqual(run);
    expect(await balance()).toMatchObject(after);
    await dead.close();
    await stalled.close();
  });
});

it('two nodes cannot spend the same balance', async () => {
  const [writers, runs] = [[createRunWriter(database), createRunWriter(database)], 60];
  const rows = Array.from({ length: runs }, () => ({
    ...acceptedRow(here, newId('run')),
    reserved: 100,
  }));
  await database.db.update(org).set({ balance: 2050 }).where(eq(org.id, here.orgId));
  const each = <T>(work: (writer: RunWriter, row: AcceptedRow) => Promise<T>) =>
    Promise.all(rows.map((row, index) => work(writers[index % 2] as RunWriter, row)));
  const balance = async () => (await here.call('GET', `/org/${here.orgId}/balance`)).body;
  const accepted = await each((writer, row) => writer.accept(row));
  expect(accepted.filter(({ isCovered }) => isCovered)).toHaveLength(20);
  expect(await balance()).toMatchObject({ balance: 2050, reserved: 2000 });
  const raised = await each((writer, row) =>
    writer.reserve({ id: row.id, org_id: here.orgId, reserved: 110 }),
  );
  expect(raised.filter(({ isCovered }) => isCovered)).toHaveLength(5);
  const ended = await each((writer, row) => writer.end(endedRow(row.id, 'succeeded')));
  expect(ended.filter(Boolean)).toHaveLength(20);
  expect(await balance()).toMatchObject({ balance: 2050 - 20 * 50, reserved: 0 });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../../../tests/support/until.ts';
import { openWorld, type World } from './testing.ts';

let world: World;
let task: { id: string; path: string };

beforeAll(async () => {
  world = await openWorld();
  task = await world.makeTask();
});
beforeEach(() => world.fake.reset());
afterAll(() => world.close());

const review = (text: string) => ({ inputs: { review: text } });

describe('running a task', () => {
  it('returns the finished run, which is stored with its trace', async () => {
    world.fake.script({ kind: 'text', text: 'Sad.', usage: { input: 20, output: 2 } });
    const { status, body } = await world.call('POST', `${task.path}/run`, review('It broke.'));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'succeeded',
      revision: 1,
      source: 'console',
      output: 'Sad.',
      output_text: 'Sad.',
      output_valid: true,
      input_preview: 'It broke.',
      usage: { input_tokens: 20, output_tokens: 2, cost: null },
      error: null,
    });
    const kept = await world.call('GET', `${world.path}/run/${body.id}`);
    expect(kept.body).toEqual(body);
    const { body: trace } = await world.call('GET', `${world.path}/run/${body.id}/step`);
    const messages = [
      { role: 'system', content: 'You judge product reviews.' },
      { role: 'user', content: 'Review: It broke.' },
    ];
    expect(trace.results).toMatchObject([
      {
        kind: 'compile',
        status: 'succeeded',
        input: { review: 'It broke.' },
        output: { messages },
      },
      { kind: 'model', name: 'compatible/fake-model', input: { messages }, output: 'Sad.' },
      { kind: 'validate', status: 'succeeded', error: null },
    ]);
    expect(world.fake.requests[0]?.messages).toEqual(messages);
  });

  it('keeps a text that looks like JSON as text', async () => {
    world.fake.script({ kind: 'text', text: '42' });
    const { body } = await world.call('POST', `${task.path}/run`, review('Count.'));
    expect(body.output).toBe('42');
    expect((await world.call('GET', `${world.path}/run/${body.id}`)).body.output).toBe('42');
  });

  it('removes characters that PostgreSQL cannot store', async () => {
    world.fake.script({ kind: 'text', text: 'a\0b \ud800 c' });
    const { body } = await world.call('POST', `${task.path}/run`, review('Odd.'));
    const kept = await world.call('GET', `${world.path}/run/${body.id}`);
    expect(kept.body.output_text).toBe('a\uFFFDb \uFFFD c');
  });

  it('reports what is wrong with each input, and stores nothing', async () => {
    const before = await world.call('GET', `${world.path}/run?page_limit=100`);
    const { status, body } = await world.call('POST', `${task.path}/run`, { inputs: { other: 1 } });
    expect(status).toBe(400);
    expect(body.errors.map((error: { pointer: string }) => error.pointer)).toEqual([
      '/inputs/other',
      '/inputs/review',
    ]);
    const after = await world.call('GET', `${world.path}/run?page_limit=100`);
    expect(after.body.results.length).toBe(before.body.results.length);
  });

  it('runs a revision by number, and the draft for people who can edit the task', async () => {
    const own = await world.makeTask();
    const draft = await world.call('GET', `${own.path}/draft`);
    const definition = { ...draft.body.definition, user_prompt: 'Draft: {review}' };
    await world.call('PUT', `${own.path}/draft`, { definition }, { 'if-match': draft.body.etag });
    const run = (revision: string, caller = 'owner') =>
      world.call('POST', `${own.path}/run`, { ...review('x'), revision }, { 'x-caller': caller });
    expect((await run('draft')).body.revision).toBeNull();
    expect(world.fake.requests.at(-1)?.messages.at(-1)?.content).toBe('Draft: x');
    expect((await run('1')).body.revision).toBe(1);
    expect((await run('2')).status).toBe(404);
    expect((await run('draft', 'member')).body.code).toBe('forbidden');
    expect((await run('draft', 'key_1')).body.code).toBe('forbidden');
    expect((await run('1', 'member')).status).toBe(200);
  });

  it('rejects an incomplete draft with every rule that it breaks', async () => {
    const made = await world.call('POST', `${world.path}/task`, { name: 'Unfinished' });
    const { body } = await world.call('POST', `${world.path}/task/${made.body.id}/run`, {
      inputs: {},
      revision: 'draft',
    });
    expect(body.code).toBe('invalid_request');
    expect(body.errors[0].pointer).toBe('/definition/system_prompt');
  });

  it('rejects prompts that would grow too large before filling them in', async () => {
    const huge = await world.makeTask({ user_prompt: '{review}'.repeat(2000) });
    const { status, body } = await world.call('POST', `${huge.path}/run`, review('x'.repeat(5000)));
    expect([status, body.code]).toEqual([400, 'prompt_too_long']);
  });

  it('continues in the background and can be queried', async () => {
    world.fake.script({ kind: 'text', text: 'one two three', token_ms: 30 });
    const headers = { prefer: 'respond-async' };
    const {
      status,
      body,
      headers: sent,
    } = await world.call('POST', `${task.path}/run`, review('Later.'), headers);
    expect(status).toBe(202);
    expect(body.status).toBe('running');
    expect(sent.get('location')).toBe(`/api/v1${world.path}/run/${body.id}`);
    await until(async () => {
      const { body: now } = await world.call('GET', `${world.path}/run/${body.id}`);
      return now.status === 'succeeded' && now.output_text === 'one two three';
    });
  });

  it('continues when the caller disconnects', async () => {
    world.fake.script({ kind: 'text', text: 'done', delay_ms: 150 });
    const hangUp = new AbortController();
    const request = fetch(`${world.origin}/api/v1${task.path}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(review('Hung up.')),
      signal: hangUp.signal,
    });
    await until(() => world.fake.counts.open === 1);
    hangUp.abort();
    await expect(request).rejects.toThrow();
    await until(async () => {
      const { body } = await world.call('GET', `${world.path}/run?q=Hung`);
      return body.results[0]?.status === 'succeeded';
    });
    expect(world.fake.counts.aborted).toBe(0);
  });
});

describe('an idempotency key', () => {
  const key = (name: string) => ({ 'idempotency-key': name });

  it('runs once, however many requests arrive at the same time', async () => {
    world.fake.setReply({ kind: 'text', text: 'once', delay_ms: 50 });
    const responses = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.call('POST', `${task.path}/run`, review('Same.'), key('one')),
      ),
    );
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(200));
    expect(world.fake.counts.requests).toBe(1);
    const later = await world.call('POST', `${task.path}/run`, review('Same.'), key('one'));
    expect(later.body.id).toBe(responses[0]?.body.id);
    expect(world.fake.counts.requests).toBe(1);
  });

  it('is rejected for another request, and separate for each caller', async () => {
    await world.call('POST', `${task.path}/run`, review('First.'), key('two'));
    const other = await world.call('POST', `${task.path}/run`, review('Second.'), key('two'));
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    const foreign = { ...key('two'), 'x-caller': 'key_2' };
    const theirs = await world.call('POST', `${task.path}/run`, review('Second.'), foreign);
    expect(theirs.status).toBe(200);
    expect(theirs.body.caller).toEqual({ type: 'api_key', id: 'key_2', name: 'key_2' });
    expect(theirs.body.source).toBe('api');
  });

  it('is free again after a day', async () => {
    const first = await world.call('POST', `${task.path}/run`, review('Old.'), key('three'));
    const { sql } = await import('drizzle-orm');
    await world.database.db.execute(
      sql`update run set created_at = created_at - interval '25 hours' where id = ${first.body.id}`,
    );
    const second = await world.call('POST', `${task.path}/run`, review('Old.'), key('three'));
    expect(second.status).toBe(200);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('repeats a failure unchanged', async () => {
    world.fake.script({ kind: 'status', status: 422 });
    const first = await world.call('POST', `${task.path}/run`, review('Fails.'), key('four'));
    const second = await world.call('POST', `${task.path}/run`, review('Fails.'), key('four'));
    expect([first.status, second.status]).toEqual([502, 502]);
    expect(second.body.run_id).toBe(first.body.run_id);
    expect(world.fake.counts.requests).toBe(1);
  });
});

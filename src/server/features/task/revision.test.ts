import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined, openWorld, type World } from '../run/testing.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

async function newTask(definition = defined()) {
  const name = `Task ${Math.random()}`;
  const { body } = await world.call('POST', `${world.path}/task`, { name, definition });
  return `${world.path}/task/${body.id}`;
}

async function saveDraft(path: string, parts: Parameters<typeof defined>[0], more = {}) {
  const { body } = await world.call('GET', `${path}/draft`);
  const match = { 'if-match': body.etag };
  return world.call('PUT', `${path}/draft`, { definition: defined(parts), ...more }, match);
}

const saveRevision = (path: string, body: object = {}, headers = {}) =>
  world.call('POST', `${path}/revision`, body, headers);

describe('a draft', () => {
  it('can be incomplete, and only replaces the version that was read', async () => {
    const path = await newTask();
    const first = await world.call('GET', `${path}/draft`);
    expect(first.headers.get('etag')).toBe(first.body.etag);
    const definition = defined({ user_prompt: '{', variables: [], model_id: 'no/such-model' });
    const match = { 'if-match': first.body.etag };
    const saved = await world.call('PUT', `${path}/draft`, { definition }, match);
    expect(saved.status).toBe(200);
    expect(saved.body.definition).toEqual(definition);
    expect(saved.body.etag).not.toBe(first.body.etag);
    const stale = await world.call('PUT', `${path}/draft`, { definition: defined() }, match);
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);
    expect((await world.call('GET', `${path}/draft`)).body).toEqual(saved.body);
    const without = await world.call('PUT', `${path}/draft`, { definition });
    expect(without.status).toBeGreaterThanOrEqual(400);
  });

  it('is saved by only one of several concurrent requests', async () => {
    const path = await newTask();
    const { body } = await world.call('GET', `${path}/draft`);
    const responses = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((text) =>
        world.call(
          'PUT',
          `${path}/draft`,
          { definition: defined({ system_prompt: text }) },
          { 'if-match': body.etag },
        ),
      ),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
  });

  it('records the revision it was restored from, which must exist', async () => {
    const path = await newTask();
    await saveRevision(path);
    expect((await saveDraft(path, {}, { base_revision: 1 })).body.base_revision).toBe(1);
    const wrong = await saveDraft(path, {}, { base_revision: 2 });
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([400, '/base_revision']);
  });
});

describe('revisions', () => {
  it('are immutable copies of the draft', async () => {
    const path = await newTask();
    const saved = await saveRevision(path, { note: 'First' });
    expect(saved.status).toBe(201);
    expect(saved.headers.get('location')).toBe(`/api/v1${path}/revision/1`);
    expect(saved.body).toMatchObject({
      number: 1,
      note: 'First',
      is_active: false,
      author: { name: 'Ada Lovelace' },
      definition: defined(),
      output_schema: { type: 'string' },
    });
    await saveDraft(path, { system_prompt: 'Changed.' });
    expect((await world.call('GET', `${path}/revision/1`)).body).toEqual(saved.body);
    expect((await world.call('GET', `${path}/revision/2`)).status).toBe(404);
    expect((await world.call('GET', `${path}/draft`)).body.base_revision).toBe(1);
  });

  it('are rejected with every rule that the draft breaks', async () => {
    const path = await newTask(
      defined({
        system_prompt: ' ',
        user_prompt: 'Hi {nobody} and {',
        variables: [{ name: 'a b', type: 'text', required: true }],
        output_format: { type: 'fields', fields: [] },
        model_id: 'no/such-model',
      }),
    );
    const { status, body } = await saveRevision(path);
    expect([status, body.code]).toEqual([400, 'invalid_request']);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/definition/system_prompt',
      '/definition/user_prompt',
      '/definition/user_prompt',
      '/definition/variables/0/name',
      '/definition/output_format/fields',
      '/definition/model_id',
    ]);
    expect((await world.call('GET', `${path}/revision`)).body.results).toEqual([]);
  });

  it('are numbered without gaps when several are saved at once', async () => {
    const path = await newTask();
    const responses = await Promise.all(Array.from({ length: 10 }, () => saveRevision(path)));
    expect(responses.map(({ body }) => body.number).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 10 }, (_, i) => i + 1),
    );
    const pages: number[] = [];
    let cursor = '';
    for (;;) {
      const { body } = await world.call('GET', `${path}/revision?page_limit=4${cursor}`);
      pages.push(...body.results.map(({ number }: { number: number }) => number));
      if (!body.pagination.has_next) break;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
    expect(pages).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect((await world.call('GET', path)).body.latest_revision).toBe(10);
  });

  it('are saved only from the draft that was read', async () => {
    const path = await newTask();
    const { body } = await world.call('GET', `${path}/draft`);
    await saveDraft(path, { system_prompt: 'Meanwhile.' });
    const stale = await saveRevision(path, {}, { 'if-match': body.etag });
    expect(stale.status).toBe(412);
    expect((await saveRevision(path)).body.definition.system_prompt).toBe('Meanwhile.');
  });

  it('can be set active, replacing the expected one', async () => {
    const path = await newTask();
    await saveRevision(path);
    await saveDraft(path, { model_id: 'sandbox/sandbox' });
    await saveRevision(path);
    const activate = (number: number, body: object = {}) =>
      world.call('POST', `${path}/revision/${number}/activate`, body);
    expect((await activate(1, { replaces: null })).body.active_revision).toBe(1);
    const wrong = await activate(2, { replaces: null });
    expect([wrong.status, wrong.body.code]).toEqual([409, 'active_revision_changed']);
    const { body: task } = await activate(2, { replaces: 1 });
    expect(task).toMatchObject({ active_revision: 2, model_id: 'sandbox/sandbox' });
    expect((await activate(2)).body.active_revision).toBe(2);
    expect((await activate(3)).status).toBe(404);
    const { body: list } = await world.call('GET', `${path}/revision`);
    expect(list.results.map((revision: { is_active: boolean }) => revision.is_active)).toEqual([
      true,
      false,
    ]);
    const race = await Promise.all([activate(1, { replaces: 2 }), activate(1, { replaces: 2 })]);
    expect(race.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('show their statistics', async () => {
    const fields = [{ name: 'n', type: 'integer' as const, required: true, list: false }];
    const path = await newTask(defined({ output_format: { type: 'fields', fields } }));
    await saveRevision(path, { activate: true });
    const run = () => world.call('POST', `${path}/run`, { inputs: { review: 'x' } });
    world.fake.script({ kind: 'text', text: '{"n":1}' });
    await run();
    world.fake.script({ kind: 'text', text: 'no' }, { kind: 'text', text: 'no' });
    await run();
    const { body } = await world.call('GET', `${path}/revision`);
    expect(body.results[0].stats).toMatchObject({ runs: 2, mean_cost: null, valid_rate: 0.5 });
    expect(body.results[0].stats.mean_latency_ms).toBeGreaterThanOrEqual(0);
  });
});

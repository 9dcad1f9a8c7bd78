import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { MAX_TASKS } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { project } from '#domain/project/project.tables.ts';
import { defined, openWorld, type World } from '../run/testing.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const create = (body: object, headers = {}) =>
  world.call('POST', `${world.path}/task`, body, headers);

describe('a task', () => {
  it('is created with a draft, found, renamed and deleted', async () => {
    const made = await create({ name: '  Sentiment  ', description: 'How they feel' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      name: 'Sentiment',
      description: 'How they feel',
      active_revision: null,
      latest_revision: null,
      created_by: { id: 'user_owner', name: 'Ada Lovelace' },
      stats: { runs: 0, runs_by_day: [0, 0, 0, 0, 0, 0, 0], cost: 0, last_run_at: null },
    });
    const path = `${world.path}/task/${made.body.id}`;
    expect(made.headers.get('location')).toBe(`/api/v1${path}`);
    expect((await world.call('GET', path)).body).toEqual(made.body);
    const draft = await world.call('GET', `${path}/draft`);
    expect(draft.body).toMatchObject({ task_id: made.body.id, base_revision: null });

    const renamed = await world.call(
      'PATCH',
      path,
      { name: 'Mood' },
      { 'if-match': made.body.etag },
    );
    expect(renamed.body).toMatchObject({ name: 'Mood', description: 'How they feel' });
    expect(renamed.body.etag).not.toBe(made.body.etag);
    const stale = await world.call('PATCH', path, { name: 'No' }, { 'if-match': made.body.etag });
    expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);

    expect((await world.call('DELETE', path)).status).toBe(204);
    expect((await world.call('GET', path)).status).toBe(404);
    expect((await world.call('GET', `${path}/draft`)).status).toBe(404);
    expect((await world.call('DELETE', path)).status).toBe(404);
  });

  it('rejects excessive nesting, and keeps working', async () => {
    let fields: object[] = [];
    for (let depth = 0; depth < 1000; depth += 1)
      fields = [{ name: 'a', type: 'object', required: true, list: false, fields }];
    const definition = {
      ...emptyDefinition('sandbox/sandbox'),
      output_format: { type: 'fields', fields },
    };
    const deep = await create({ name: 'Deep', definition });
    expect([deep.status, deep.body.code]).toEqual([400, 'invalid_request']);
    expect(deep.body.errors[0].pointer).toMatch(/^\/definition\/output_format/);
  });

  it('has a unique name within the project, ignoring case', async () => {
    const first = await create({ name: 'Unique' });
    const responses = await Promise.all([create({ name: 'unique' }), create({ name: ' UNIQUE ' })]);
    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([409, 'name_taken']);
      expect(body.errors).toEqual([{ pointer: '/name', message: MESSAGES.task.nameTaken }]);
    }
    const second = await create({ name: 'Another' });
    const path = `${world.path}/task/${second.body.id}`;
    expect((await world.call('PATCH', path, { name: 'UNIQUE' })).body.code).toBe('name_taken');
    const own = `${world.path}/task/${first.body.id}`;
    expect((await world.call('PATCH', own, { name: 'UNIQUE' })).status).toBe(200);
  });

  it('is created once by concurrent requests with the same name', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => create({ name: 'Race' })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('is not found under another project', async () => {
    const made = await create({ name: 'Here' });
    const path = `/org/${world.orgId}/project/project_other/task/${made.body.id}`;
    for (const method of ['GET', 'DELETE']) {
      expect((await world.call(method, path)).status).toBe(404);
    }
    expect((await world.call('PATCH', path, { name: 'Mine' })).status).toBe(404);
    expect((await world.call('POST', `${path}/run`, { inputs: {} })).status).toBe(404);
  });

  it('keeps its runs when it is deleted', async () => {
    const task = await world.makeTask();
    const { body: run } = await world.call('POST', `${task.path}/run`, { inputs: { review: 'x' } });
    await world.call('DELETE', task.path);
    expect((await world.call('GET', `${world.path}/run/${run.id}`)).body).toEqual(run);
    const again = await world.call('POST', `${task.path}/run`, { inputs: { review: 'x' } });
    expect(again.status).toBe(404);
  });

  it('counts its runs by day', async () => {
    const task = await world.makeTask();
    const run = () => world.call('POST', `${task.path}/run`, { inputs: { review: 'x' } });
    await Promise.all([run(), run(), run()]);
    const { body: last } = await run();
    const { body } = await world.call('GET', task.path);
    expect(body.stats).toMatchObject({ runs: 4, runs_by_day: [0, 0, 0, 0, 0, 0, 4] });
    expect(body.stats.last_run_at >= last.created_at).toBe(true);
    const { body: list } = await world.call(
      'GET',
      `${world.path}/task?q=${body.name.split(' ')[1]}`,
    );
    expect(list.results).toEqual([body]);
  });
});

describe('the list of tasks', () => {
  const NAMES = ['Delta', 'alpha', 'Bravo', 'charlie', 'Echo', '50%_off'];
  let scope: World;
  beforeAll(async () => {
    scope = await openScope();
  });
  afterAll(() => scope.close());

  /** A project with a few tasks. */
  async function openScope(): Promise<World> {
    const own = await openWorld(world.database);
    for (const name of NAMES) {
      const description = `About ${name}`;
      await own.tasks.create(own, { name, description, definition: defined() }, own.owner);
    }
    return own;
  }

  async function all(query: string, own = scope): Promise<string[]> {
    const names: string[] = [];
    let cursor = '';
    for (;;) {
      const path = `${own.path}/task?page_limit=2&${query}${cursor}`;
      const { body } = await own.call('GET', path);
      names.push(...body.results.map((task: { name: string }) => task.name));
      if (!body.pagination.has_next) return names;
      cursor = `&cursor=${body.pagination.next_cursor}`;
    }
  }

  it('sorts in both directions, and its pages have no gaps', async () => {
    const byName = ['50%_off', 'alpha', 'Bravo', 'charlie', 'Delta', 'Echo'];
    const byAge = ['Delta', 'alpha', 'Bravo', 'charlie', 'Echo', '50%_off'];
    expect(await all('sort=name')).toEqual(byName);
    expect(await all('sort=-name')).toEqual(byName.toReversed());
    expect(await all('sort=created_at')).toEqual(byAge);
    expect(await all('sort=-created_at')).toEqual(byAge.toReversed());
    expect(await all('sort=updated_at')).toEqual(byAge);
    expect(await all('')).toEqual(byAge.toReversed());
  });

  it('shows the most recently edited task first', async () => {
    const own = await openScope();
    const { body } = await own.call('GET', `${own.path}/task?q=bravo`);
    const path = `${own.path}/task/${body.results[0].id}/draft`;
    const draft = await own.call('GET', path);
    const match = { 'if-match': draft.body.etag };
    await own.call('PUT', path, { definition: draft.body.definition }, match);
    expect((await all('', own))[0]).toBe('Bravo');
    await own.close();
  });

  it('searches for words in name and description, literally', async () => {
    expect(await all('q=ALPHA')).toEqual(['alpha']);
    expect(await all('q=about+echo')).toEqual(['Echo']);
    expect(await all('q=50%25')).toEqual(['50%_off']);
    expect(await all('q=%25')).toEqual(['50%_off']);
    expect(await all('q=nothing')).toEqual([]);
  });

  it('rejects cursors of other sort orders', async () => {
    const { body } = await scope.call('GET', `${scope.path}/task?page_limit=1&sort=name`);
    const cursor = body.pagination.next_cursor;
    const other = await scope.call('GET', `${scope.path}/task?sort=updated_at&cursor=${cursor}`);
    expect([other.status, other.body.code]).toEqual([400, 'invalid_cursor']);
    for (const key of ['1', '+275760-09-13T00:00:00.000Z']) {
      const odd = Buffer.from(JSON.stringify({ key, id: 'x' })).toString('base64url');
      const { status } = await scope.call(
        'GET',
        `${scope.path}/task?sort=updated_at&cursor=${odd}`,
      );
      expect([key, status]).toEqual([key, 400]);
    }
  });

  it("of an organisation contains its projects' tasks, for people with a role in them", async () => {
    const { body } = await scope.call('GET', `/org/${scope.orgId}/task?sort=name&page_limit=3`);
    expect(body.results.map((task: { name: string }) => task.name)).toEqual([
      '50%_off',
      'alpha',
      'Bravo',
    ]);
    expect(body.pagination.has_next).toBe(true);
    const none = await scope.call('GET', `/org/${scope.orgId}/task`, undefined, {
      'x-caller': 'guest',
    });
    expect(none.body.results).toEqual([]);
  });

  it('is limited in length', async () => {
    const own = await openWorld(world.database);
    const { orgId, projectId } = own;
    await own.database.db.execute(sql`
      insert into task (id, org_id, project_id, name, model_id, created_by_id, created_by_name, created_at, updated_at)
      select 'task_' || i, ${orgId}, ${projectId}, 'Many ' || i, 'm', 'u', 'u', now(), now()
      from generate_series(1, ${MAX_TASKS}) i`);
    const { status, body } = await own.call('POST', `${own.path}/task`, { name: 'One more' });
    expect([status, body.code, body.detail]).toEqual([
      409,
      'task_limit_reached',
      MESSAGES.task.limit,
    ]);
    const page = await own.call('GET', `${own.path}/task?page_limit=100`);
    expect(page.body.results.length).toBe(100);
    await own.close();
  });
});

describe('an archived task', () => {
  it('is listed only on request, and cannot be run until it is unarchived', async () => {
    const { id, path } = await world.makeTask({ model_id: 'sandbox/sandbox' }, 'Archived');
    const shown = async (query: string) => {
      const list = await world.call('GET', `${world.path}/task?q=Archived${query}`);
      return list.body.results.map((task: { id: string }) => task.id);
    };
    const run = () => world.call('POST', `${path}/run`, { inputs: { review: 'x' } });
    const archived = await world.call('PATCH', path, { archived: true });
    expect(archived.body.archived_at).toEqual(expect.any(String));
    expect(await shown('')).toEqual([]);
    expect(await shown('&archived=true')).toEqual([id]);
    const refused = await run();
    expect([refused.status, refused.body.code]).toEqual([409, 'task_archived']);
    expect((await world.call('PATCH', path, { archived: false })).body.archived_at).toBeNull();
    expect(await shown('')).toEqual([id]);
    expect((await run()).status).toBe(200);
  });
});

describe('tags', () => {
  it('are unique ignoring case, and tasks are found by them', async () => {
    const made = await create({ name: 'Tagged', tags: [' Support ', 'support', 'mail'] });
    expect(made.body.tags).toEqual(['Support', 'mail']);
    const found = await world.call('GET', `${world.path}/task?tag=SUPPORT`);
    expect(found.body.results.map((task: { name: string }) => task.name)).toEqual(['Tagged']);
    expect((await world.call('GET', `${world.path}/task-tag`)).body.results).toEqual([
      { tag: 'mail', tasks: 1 },
      { tag: 'Support', tasks: 1 },
    ]);
    expect((await create({ name: 'Bad', tags: ['x'.repeat(41)] })).status).toBe(400);
  });
});

describe('moving a task', () => {
  it('moves its revisions too, and requires its name to be free there', async () => {
    const { db } = world.database;
    const [own] = await db.select().from(project).where(eq(project.id, world.projectId));
    if (!own) throw new Error('no project');
    const elsewhere = newId('project');
    // A name of its own, so that another try finds it free.
    const there = { ...own, id: elsewhere, name: elsewhere };
    await db.insert(project).values(there);
    const name = `Mover ${elsewhere}`;
    const { id, path } = await world.makeTask({ model_id: 'sandbox/sandbox' }, name);
    const away = path.replace(/project_[^/]+/, there.id);
    const moved = await world.call('POST', `${path}/move`, { project_id: there.id });
    expect(moved).toMatchObject({ status: 200, body: { project_id: there.id } });
    expect((await world.call('GET', path)).status).toBe(404);
    expect((await world.call('GET', `${away}/revision`)).body.results).toHaveLength(1);
    const inputs = { review: 'x' };
    expect((await world.call('POST', `${path}/run`, { inputs })).status).toBe(404);
    expect((await world.call('POST', `${away}/run`, { inputs })).status).toBe(200);

    const namesake = await create({ name: name.toUpperCase() });
    const back = await world.call('POST', `${away}/move`, { project_id: namesake.body.project_id });
    expect([back.status, back.body.code]).toEqual([409, 'name_taken']);
    const nowhere = await world.call('POST', `${away}/move`, { project_id: newId('project') });
    expect([nowhere.status, nowhere.body.errors[0].pointer]).toEqual([400, '/project_id']);
    expect((await world.call('GET', away)).body.id).toBe(id);
  });
});

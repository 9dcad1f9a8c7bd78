import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Shares } from '#core/shares.ts';
import { SHARED_EXPORTS } from '#domain/exports.ts';
import type { PageQuery } from '#domain/paging.ts';
import type { RunPort } from '#domain/run/run.port.ts';
import type { RunFilter } from '#domain/run/run.store.ts';
import type { RunFilterQuery } from '#domain/run/run-filter.ts';
import { createRunLogService } from '#domain/run/run-log.service.ts';
import { createStores } from '../../stores.ts';
import { CALLERS, openWorld, type World } from './testing.ts';

let world: World;
let task: { id: string; path: string };
let other: { id: string; path: string };

beforeAll(async () => {
  world = await openWorld();
  task = await world.makeTask({}, 'Reviews');
  other = await world.makeTask({}, 'Mails');
  const run = (path: string, review: string, caller = 'owner', revision = 'active') =>
    world.call('POST', `${path}/run`, { inputs: { review }, revision }, { 'x-caller': caller });
  await run(task.path, 'the red lamp');
  await run(task.path, 'the blue lamp', 'key_1');
  await run(task.path, 'a 100% wool_sock', 'owner', 'draft');
  world.fake.script({ kind: 'status', status: 422 });
  await run(task.path, 'a failure');
  await run(other.path, 'a red mail', 'key_1');
});
afterAll(() => world.close());

const list = async (query = '', { path } = world) => {
  const { status, body } = await world.call('GET', `${path}/run${query}`);
  expect(status).toBe(200);
  return body.results.map((run: { input_preview: string }) => run.input_preview) as string[];
};

describe('the list of runs', () => {
  it('shows the newest first, page by page, without repeats or gaps', async () => {
    const seen: string[] = [];
    let query = '?page_limit=2';
    for (;;) {
      const { body } = await world.call('GET', `${world.path}/run${query}`);
      seen.push(...body.results.map((run: { input_preview: string }) => run.input_preview));
      if (!body.pagination.has_next) break;
      query = `?page_limit=2&cursor=${body.pagination.next_cursor}`;
    }
    expect(seen).toEqual([
      'a red mail',
      'a failure',
      'a 100% wool_sock',
      'the blue lamp',
      'the red lamp',
    ]);
  });

  it('filters', async () => {
    expect(await list(`?task_id=${other.id}`)).toEqual(['a red mail']);
    expect(await list('?status=failed')).toEqual(['a failure']);
    expect((await list('?status=failed&status=succeeded')).length).toBe(5);
    expect(await list('?status=running')).toEqual([]);
    expect(await list('?source=api')).toEqual(['a red mail', 'the blue lamp']);
    expect((await list(`?task_id=${task.id}&revision=1`)).length).toBe(3);
    expect(await list('?caller_id=key_1&output_valid=true')).toEqual([
      'a red mail',
      'the blue lamp',
    ]);
    expect(await list('?output_valid=false')).toEqual([]);
    expect(await list('?created_after=2999-01-01T00:00:00Z')).toEqual([]);
    // The first year, and a leap second: valid in RFC 3339, though not in a database.
    expect(await list('?created_before=0000-01-01T00:00:00Z')).toEqual([]);
    expect(await list('?created_before=2016-12-31T23:59:60Z')).toEqual([]);
    expect((await list('?created_before=2999-01-01T00:00:00Z')).length).toBe(5);
  });

  it('searches for words literally', async () => {
    expect(await list('?q=lamp+red')).toEqual(['the red lamp']);
    expect(await list('?q=RED')).toEqual(['a red mail', 'the red lamp']);
    expect(await list('?q=mails')).toEqual(['a red mail']);
    expect(await list('?q=100%25')).toEqual(['a 100% wool_sock']);
    expect(await list('?q=_')).toEqual(['a 100% wool_sock']);
    expect(await list('?q=+')).toHaveLength(5);
    expect(await list('?q=%5C')).toEqual([]);
    expect(await list('?q=%25%25')).toEqual([]);
    expect(await list('?q=mailsa')).toEqual([]);
  });

  it('searches for words in any script, ignoring case', async () => {
    const own = await openWorld(world.database);
    const { path } = await own.makeTask();
    await own.call('POST', `${path}/run`, { inputs: { review: 'Красная лампа 赤いランプ' } });
    for (const q of ['красная', 'ЛАМПА', 'п', '赤い', 'ランプ лампа']) {
      const found = await list(`?q=${encodeURIComponent(q)}`, own);
      expect(found).toEqual(['Красная лампа 赤いランプ']);
    }
    expect(await list(`?q=${encodeURIComponent('синяя')}`, own)).toEqual([]);
    await own.close();
  });

  it('finds a run by its id', async () => {
    const { body } = await world.call('GET', `${world.path}/run?q=blue`);
    expect(await list(`?q=${body.results[0].id}`)).toEqual(['the blue lamp']);
    expect(await list(`?q=${body.results[0].id}&status=failed`)).toEqual([]);
  });

  it('lists every caller once', async () => {
    const { body } = await world.call('GET', `${world.path}/run/caller`);
    expect(body.results).toEqual([
      { type: 'user', id: 'user_owner', name: 'Ada Lovelace' },
      { type: 'api_key', id: 'key_1', name: 'key_1' },
    ]);
  });

  it('rejects a cursor from another list', async () => {
    const { status, body } = await world.call('GET', `${world.path}/run?cursor=bm9uc2Vuc2U`);
    expect([status, body.code]).toEqual([400, 'invalid_cursor']);
  });

  it("doesn't show runs of other projects", async () => {
    const elsewhere = `/org/${world.orgId}/project/project_other`;
    const { body } = await world.call('GET', `${world.path}/run`);
    expect((await world.call('GET', `${elsewhere}/run`)).body.results).toEqual([]);
    expect((await world.call('GET', `${elsewhere}/run/${body.results[0].id}`)).status).toBe(404);
    expect((await world.call('GET', `${elsewhere}/run/${body.results[0].id}/step`)).status).toBe(
      404,
    );
  });

  it('previews at most 200 characters, whatever the inputs are', async () => {
    const own = await openWorld(world.database);
    const { path } = await own.makeTask();
    const { body } = await own.call('POST', `${path}/run`, {
      inputs: { review: `  ${'🦊 '.repeat(300)}` },
    });
    await own.close();
    expect([...body.input_preview].length).toBeLessThanOrEqual(200);
    expect(body.input_preview).toMatch(/^🦊 🦊/);
    expect(body.input_preview.isWellFormed()).toBe(true);
  });

  describe('among many runs', () => {
    beforeAll(async () => {
      await world.database.db.execute(sql`
      insert into run (id, org_id, project_id, task_id, task_name, revision, source, status, model_id,
        input_preview, inputs, caller_type, caller_id, caller_name, worker_id, created_at, ended_at)
      select 'run_0' || lpad(i::text, 25, '0'), 'org_x', 'project_many', 'task_many', 'Many', 1, 'api',
        case when i % 1000 = 0 then 'failed' else 'succeeded' end, 'm', 'row ' || i, '{}', 'api_key', 'k', 'k', 'w',
        now(), now()
      from generate_series(1, 20000) i`);
      await world.database.db.execute(sql`analyze run`);
    });

    it('reads pages by index', async () => {
      const { pageOfRuns } = await import('./run.repository.ts');
      const plan = async (wanted: Partial<RunFilter>) => {
        const filter = { readerId: 'user_1', ...wanted };
        const { db } = world.database;
        const page = { limit: 26, atMost: 1000 };
        const query = pageOfRuns(db, 'project_many', filter, page).getSQL();
        const { rows } = await db.execute(sql`explain (analyze, format json) ${query}`);
        return JSON.stringify(rows);
      };
      for (const filter of [
        {},
        { task_id: 'task_many' },
        { status: ['failed' as const] },
        { output_valid: false },
        { caller_id: 'k' },
        { task_id: 'task_many', caller_id: 'nobody' },
      ]) {
        const text = await plan(filter);
        expect(text).not.toContain('Seq Scan');
        expect(text).not.toContain('"Sort"');
      }
    });

    it('are not scanned for tasks that never ran', async () => {
      const { figureMethods, lastRunsOf } = await import('../task/task-figures.repository.ts');
      const { db } = world.database;
      const ids = ['task_none', task.id, 'task_zero'];
      expect([...(await figureMethods(db).lastRuns(ids)).keys()]).toEqual([task.id]);
      const { rows } = await db.execute(sql`explain (format json) ${lastRunsOf(ids)}`);
      expect(JSON.stringify(rows)).toContain('run_task');
    });

    const search = async (query: RunFilterQuery & PageQuery, scanAtMost: number) => {
      const run = { hub: { find: () => undefined } } as unknown as RunPort;
      const stores = createStores(world.database.db);
      const exports = new Shares(SHARED_EXPORTS);
      const service = createRunLogService({ exports, stores, run }, { scanAtMost });
      const pages: string[][] = [];
      let cursor: string | null = null;
      do {
        const one = { ...query, ...(cursor && { cursor }) };
        const page = await service.list('project_many', one, CALLERS.owner);
        pages.push(page.results.map((run) => run.input_preview));
        cursor = page.pagination.next_cursor;
        expect(page.pagination.has_next).toBe(cursor !== null);
      } while (cursor);
      return pages;
    };

    it('scans a bounded number per page, whatever is wanted, and says that there are more', async () => {
      const nobody = { revision: 2, task_id: 'task_many', source: 'console' as const };
      expect(await search(nobody, 5000)).toEqual([[], [], [], []]);
      expect(await search({ q: 'row 12345' }, 5000)).toEqual([[], ['row 12345'], [], []]);
      expect(await search({ q: 'zebra', status: ['failed'] }, 5000)).toEqual([[]]);
    });

    it.each([300, 5000, 50_000])('finds each of them once, %i at a time', async (atMost) => {
      const rows = Array.from({ length: 20_000 }, (_, at) => `row ${20_000 - at}`);
      const pages = await search({ q: '19 row', page_limit: 40 }, atMost);
      expect(pages.flat()).toEqual(rows.filter((row) => row.includes('19')));
    });
  });
});

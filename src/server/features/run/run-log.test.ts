import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstIdAt } from '#core/ids.ts';
import type { RunExportRow, RunStep } from '#generated/model/index.ts';
import { openWorld, PRICED_MODEL, type World } from './testing.ts';

let world: World;
let task: { id: string; path: string };

beforeAll(async () => {
  world = await openWorld();
  task = await world.makeTask({ model_id: PRICED_MODEL }, 'Reviews');
  const run = (review: string, revision = 'active') =>
    world.call('POST', `${task.path}/run`, { inputs: { review }, revision });
  await run('the "red", lamp');
  await run('=1+1');
  await run('a draft', 'draft');
  world.fake.script({ kind: 'status', status: 422 });
  await run('a failure');
});
afterAll(() => world.close());

const get = (path: string) => world.call('GET', `${world.path}/run${path}`);

/** Inserts runs that were never executed. */
const insertRuns = (taskId: string, count: number, latency: string, at: string) =>
  world.database.db.execute(sql`
    insert into run (id, org_id, project_id, task_id, task_name, revision, source, status, model_id,
      input_preview, inputs, caller_type, caller_id, caller_name, worker_id, created_at, ended_at, latency_ms)
    select ${firstIdAt('run', Date.parse(at)).slice(0, 14)} || lpad(i::text, 16, '0'), 'org_x', ${world.projectId}, ${taskId}, 'Made', 1,
      'api', case when i > 1000 then 'failed' else 'succeeded' end, 'm', '', '{}', 'api_key', 'k', 'k', 'w',
      ${at}::timestamptz, now(), ${sql.raw(latency)}
    from generate_series(1, ${count}::int) i`);

const rowsOf = (file: unknown) =>
  String(file)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as RunExportRow);

describe('statistics of runs', () => {
  it('count by day, by revision and in total', async () => {
    const { status, body } = await get('/stats');
    expect(status).toBe(200);
    expect(body.interval).toBe('day');
    expect(body.buckets).toHaveLength(8);
    const total = { runs: 4, succeeded: 3, failed: 1, cancelled: 0, valid: 3, invalid: 0 };
    expect(body.total).toMatchObject(total);
    expect(body.buckets.at(-1)).toMatchObject(total);
    expect(body.buckets[0]).toMatchObject({ runs: 0, latency_p50: null });
    expect(body.revisions).toMatchObject([
      { task_id: task.id, task_name: 'Reviews', revision: 1, runs: 3, failed: 1 },
      { task_id: task.id, task_name: 'Reviews', revision: null, runs: 1, failed: 0 },
    ]);
    const sum = body.revisions.reduce((all: number, one: { cost: number }) => all + one.cost, 0);
    expect(sum).toBe(body.total.cost);
    expect(sum).toBeGreaterThan(0);
  });

  it('take percentiles of the runs that succeeded', async () => {
    await insertRuns('task_slow', 1200, 'i', '2026-01-05T10:30:00Z');
    const window = 'created_after=2026-01-05T00:00:00Z&created_before=2026-01-06T00:00:00Z';
    const { body } = await get(`/stats?task_id=task_slow&${window}`);
    expect(body.interval).toBe('hour');
    expect(body.buckets).toHaveLength(24);
    expect(body.buckets[10]).toMatchObject({ at: '2026-01-05T10:00:00.000Z', runs: 1200 });
    expect(body.total).toMatchObject({ latency_p50: 500, latency_p95: 950, latency_p99: 990 });
    expect(body.total).toMatchObject({ unpriced_runs: 1200, cost: 0 });
  });

  it('are filtered like the list', async () => {
    expect((await get('/stats?status=failed')).body.total.runs).toBe(1);
    expect((await get('/stats?q=draft')).body.total.runs).toBe(1);
    expect((await get('/stats?created_after=2999-01-01T00:00:00Z')).body.total.runs).toBe(0);
  });
});

describe('the export of runs', () => {
  it('has a line for each run as JSON, newest first', async () => {
    const { status, headers, body } = await get(`/export?format=jsonl&task_id=${task.id}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="runs.jsonl"');
    const rows = rowsOf(body);
    expect(rows.map((row) => row.inputs.review)).toEqual([
      'a failure',
      'a draft',
      '=1+1',
      'the "red", lamp',
    ]);
    expect(rows[0]).toMatchObject({ status: 'failed', output: null, revision: 1 });
    expect(rows[3]).toMatchObject({ status: 'succeeded', caller_name: 'Ada Lovelace' });
    expect(rows[3]?.output).toBeTruthy();
  });

  it('is a table with a header row, even when empty', async () => {
    const { headers, body } = await get(`/export?task_id=${task.id}&q=lamp`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = String(body).split('\r\n');
    expect(lines[0]).toMatch(/^id,created_at,status,.*,inputs,output$/);
    expect(lines[1]).toContain('"{""review"":""the \\""red\\"", lamp""}"');
    expect(lines).toHaveLength(3);
    expect(String((await get('/export?q=nothing')).body).split('\r\n')).toHaveLength(2);
    expect((await get('/export?format=xlsx')).status).toBe(400);
  });

  it('contains all runs, however many there are', async () => {
    await insertRuns('task_many', 1001, '1', '2026-01-06T10:30:00Z');
    const ids = rowsOf((await get('/export?format=jsonl&task_id=task_many')).body).map((r) => r.id);
    expect(new Set(ids).size).toBe(1001);
    expect(ids).toEqual([...ids].sort().reverse());
  });
});

describe('the trace of a run', () => {
  it('omits large data unless requested, and can be read step by step', async () => {
    const { body: list } = await get(`?task_id=${task.id}&q=lamp`);
    const { id } = list.results[0];
    const { body: bare } = await get(`/${id}/step?with_data=false`);
    const { body: whole } = await get(`/${id}/step`);
    const data = bare.results.flatMap(({ input, output }: RunStep) => [input, output]);
    expect(data.every((value: unknown) => value === null)).toBe(true);
    expect(whole.results[0].input).toEqual({ review: 'the "red", lamp' });
    const { body: step } = await get(`/${id}/step/${whole.results[0].id}`);
    expect(step).toEqual(whole.results[0]);
    expect((await get(`/${id}/step/step_none`)).status).toBe(404);
  });
});

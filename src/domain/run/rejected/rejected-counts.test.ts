import { describe, expect, it } from 'vitest';
import { GROUPS_MAX, RejectedCounts } from './rejected-counts.ts';
import type { Rejection } from './rejection.ts';

const rejection = (parts: Partial<Rejection> = {}): Rejection => ({
  project_id: 'project_1',
  task_id: 'task_1',
  target: null,
  revision: 2,
  source: 'api',
  caller_type: 'api_key',
  caller_id: 'key_1',
  caller_name: 'Backend',
  code: 'invalid_request',
  status: 400,
  pointers: ['/inputs/review'],
  ...parts,
});
const at = (time: string) => `2026-11-20T${time}.000Z`;

describe('counts of rejected calls', () => {
  it('are by caller, reason and day, and have the same id wherever they are counted', async () => {
    const [one, other] = [new RejectedCounts(), new RejectedCounts()];
    one.add(rejection(), 'req_1', at('09:00:00'));
    one.add(rejection(), 'req_2', at('09:30:00'));
    one.add(rejection({ code: 'not_found', status: 404 }), 'req_3', at('09:30:00'));
    one.add(rejection(), 'req_4', '2026-11-21T00:00:00.000Z');
    other.add(rejection(), 'req_5', at('10:00:00'));
    const rows = await one.take();
    expect(rows.map(({ calls, last_request_id }) => [calls, last_request_id])).toEqual([
      [2, 'req_2'],
      [1, 'req_3'],
      [1, 'req_4'],
    ]);
    expect(rows[0]).toMatchObject({ first_at: at('09:00:00'), last_at: at('09:30:00') });
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    expect((await other.take())[0]?.id).toBe(rows[0]?.id);
    expect(await one.take()).toEqual([]);
  });

  it('are saved one time after the other, so that none gets lost', async () => {
    const counts = new RejectedCounts();
    let calls = 0;
    const write = async (rows: readonly { calls: number }[]) => {
      const before = calls;
      await new Promise((resolve) => setTimeout(resolve, 5));
      calls = before + (rows[0]?.calls ?? 0);
    };
    counts.add(rejection(), 'req_1');
    const first = counts.save(write);
    await new Promise((resolve) => setTimeout(resolve, 2));
    counts.add(rejection(), 'req_2');
    await Promise.all([first, counts.save(write)]);
    expect(calls).toBe(2);
  });

  it('that could not be saved are added to later ones', async () => {
    const counts = new RejectedCounts();
    counts.add(rejection(), 'req_1', at('09:00:00'));
    const failed = await counts.take();
    counts.add(rejection(), 'req_2', at('09:00:01'));
    counts.restore(failed);
    const saved = { calls: 2, first_at: at('09:00:00'), last_at: at('09:00:01') };
    expect(await counts.take()).toMatchObject([{ ...saved, last_request_id: 'req_2' }]);
  });

  it('are grouped by code only if a caller invents names, and others keep their own groups', async () => {
    const counts = new RejectedCounts();
    for (let i = 0; i < 5000; i += 1) {
      counts.add(rejection({ task_id: `task_${i}` }), 'req', at('09:00:00'));
      // Saved in between: the limit is for the whole day.
      if (i === 50) await counts.take();
    }
    counts.add(rejection({ caller_id: 'key_2' }), 'req', at('09:00:00'));
    const rows = await counts.take();
    expect(rows.length).toBeLessThanOrEqual(GROUPS_MAX + 2);
    const rest = rows.find(({ task_id }) => task_id === null);
    expect(rest).toMatchObject({ calls: 5000 - GROUPS_MAX, pointers: [], revision: null });
    expect(rows.at(-1)).toMatchObject({ caller_id: 'key_2', task_id: 'task_1' });
  });

  it('that wait to be saved are limited', async () => {
    const counts = new RejectedCounts();
    for (let i = 0; i < 30_000; i += 1) {
      counts.add(rejection({ caller_id: `key_${i}` }), 'req', at('09:00:00'));
    }
    expect(counts.size).toBeLessThanOrEqual(2000);
  });
});

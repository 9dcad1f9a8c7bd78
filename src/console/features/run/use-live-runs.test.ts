import { describe, expect, it } from 'vitest';
import { fakeRun } from '#console/modules/run/testing.ts';
import type { RunSummary } from '#generated/model/index.ts';
import { compareRuns, pollSince } from './use-live-runs.ts';

const at = (id: string, minute: number, change: Partial<RunSummary> = {}): RunSummary =>
  fakeRun({ id, created_at: `2026-11-20T09:${String(minute).padStart(2, '0')}:00Z`, ...change });

describe('polling the run list', () => {
  it('counts new runs and finds changed ones', () => {
    const known = [at('b', 2, { status: 'running' }), at('a', 1)];
    const ended = at('b', 2, { status: 'succeeded' });
    const { fresh, changed } = compareRuns(known, [at('c', 3), ended, at('a', 1)], []);
    expect(fresh).toBe(1);
    expect([...changed]).toEqual([['b', ended]]);
  });

  it('counts only runs that match the filter, but updates rows that no longer do', () => {
    const known = [at('b', 2, { status: 'running' })];
    const polled = [at('c', 3, { status: 'succeeded' }), at('b', 2, { status: 'failed' })];
    const { fresh, changed } = compareRuns(known, polled, ['running']);
    expect(fresh).toBe(0);
    expect(changed.get('b')?.status).toBe('failed');
  });

  it('polls from the oldest unfinished row near the top, else the newest row', () => {
    const rows = [at('c', 3), at('b', 2, { status: 'queued' }), at('a', 1)];
    expect(pollSince(rows, 'opened')).toBe('2026-11-20T09:02:00Z');
    expect(pollSince([at('c', 3), at('a', 1)], 'opened')).toBe('2026-11-20T09:03:00Z');
    expect(pollSince([], 'opened')).toBe('opened');
  });
});

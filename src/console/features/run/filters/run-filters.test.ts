import { describe, expect, it } from 'vitest';
import { runFilters } from './run-filters.ts';

const { none, read: readFilters, write: writeFilters, count, params: toListParams } = runFilters;

const now = new Date('2026-11-20T12:00:00Z');
const read = (query: string) => readFilters(new URLSearchParams(query));

describe('run filters', () => {
  it('round-trip through the URL', () => {
    const filters = {
      ...none,
      q: 'broken lamp & more',
      status: ['running', 'failed'] as const,
      task: 'task_01',
      source: 'api' as const,
      revision: 3,
      from: '2026-11-01',
      to: '2026-11-20',
    };
    const written = writeFilters(new URLSearchParams(), {
      ...filters,
      status: [...filters.status],
    });
    expect(readFilters(written)).toEqual(filters);
  });

  it('keep the open drawer in the URL', () => {
    const next = writeFilters(new URLSearchParams('run=run_1&q=old&status=failed'), none);
    expect(next.toString()).toBe('run=run_1');
  });

  it('drop values that the contract would refuse', () => {
    const invalid = `status=lost&status=failed&source=chat&revision=-2&period=9y&from=2026-13-40&q=${'x'.repeat(300)}`;
    expect(read(invalid)).toEqual({ ...none, status: ['failed'], q: 'x'.repeat(200) });
  });

  it('ignore a revision without a task', () => {
    expect(toListParams({ ...none, revision: 3 }, now)).toEqual({});
    expect(writeFilters(new URLSearchParams(), { ...none, revision: 3 }).toString()).toBe('');
  });

  it('convert to API parameters, including the last day', () => {
    const params = toListParams(
      read('from=2026-11-01&to=2026-11-20&status=failed&task=t&revision=2'),
      now,
    );
    expect(params).toMatchObject({ task_id: 't', revision: 2, status: ['failed'] });
    expect(params.created_after).toBe(new Date(2026, 10, 1).toISOString());
    expect(params.created_before).toBe(new Date(2026, 10, 21).toISOString());
  });

  it('resolve a period relative to now, and prefer it to dates', () => {
    expect(toListParams(read('period=24h&from=2020-01-01'), now)).toEqual({
      created_after: '2026-11-19T12:00:00.000Z',
    });
  });

  it('count those set', () => {
    expect(count(read('run=run_1'))).toBe(0);
    expect(count(read('q=x'))).toBe(1);
  });
});

import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstIdAt, isId, newId, nthId, timeAfterIds } from './ids.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('the first id of a time sorts after all earlier ids and before all later ones', () => {
  const before = newId('run');
  // Other tests may have moved the clock.
  const now = timeAfterIds();
  vi.spyOn(Date, 'now').mockReturnValue(now);
  const after = newId('run');
  expect([before, firstIdAt('run', now), after].sort()).toEqual([
    before,
    firstIdAt('run', now),
    after,
  ]);
  expect(firstIdAt('run', now + 1) > after).toBe(true);
  expect(isId('run', firstIdAt('run', now))).toBe(true);
});

describe('newId', () => {
  it('is the prefix and 26 characters', () => {
    expect(newId('task')).toMatch(/^task_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('sorts in order of creation, even within a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('run'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('keeps increasing when the clock is set back', () => {
    const before = newId('run');
    vi.spyOn(Date, 'now').mockReturnValue(1);
    expect(newId('run') > before).toBe(true);
    expect(firstIdAt('run', timeAfterIds()) > newId('run')).toBe(true);
  });

  it('contains the time and the version of a UUIDv7', () => {
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    const numberOf = (id: string) =>
      [...id.slice(4)].reduce((sum, c) => sum * 32n + BigInt(alphabet.indexOf(c)), 0n);
    expect(numberOf(firstIdAt('run', 2 ** 47)) >> 80n).toBe(2n ** 47n);
    // Every id that this process creates until then will also have this time, so it must not be far ahead.
    const soon = timeAfterIds() + 1000;
    vi.spyOn(Date, 'now').mockReturnValue(soon);
    const value = numberOf(newId('run'));
    expect(value >> 80n).toBe(BigInt(soon));
    expect((value >> 76n) & 15n).toBe(7n);
    expect((value >> 62n) & 3n).toBe(2n);
  });
});

describe('isId', () => {
  it('recognises ids of its kind', () => {
    expect(isId('task', newId('task'))).toBe(true);
    expect(isId('task', newId('run'))).toBe(false);
    expect(isId('task', 'task_short')).toBe(false);
    expect(isId('task', `${newId('task')}0`)).toBe(false);
  });
});

it('ids that follow from another one are the same each time, and different from each other', () => {
  const base = newId('transfer');
  const ids = Array.from({ length: 1000 }, (_, at) => nthId('task', base, at));
  expect(ids).toEqual(ids.map((_, at) => nthId('task', base, at)));
  expect(new Set(ids).size).toBe(1000);
  expect(ids.every((id) => isId('task', id))).toBe(true);
  expect(nthId('transfer', base, 0)).toBe(base);
  const highest = `transfer_${'7'.padEnd(26, 'z')}`;
  expect(isId('task', nthId('task', highest, 1))).toBe(true);
});

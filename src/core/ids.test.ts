import { afterEach, describe, expect, it, vi } from 'vitest';
import { firstIdAt, isId, newId } from './ids.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('the first id of a time comes before all that are made from then on, and after those before', () => {
  const now = Date.now();
  const id = newId('run');
  expect(firstIdAt('run', now - 1) < id).toBe(true);
  // Ids of one process may run ahead of the clock by some milliseconds.
  expect(firstIdAt('run', now + 60_000) > id).toBe(true);
  expect(isId('run', firstIdAt('run', now))).toBe(true);
});

describe('newId', () => {
  it('is the prefix and 26 characters', () => {
    expect(newId('task')).toMatch(/^task_[0-9a-hjkmnp-tv-z]{26}$/);
  });

  it('sorts in the order of making, also within a millisecond', () => {
    const ids = Array.from({ length: 20_000 }, () => newId('run'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('goes on upwards when the clock is set back', () => {
    const before = newId('run');
    vi.spyOn(Date, 'now').mockReturnValue(1);
    expect(newId('run') > before).toBe(true);
  });

  it('holds the time and the version of a UUIDv7', () => {
    const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
    const numberOf = (id: string) =>
      [...id.slice(4)].reduce((sum, c) => sum * 32n + BigInt(alphabet.indexOf(c)), 0n);
    expect(numberOf(firstIdAt('run', 2 ** 47)) >> 80n).toBe(2n ** 47n);
    // All ids that this process makes until then have this time too: it must not be far.
    const soon = Date.now() + 1000;
    vi.spyOn(Date, 'now').mockReturnValue(soon);
    const value = numberOf(newId('run'));
    expect(value >> 80n).toBe(BigInt(soon));
    expect((value >> 76n) & 15n).toBe(7n);
    expect((value >> 62n) & 3n).toBe(2n);
  });
});

describe('isId', () => {
  it('knows ids of the kind from all else', () => {
    expect(isId('task', newId('task'))).toBe(true);
    expect(isId('task', newId('run'))).toBe(false);
    expect(isId('task', 'task_short')).toBe(false);
    expect(isId('task', `${newId('task')}0`)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { dateProblem, expiresAt, today } from './expiry.ts';

const now = Date.parse('2026-11-20T09:00:00Z');

describe('when a new key ends', () => {
  it('never, or so many days from now', () => {
    expect(expiresAt('never', '', now)).toBeNull();
    expect(expiresAt('30', '', now)).toBe('2026-12-20T09:00:00.000Z');
    expect(expiresAt('90', '', now)).toBe('2027-02-18T09:00:00.000Z');
  });

  it('at the end of a chosen day, where the person is', () => {
    const end = new Date(expiresAt('custom', '2026-12-24', now) ?? '');
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([24, 23, 59]);
  });

  it('needs a day that is still to come; today will do', () => {
    expect(dateProblem('', now)).toBe('Choose a date');
    expect(dateProblem('2026-11-18', now)).toContain('still to come');
    expect(dateProblem(today(new Date(now)), now)).toBeNull();
  });
});

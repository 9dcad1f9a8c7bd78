import { describe, expect, it } from 'vitest';
import { dateProblem, expiresAt, today } from './expiry.ts';

const now = Date.parse('2026-11-20T09:00:00Z');

describe('the expiry of a new key', () => {
  it('is never, or a number of days from now', () => {
    expect(expiresAt('never', '', now)).toBeNull();
    expect(expiresAt('30', '', now)).toBe('2026-12-20T09:00:00.000Z');
    expect(expiresAt('90', '', now)).toBe('2027-02-18T09:00:00.000Z');
  });

  it('is the end of the chosen day, in local time', () => {
    const end = new Date(expiresAt('custom', '2026-12-24', now) ?? '');
    expect([end.getDate(), end.getHours(), end.getMinutes()]).toEqual([24, 23, 59]);
  });

  it('must be today or later', () => {
    expect(dateProblem('', now)).toBe('Choose a date');
    // Chromium's date field takes more than four digits.
    expect(dateProblem('20266-01-01', now)).toBe('Choose a date');
    expect(expiresAt('custom', '20266-01-01', now)).toBeNull();
    expect(dateProblem('2026-11-18', now)).toContain('future date');
    expect(dateProblem(today(new Date(now)), now)).toBeNull();
  });
});

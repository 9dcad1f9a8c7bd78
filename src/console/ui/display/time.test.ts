import { describe, expect, it } from 'vitest';
import { formatDateTime, formatRelative } from './time.tsx';

const now = Date.parse('2026-11-22T07:31:00Z');
const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();

describe('times', () => {
  it.each([
    [-3, 'just now'],
    [-35, '35 s ago'],
    [-5 * 60, '5 min ago'],
    [-16 * 3600, '16 h ago'],
    [-86_400, 'yesterday'],
    [-3 * 86_400, '3 days ago'],
    [-8 * 86_400, '1 week ago'],
    [20 * 60, 'in 20 min'],
    [95 * 86_400, 'in 3 months'],
  ])('are relative to now: %d s is %s', (seconds, text) => {
    expect(formatRelative(after(seconds), now)).toBe(text);
  });

  it('are absolute in British order, with 24 hours', () => {
    expect(formatDateTime('2026-11-22T07:31:59')).toBe('22 Nov 2026, 07:31');
  });
});

import { describe, expect, it } from 'vitest';
import { expiryOf } from './api-key-columns.tsx';

const now = Date.parse('2026-11-20T09:00:00Z');

describe('the expiry of a key', () => {
  it.each([
    [null, 'never'],
    ['2026-11-20T08:59:59Z', 'expired'],
    ['2026-11-25T09:00:00Z', 'soon'],
    ['2027-01-01T00:00:00Z', 'later'],
  ])('%s is %s', (expires_at, state) => {
    expect(expiryOf({ expires_at }, now)).toBe(state);
  });
});

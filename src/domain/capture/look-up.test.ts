import { expect, it } from 'vitest';
import { checkedNow, lookUp } from './look-up.ts';

const AT = '2026-11-20T09:00:00.000Z';
const record = { name: '_taskloom.example.com', value: 'taskloom-verification=abc' };

it('finds the record among others, and knows no answer from no record', async () => {
  const look = (lookupTxt: () => Promise<string[]>) => lookUp({ lookupTxt }, record);
  expect(await look(async () => ['v=spf1', ' taskloom-verification=abc '])).toBe('found');
  expect(await look(async () => ['taskloom-verification=abcd'])).toBe('missing');
  expect(await look(async () => Promise.reject(new Error('timeout')))).toBe('unreachable');
});

it('a domain stays verified for two lookups without its record, and while nobody answers', () => {
  let row = { verified_at: AT as string | null, misses: 0 };
  for (const check of ['missing', 'unreachable', 'missing'] as const) row = checkedNow(row, check);
  expect(row.verified_at).toBe(AT);
  expect(checkedNow(row, 'found')).toMatchObject({ verified_at: AT, misses: 0 });
  expect(checkedNow(row, 'missing').verified_at).toBeNull();
});

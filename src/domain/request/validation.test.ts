import { expect, it } from 'vitest';
import { schemaCheck } from './validation.ts';

const check = schemaCheck('TaskCreate');
const names = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`unknown${n}`, 0]));

it('lists all errors of a small body', () => {
  expect(check({ name: 'Mine', ...names(3) })).toHaveLength(3);
});

it('refuses a large body for its first error, in linear time', () => {
  check({});
  const start = process.cpuUsage().user;
  expect(check({ name: 'Mine', ...names(90_000) })).toHaveLength(1);
  expect(process.cpuUsage().user - start).toBeLessThan(500_000);
});

it('refuses a list that is too long before it reads its items', () => {
  const [error] = schemaCheck('DocumentChange')({
    action: 'add_tags',
    tags: Array.from({ length: 50_000 }, () => 0),
  });
  expect(error?.keyword).toBe('maxItems');
});

import { expect, it } from 'vitest';
import { otherIds } from './other-ids.ts';

it.each([
  'webhook_01m7zm6xhdej8be7bt7xxjrvtt',
  'n17',
  '3f2b9c1e-8d47-4c1a-9b1e-5a7d2c9e0f43',
  'task_zzzzzzzzzzzzzzzzzz',
])('ids like %s can be varied', (id) => {
  const others = otherIds(id);
  expect(others).not.toContain(id);
  expect(new Set(others).size).toBe(others.length);
});

it('changes an id further in if its end has no hex digit', () => {
  expect(otherIds('webhook_01m7zm6xhdej8be7bt7xxjrvtt')).toHaveLength(2);
});

import { expect, it } from 'vitest';
import type { TaskVariable } from '#generated/model/index.ts';
import { affectedAsReaders, affectedAsSenders, type CallerUse, callersOf } from './callers.ts';

const use = (id: string, target: string, runs = 1): CallerUse => {
  return { type: 'api_key', id, name: id, target, runs, last: '2026-11-20T09:00:00.000Z' };
};
const choice: TaskVariable = { name: 'a', type: 'choice', required: true, options: ['x'] };

it('distinguishes callers that use another name', () => {
  const uses = [use('both', 'active', 5), use('pinned', '3', 4), use('both', 'staging', 2)];
  const affected = affectedAsReaders(callersOf(uses, ['active']));
  const reported = affected.map(({ caller, runs, affected_runs, elsewhere }) => [
    caller.id,
    runs,
    affected_runs,
    elsewhere,
  ]);
  expect(reported).toEqual([
    ['both', 5, 5, ['staging']],
    ['pinned', 0, 0, ['3']],
  ]);
});

it('counts only those who sent inputs that are now rejected', () => {
  const callers = callersOf([use('x', 'active', 300), use('y', 'active', 10)], ['active']);
  const sent = [
    { caller_id: 'x', inputs: { a: 'x' }, defaulted: null, runs: 200 },
    { caller_id: 'y', inputs: { a: 'x' }, defaulted: null, runs: 6 },
    { caller_id: 'y', inputs: { a: 'gone' }, defaulted: null, runs: 4 },
  ];
  expect(affectedAsSenders(callers, sent, [choice])).toMatchObject([
    { caller: { id: 'y' }, runs: 10, checked_runs: 10, affected_runs: 4 },
  ]);
});

it('does not count a default as a sent input', () => {
  const callers = callersOf([use('x', 'active')], ['active']);
  const sent = { caller_id: 'x', inputs: { a: 'x', b: '1' }, runs: 1 };
  expect(affectedAsSenders(callers, [{ ...sent, defaulted: ['b'] }], [choice])).toEqual([]);
  expect(affectedAsSenders(callers, [{ ...sent, defaulted: null }], [choice])).toHaveLength(1);
});

import { expect, it } from 'vitest';
import type { TaskVariable } from '#generated/model/index.ts';
import { worstFirst } from './affected.ts';
import { affectedAsReaders, affectedAsSenders, type CallerUse, callersOf } from './callers.ts';

const use = (id: string, target: string, runs = 1, revision = 1): CallerUse => {
  return {
    type: 'api_key',
    id,
    name: id,
    target,
    revision,
    runs,
    last: '2026-11-20T09:00:00.000Z',
  };
};
const choice: TaskVariable = { name: 'a', type: 'choice', required: true, options: ['x'] };

it('distinguishes callers that use another name', () => {
  const uses = [use('both', 'active', 5), use('pinned', '3', 4), use('both', 'staging', 2)];
  const affected = worstFirst(affectedAsReaders(callersOf(uses, { targets: ['active'] })));
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
  const callers = callersOf([use('x', 'active', 300), use('y', 'active', 10)], {
    targets: ['active'],
  });
  const sent = [
    { caller_id: 'x', inputs: { a: 'x' }, defaulted: null, runs: 200 },
    { caller_id: 'y', inputs: { a: 'x' }, defaulted: null, runs: 6 },
    { caller_id: 'y', inputs: { a: 'gone' }, defaulted: null, runs: 4 },
  ];
  expect(worstFirst(affectedAsSenders(callers, sent, { variables: [choice] }))).toMatchObject([
    { caller: { id: 'y' }, runs: 10, checked_runs: 10, affected_runs: 4 },
  ]);
});

it('does not count a default as a sent input', () => {
  const callers = callersOf([use('x', 'active')], { targets: ['active'] });
  const sent = { caller_id: 'x', inputs: { a: 'x', b: '1' }, runs: 1 };
  const affected = (defaulted: string[] | null) =>
    worstFirst(affectedAsSenders(callers, [{ ...sent, defaulted }], { variables: [choice] }));
  expect(affected(['b'])).toEqual([]);
  expect(affected(null)).toHaveLength(1);
});

it('does not count callers of a revision that is restored, because they know it', () => {
  const uses = [
    use('old', 'active', 5, 1),
    use('new', 'active', 2, 2),
    use('both', 'active', 4, 1),
  ];
  const back = { targets: ['active'], next: 1 };
  const all = [...uses, use('both', 'active', 3, 2)];
  const affected = worstFirst(affectedAsReaders(callersOf(all, back)));
  expect(affected.map(({ caller, affected_runs }) => [caller.id, affected_runs])).toEqual([
    ['both', 3],
    ['new', 2],
  ]);
});

it('counts callers without a pinned revision although the one that ran is no longer active', () => {
  const uses = [use('loose', 'active', 5, 1), use('pinned', '1', 2, 1), use('new', 'active', 1, 2)];
  const replacement = { targets: [], base: 1, next: 2 };
  const affected = worstFirst(affectedAsReaders(callersOf(uses, replacement)));
  const reported = affected.map((one) => [one.caller.id, one.affected_runs, one.elsewhere]);
  expect(reported).toEqual([
    ['loose', 5, []],
    ['pinned', 0, ['1']],
  ]);
});

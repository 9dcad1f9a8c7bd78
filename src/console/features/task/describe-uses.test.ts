import { expect, it } from 'vitest';
import type { TaskCallerUse, TaskUses } from '#generated/model/index.ts';
import { usesInWords } from './describe-uses.ts';

const unused: TaskUses = {
  callers: [],
  environments: [],
  webhook: null,
  judged_tasks: [],
  datasets: 0,
  evaluations: 0,
};
const caller = (name: string, runs: number): TaskCallerUse => ({
  caller: { type: 'api_key', id: name, name },
  runs,
  rejected_calls: 2,
  last_run_at: '2026-11-20T09:00:00Z',
});

it('describes everything that uses a task', () => {
  expect(usesInWords(unused)).toEqual([]);
  expect(
    usesInWords({
      callers: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => caller(name, 200)),
      environments: ['staging'],
      webhook: { id: 'webhook_1', name: 'CRM' },
      judged_tasks: [{ id: 'task_1', name: 'Greeting' }],
      datasets: 1,
      evaluations: 3,
    }),
  ).toEqual([
    '1,200 API calls and 12 rejected in the last 7 days, by a (API key), b (API key), c (API key), d (API key) and 2 more.',
    'The environment staging points to its revisions.',
    'The webhook CRM receives its events.',
    'It judges evaluations of Greeting.',
    '1 dataset and 3 evaluations will be deleted too.',
  ]);
  expect(usesInWords({ ...unused, datasets: 1 })).toEqual(['1 dataset will be deleted too.']);
});

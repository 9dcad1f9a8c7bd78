import { expect, it } from 'vitest';
import { environmentNameProblem, revisionOfTarget } from './environment.ts';

it('names are short words without a special meaning', () => {
  for (const name of ['staging', 'eu-1', 'ab', 'a'.repeat(32)])
    expect(environmentNameProblem(name)).toBeUndefined();
  for (const name of ['', 'a', 'A1', '1a', 'a b', 'a'.repeat(33), 'active', 'draft'])
    expect(environmentNameProblem(name)).toBeTypeOf('string');
});

it('a target resolves to a revision', () => {
  const task = { active_revision: 2, environments: [{ name: 'staging', revision: 4 }] };
  const targets = ['active', 'staging', '3', 'draft', 'gone'];
  expect(targets.map((target) => revisionOfTarget(task, target))).toEqual([2, 4, 3, null, null]);
});

import { expect, it } from 'vitest';
import { isProjectId, NO_SELECTED_PROJECT, retryDelay } from './limits.ts';

it('waits 1 s, doubling, at most 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 50].map(retryDelay)).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
  ]);
});

it('takes only a non-empty string other than the placeholder for a project id', () => {
  expect(isProjectId('project_1')).toBe(true);
  for (const id of ['', NO_SELECTED_PROJECT, null, undefined, 7, {}])
    expect(isProjectId(id)).toBe(false);
});

import { expect, it } from 'vitest';
import { isProjectId, NO_SELECTED_PROJECT } from './project-id.ts';

it('accepts only a non-empty string other than the placeholder as a project id', () => {
  expect(isProjectId('project_1')).toBe(true);
  for (const id of ['', NO_SELECTED_PROJECT, null, undefined, 7, {}])
    expect(isProjectId(id)).toBe(false);
});

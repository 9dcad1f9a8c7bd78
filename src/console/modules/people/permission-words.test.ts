import { expect, it } from 'vitest';
import { roleDifference } from './permission-words.ts';

it('says what a new role gains and loses', () => {
  const up = roleDifference('organization', 'member', 'editor');
  expect(up.gained).toContain('Create projects');
  expect(up.lost).toEqual([]);
  const down = roleDifference('project', 'owner', 'member');
  expect(down.gained).toEqual([]);
  expect(down.lost).toContain('Create tasks, collections and chats');
  expect(roleDifference('organization', null, 'member').gained).toHaveLength(1);
});

import { expect, it } from 'vitest';
import { lookAlikes } from './look-alikes.ts';

it('finds fields of one object whose names differ only in case or punctuation', () => {
  const field = (name: string, fields?: ReturnType<typeof named>) =>
    ({ name, type: 'object', required: true, list: false, ...(fields && { fields }) }) as const;
  const named = (
    ...names: string[]
  ): { name: string; type: 'text'; required: true; list: false }[] =>
    names.map((name) => ({ name, type: 'text', required: true, list: false }));
  expect(lookAlikes(named('first_name', 'name', 'firstName', 'Name', 'first'))).toEqual([
    ['first_name', 'firstName'],
    ['name', 'Name'],
  ]);
  expect(lookAlikes([field('a', named('b_c', 'bC')), field('bc')])).toEqual([['b_c', 'bC']]);
  // The same name twice is an error of its own.
  expect(lookAlikes(named('a', 'a'))).toEqual([]);
});

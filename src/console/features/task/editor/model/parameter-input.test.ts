import { expect, it } from 'vitest';
import { parse } from './parameter-input.tsx';

it.each([
  ['0.5', { min: 0, max: 2, step: 0.1 }, 0.5],
  ['0,5', { min: 0, max: 2, step: 0.1 }, 0.5],
  [' 2 ', { min: 0, max: 2, step: 0.1 }, 2],
  ['2.1', { min: 0, max: 2, step: 0.1 }, null],
  ['-1', { min: 0, max: 2, step: 0.1 }, null],
  ['1.5', { min: 1, max: 600, step: 10 }, null],
  ['120', { min: 1, max: 600, step: 10 }, 120],
  ['much', { min: 1, max: 600, step: 10 }, null],
])('reads %j', (text, limits, number) => {
  expect(parse(text, limits)).toBe(number);
});

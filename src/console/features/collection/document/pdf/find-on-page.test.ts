import { expect, it } from 'vitest';
import { createFinder, type PageText } from './find-on-page.ts';

const line = (str: string, y: number): PageText => ({
  str,
  transform: [10, 0, 0, 10, 50, y],
  width: str.length * 5,
});
const page = [
  line('Travel policy', 700),
  line('Book trains at least a week a-', 680),
  line('head. Hotels are paid by the com', 660),
  line('pany. Never fly within the country.', 640),
];
const find = createFinder(page);
const rounded = (passage: string) => find(passage).map((corners) => corners.map(Math.round));

it('finds a sentence over two lines, although its hyphen was mended', () => {
  expect(rounded('Book trains at least a week ahead.')).toEqual([
    [50, 678, 195, 689],
    [50, 658, 70, 669],
  ]);
});

it('finds what is left on this page of a sentence that goes on over another', () => {
  const last = createFinder([line('The contract ends on the last day of the', 30)]);
  const passage = 'The contract ends on the last day of the month of March.';
  expect(last(passage)).toHaveLength(1);
  const first = createFinder([line('ends on the last day of the month of March. It is', 700)]);
  expect(first(passage)).toHaveLength(1);
});

it('finds nothing of a passage of another page, nor a short piece by itself', () => {
  expect(find('Parcels are lost after seven days without news.')).toEqual([]);
  expect(find('fly.')).toEqual([]);
  expect(find('')).toEqual([]);
});

it('takes a passage that begins on the page before only if it ends here', () => {
  const passage = 'Book trains at least a week ahead. Then wait for the approval.';
  expect(find(passage)).toHaveLength(2);
  expect(find(passage, true)).toEqual([]);
  expect(find('The rules are these. Book trains at least a week ahead.', true)).toHaveLength(2);
});

it('turns the rectangle with the text', () => {
  const upwards = {
    str: 'A long enough sentence.',
    transform: [0, 10, -10, 0, 50, 100],
    width: 200,
  };
  const [corners] = createFinder([upwards])('A long enough sentence.');
  expect(corners?.map(Math.round)).toEqual([52, 100, 41, 291]);
});

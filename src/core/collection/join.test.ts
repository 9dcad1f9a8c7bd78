import { expect, it } from 'vitest';
import { joinChunks } from './join.ts';

const TEXT = 'One two three.\n\nFour five six. Seven eight.';
const chunk = (position: number, start: number, end: number) => ({
  position,
  start,
  end,
  text: TEXT.slice(start, end),
  tokens: 1,
  heading_path: [],
});
const texts = (...chunks: ReturnType<typeof chunk>[]) => joinChunks(chunks).map(({ text }) => text);

it('joins consecutive chunks, in any order, without repeating their overlap', () => {
  expect(texts(chunk(1, 8, 30), chunk(0, 0, 14))).toEqual([TEXT.slice(0, 30)]);
});

it('fills the gap between chunks with as many characters, so that offsets stay correct', () => {
  const [joined] = joinChunks([chunk(0, 0, 14), chunk(1, 16, 30)]);
  expect(joined).toMatchObject({ text: TEXT.slice(0, 30), start: 0, end: 30 });
  expect(joined?.chunks.map(({ position }) => position)).toEqual([0, 1]);
});

it('leaves chunks separate that have others between them', () => {
  expect(texts(chunk(2, 31, 43), chunk(0, 0, 14))).toEqual(['One two three.', 'Seven eight.']);
});

it('adds nothing for a chunk that is contained in another', () => {
  expect(texts(chunk(0, 0, 30), chunk(1, 16, 30))).toEqual([TEXT.slice(0, 30)]);
  expect(texts()).toEqual([]);
});

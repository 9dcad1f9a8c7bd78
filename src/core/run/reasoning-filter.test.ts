import { describe, expect, it } from 'vitest';
import { createReasoningFilter } from './reasoning-filter.ts';

/** Divides a text that arrives in parts of the given size, as its reader would put it together. */
function divided(text: string, size: number) {
  const filter = createReasoningFilter();
  const all = { text: '', reasoning: '' };
  const parts = text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  for (const one of [...parts.map((part) => filter.push(part)), filter.end()]) {
    if (one.isRestart) Object.assign(all, { text: '', reasoning: all.text });
    all.text += one.text;
    all.reasoning += one.reasoning;
  }
  return all;
}

describe.each([1, 3, 7, 1000])('a text that arrives in parts of %d characters', (size) => {
  it.each([
    ['<think>Hm.</think>\n\nYes', 'Hm.', 'Yes'],
    ['\n<THINK>Hm.</THINK>Yes', 'Hm.', 'Yes'],
    ['<thinking>a </think> b</thinking>c', 'a </think> b', 'c'],
    ['<think>It never ends', 'It never ends', ''],
    ['Hm.\nSo it is\n</think>\n\nYes', 'Hm.\nSo it is\n', 'Yes'],
    ['The tag </think> closes it', '', 'The tag </think> closes it'],
    ['<think>a</think>x\n</think>\ny', 'a', 'x\n</think>\ny'],
    ['<thesis>a</thesis>', '', '<thesis>a</thesis>'],
    ['{"a": "<think>"}', '', '{"a": "<think>"}'],
    ['a < b </', '', 'a < b </'],
    [' ', '', ' '],
    ['', '', ''],
  ])('%j', (text, reasoning, rest) => {
    expect(divided(text, size)).toEqual({ reasoning, text: rest });
  });
});

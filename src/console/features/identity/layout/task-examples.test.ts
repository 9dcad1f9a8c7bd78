import { expect, it } from 'vitest';
import { examples, tokensOf } from './task-examples.ts';

it('tokens add up to the original JSON', () => {
  for (const { output } of examples) {
    const text = tokensOf(output)
      .map((token) => token.text)
      .join('');
    expect(JSON.parse(text)).toEqual(output);
  }
});

it('distinguishes keys, texts and other values', () => {
  expect(tokensOf({ a: 'b c', d: 1, e: true }).filter((token) => token.kind !== 'mark')).toEqual([
    { at: 4, kind: 'key', text: '"a"' },
    { at: 9, kind: 'string', text: '"b ' },
    { at: 12, kind: 'string', text: 'c"' },
    { at: 18, kind: 'key', text: '"d"' },
    { at: 23, kind: 'number', text: '1' },
    { at: 28, kind: 'key', text: '"e"' },
    { at: 33, kind: 'number', text: 'true' },
  ]);
});

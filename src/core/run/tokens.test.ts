import { expect, it } from 'vitest';
import { tokensAtMost } from './tokens.ts';

it.each(['', 'Fine.', 'Größe', '漢字かな', 'a😀b', '\u0700𓀀'])('counts the bytes of %j', (text) => {
  expect(tokensAtMost(text)).toBe(new TextEncoder().encode(text).length);
});

import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { compilePattern } from './pattern.ts';
import { patternSize, tooLarge } from './pattern-size.ts';

describe('patternSize', () => {
  it.each([
    ['abc', 3],
    ['a{10}', 20],
    ['(a{10}){20}', 460],
    ['(.{0,1000}){600}', 1_201_800],
    ['[^]a{9}-z[:digit:]]{2}', 4],
    ['\\(\\{\\p{Greek}', 3],
    ['(?:a|b)*', 8],
    ['(?P<name>a)', 3],
    ['a{2,}', 6],
    ['((((', 0],
  ])('of %s is %i', (pattern, size) => {
    expect(patternSize(pattern)).toBe(size);
  });

  it('is never less than half of what the engine makes of it', () => {
    const atom = fc.constantFrom('a', '.', '[a-z]', '\\d', 'ab', '\\p{L}');
    const times = fc.constantFrom('', '*', '+?', '{3}', '{2,5}', '{0,9}', '{4,}');
    const { node } = fc.letrec<{ node: string }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.tuple(atom, times).map(([a, t]) => a + t),
        fc.tuple(tie('node'), tie('node')).map(([a, b]) => a + b),
        fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(${a}|${b})`),
        fc.tuple(tie('node'), times).map(([a, t]) => `(?:${a})${t}`),
      ),
    }));
    fc.assert(
      fc.property(node, (pattern) => {
        fc.pre(tooLarge(pattern) === undefined);
        expect(RE2JS.compile(pattern).programSize()).toBeLessThan(2 * patternSize(pattern) + 10);
      }),
      { numRuns: 200 },
    );
  });
});

describe('compilePattern', () => {
  it('finds matches anywhere, ignoring case if asked to', () => {
    expect(compilePattern('b+c').test('abbcd')).toBe(true);
    expect(compilePattern('B+C').test('abbcd')).toBe(false);
    expect(compilePattern('B+C', { ignoreCase: true }).test('abbcd')).toBe(true);
  });

  it.each(['(.{0,1000}){600}', 'a'.repeat(1001), '((a{100}){100}){100}', '('])(
    'refuses %.20s without compiling it',
    (pattern) => {
      const began = performance.now();
      expect(() => compilePattern(pattern)).toThrow();
      expect(performance.now() - began).toBeLessThan(250);
    },
  );

  it('matches long texts with small patterns only', () => {
    const text = 'ab'.repeat(50_000);
    expect(compilePattern('b$').test(text)).toBe(true);
    expect(compilePattern('(\\w{0,20}\\s?){20}$').test(text)).toBeUndefined();
  });

  it('takes bounded time for the largest pattern and text', () => {
    const pattern = compilePattern('[ab]*a[ab]{999}c?$');
    const text = 'abbabaabbb'.repeat(98);
    const began = performance.now();
    expect(pattern.test(text)).toBe(false);
    expect(performance.now() - began).toBeLessThan(1000);
  });
});

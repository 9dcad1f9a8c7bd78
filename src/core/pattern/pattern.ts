import { RE2JS } from 're2js';
import { patternSize, tooLarge } from './pattern-size.ts';

/**
 * How much a match may take: the size of the pattern times the characters of the text. Takes about 50 ms at worst, and
 * usually a hundredth of that.
 */
const STEPS_MAX = 2_000_000;
const KEPT = 200;

/** A pattern whose matches take bounded time. */
export interface Pattern {
  /** Whether a part of the text matches; undefined if the text is too long for a pattern of this size. */
  test(text: string): boolean | undefined;
  /** How many steps a text takes at most. */
  stepsFor(text: string): number;
}

/** The same pattern is the same for everyone, so these are shared. */
const compiled = new Map<string, Pattern>();

/**
 * Compiles a pattern once. Patterns are RE2, which cannot backtrack catastrophically, and limited in length and size.
 * @throws Error with what is wrong with it, in words
 */
export function compilePattern(text: string, { ignoreCase = false } = {}): Pattern {
  const key = `${ignoreCase} ${text}`;
  const known = compiled.get(key);
  if (known) return known;
  const problem = tooLarge(text);
  if (problem) throw new Error(problem);
  const expression = RE2JS.compile(text, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const size = patternSize(text);
  const stepsFor = (value: string) => size * value.length;
  const pattern: Pattern = {
    stepsFor,
    test: (value) => (stepsFor(value) > STEPS_MAX ? undefined : expression.test(value)),
  };
  if (compiled.size >= KEPT) compiled.clear();
  compiled.set(key, pattern);
  return pattern;
}

import { linearMatcher } from './language.ts';
import { parseRegex, partsOf, type Regex } from './parse.ts';

type Matcher = (text: string) => boolean;

/** Longer texts may take quadratic time. */
const LONG = 2000;
/** The text length that backtracking can handle when each character doubles the time. */
const SHORT = 20;
const matchers = new Map<string, Matcher>();

/**
 * Tests texts like RegExp, but in bounded time: a pattern with catastrophic backtracking is followed character by
 * character instead, and where that is impossible (back-references), long texts count as not matching.
 * @throws SyntaxError for an invalid regular expression
 */
export function createMatcher(pattern: string): Matcher {
  const known = matchers.get(pattern);
  if (known) return known;
  const native = compile(pattern);
  const cost = costOf(pattern);
  let careful: Matcher | undefined;
  const matcher: Matcher = (text) => {
    if (text.length <= SHORT || cost === 'linear' || (cost === 'square' && text.length < LONG))
      return native.test(text);
    careful ??= linearMatcher(pattern) ?? (cost === 'square' ? (t) => native.test(t) : () => false);
    return careful(text);
  };
  if (matchers.size > 2000) matchers.clear();
  matchers.set(pattern, matcher);
  return matcher;
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    // Patterns with unnecessary escapes are valid only without `u`.
    return new RegExp(pattern);
  }
}

function costOf(pattern: string): 'linear' | 'square' | 'wild' {
  try {
    const regex = parseRegex(pattern);
    if (isNested(regex, false)) return 'wild';
    return openRepeats(regex) > 1 || !pattern.startsWith('^') ? 'square' : 'linear';
  } catch {
    return 'wild';
  }
}

/** A repetition or a choice inside a repetition: a text may match in many ways. */
function isNested(regex: Regex, isRepeated: boolean): boolean {
  const repeats = regex.kind === 'repeat' && regex.max > 3;
  if (isRepeated && (repeats || regex.kind === 'choice')) return true;
  return partsOf(regex).some((part) => isNested(part, isRepeated || repeats));
}

function openRepeats(regex: Regex): number {
  const own = regex.kind === 'repeat' && regex.max > 3 ? 1 : 0;
  return partsOf(regex).reduce((count, part) => count + openRepeats(part), own);
}

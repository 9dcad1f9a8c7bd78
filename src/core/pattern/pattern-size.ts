import { PATTERN_MAX, PATTERN_SIZE_MAX } from '../limits.ts';

/** Why a pattern is too large to be used; undefined if it isn't. Needs no engine, and takes time linear in its length. */
export function tooLarge(pattern: string): string | undefined {
  if (pattern.length > PATTERN_MAX)
    return `it has more than ${PATTERN_MAX.toLocaleString('en-US')} characters`;
  if (patternSize(pattern) > PATTERN_SIZE_MAX)
    return 'its repetitions make it too large; use smaller numbers, * or +';
  return undefined;
}

/**
 * At least as many steps as a pattern has once its repetitions are written out: `(a{10}){20}` has 200. An engine with
 * linear time needs as much memory, and for each character of a text as much time.
 */
export function patternSize(pattern: string): number {
  const groups: number[] = [];
  let size = 0;
  /** The part that a repetition would repeat. */
  let last = 0;
  const add = (part: number) => {
    size += part;
    last = part;
  };
  for (let at = 0; at < pattern.length; ) {
    const rest = TOKEN.exec(pattern.slice(at, at + TOKEN_MAX));
    const token = rest?.[0] ?? pattern.charAt(at);
    at += token.length;
    if (token.startsWith('[') && token.length === 1) {
      at = afterClass(pattern, at);
      add(1);
    } else if (token.startsWith('(')) {
      groups.push(size);
      size = 0;
    } else if (token === ')') {
      const inner = size + 2;
      size = groups.pop() ?? 0;
      add(inner);
    } else if (rest?.groups?.from !== undefined) {
      const { from, to } = rest.groups;
      // `{2}`, `{2,}` and `{2,5}`.
      const times = Math.max(1, to === undefined ? Number(from) : Number(to || Number(from) + 1));
      const repeated = (last + 1) * times;
      size += repeated - last;
      last = repeated;
    } else if (/^[*+?|]$/.test(token)) {
      size += 2;
      last += 2;
    } else add(1);
  }
  // Groups that aren't closed make it invalid.
  return groups.reduce((sum, outer) => sum + outer, size);
}

/** The longest of what follows, roughly: names of groups are cut off. */
const TOKEN_MAX = 64;
/** One element: a repetition, an escape, the beginning of a group, or any character. */
const TOKEN =
  /^(?:\{(?<from>\d+)(?:,(?<to>\d*))?\}|\\[pPxu]\{[^}]*\}|\\.|\((?:\?[^):>]*[:>=!])?|.)/s;

/** The position after a class such as `[^]a-z[:digit:]]`, of which the opening bracket has been read. */
function afterClass(pattern: string, from: number): number {
  let at = from;
  if (pattern[at] === '^') at += 1;
  if (pattern[at] === ']') at += 1;
  while (at < pattern.length && pattern[at] !== ']') {
    const named = pattern.startsWith('[:', at) ? pattern.indexOf(':]', at) : -1;
    if (named >= 0) at = named + 2;
    else at += pattern[at] === '\\' ? 2 : 1;
  }
  return at + 1;
}

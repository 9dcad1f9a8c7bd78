import { parseRegex, type Regex } from './parse.ts';
import { has, type Ranges } from './ranges.ts';

const LIMIT = 80;
const LONGEST = 300;

/**
 * Texts that a regular expression matches, built from its parts: each alternative, the ends of each character range,
 * and the counts around each bound. Lookaround, word boundaries and references are ignored, so the caller must test the
 * results.
 * @param lengths the lengths that matter: repeats up to them
 */
export function samplePattern(pattern: string, lengths: readonly number[] = []): string[] {
  const counts = [...new Set(lengths.flatMap((n) => [n - 3, n - 2, n - 1, n, n + 1]))];
  try {
    return write(
      parseRegex(pattern),
      counts.filter((n) => n > 0 && n <= LONGEST),
    );
  } catch {
    return [];
  }
}

function write(part: Regex, counts: number[]): string[] {
  switch (part.kind) {
    case 'chars':
      return writeChars(part.ranges);
    case 'choice':
      return unique(part.options.flatMap((option) => write(option, counts))).slice(0, LIMIT);
    case 'sequence':
      return writeSequence(part.parts.map((inner) => write(inner, counts)));
    case 'repeat':
      return writeRepeat(part, counts);
    default:
      return [''];
  }
}

const PLAIN = [97, 48, 65, 45, 32, 95, 233, 0x4e2d, 10];

/** A plain character first, then both ends of each range. */
function writeChars(ranges: Ranges): string[] {
  const ends = ranges.flatMap(([from, to]) => (from < 32 ? [to] : [from, to]));
  const codes = [...PLAIN.filter((code) => has(ranges, code)), ...ends, ...ranges.flat()];
  return unique(codes.map((code) => String.fromCodePoint(code))).slice(0, 24);
}

/** The first form of each part, then one part after another in all its forms. */
function writeSequence(lists: string[][]): string[] {
  const firsts = lists.map((list) => list[0] ?? '');
  const found = [firsts.join('')];
  const share = Math.max(4, Math.floor((2 * LIMIT) / Math.max(1, lists.length)));
  lists.forEach((list, index) => {
    for (const text of list.slice(1, share))
      found.push([...firsts.slice(0, index), text, ...firsts.slice(index + 1)].join(''));
  });
  return unique(found).slice(0, 2 * LIMIT);
}

function writeRepeat(part: Extract<Regex, { kind: 'repeat' }>, counts: number[]): string[] {
  const { min, max } = part;
  const forms = write(part.part, counts);
  const first = forms[0] ?? '';
  const usual = min === 0 && max > 0 ? 1 : min;
  const sizes = [usual, min, min + 1, min + 2, max - 1, max, min + 8, ...counts].filter(
    (n) => n >= min && n <= max && n <= LONGEST,
  );
  const found = sizes.map((n) => first.repeat(n));
  for (const form of forms.slice(1))
    if (max > 0) found.push(form + first.repeat(Math.max(0, usual - 1)));
  return unique(found).slice(0, LIMIT);
}

function unique(texts: string[]): string[] {
  return [...new Set(texts)];
}

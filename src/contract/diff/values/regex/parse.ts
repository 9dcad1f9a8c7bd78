import { kept } from '../../kept.ts';
import {
  BREAKS,
  DIGITS,
  except,
  type Ranges,
  SPACES,
  union,
  WORDS,
  withProperty,
} from './ranges.ts';

/** A parsed regular expression. */
export type Regex =
  | { kind: 'chars'; ranges: Ranges }
  | { kind: 'sequence'; parts: Regex[] }
  | { kind: 'choice'; options: Regex[] }
  | { kind: 'repeat'; part: Regex; min: number; max: number }
  | { kind: 'start' }
  | { kind: 'end' }
  | { kind: 'ahead'; part: Regex; isNegated: boolean }
  /** What goes beyond regular languages, or looks back. */
  | { kind: 'other' };

interface Parser {
  text: string[];
  at: number;
}

const known = new Map<string, Regex>();

/** @throws for an invalid regular expression */
export function parseRegex(pattern: string): Regex {
  return kept(known, pattern, () => {
    const parser = { text: [...pattern], at: 0 };
    const regex = parseChoice(parser);
    if (parser.at < parser.text.length) throw new SyntaxError(`unmatched ) in ${pattern}`);
    return regex;
  });
}

function parseChoice(parser: Parser): Regex {
  const options = [parseSequence(parser)];
  while (parser.text[parser.at] === '|') {
    parser.at += 1;
    options.push(parseSequence(parser));
  }
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
}

function parseSequence(parser: Parser): Regex {
  const parts: Regex[] = [];
  while (parser.at < parser.text.length) {
    const next = parser.text[parser.at];
    if (next === '|' || next === ')') break;
    parts.push(parseCount(parser, parseAtom(parser)));
  }
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'sequence', parts };
}

function parseCount(parser: Parser, part: Regex): Regex {
  const rest = ahead(parser, 24);
  const found = /^(?:([*+?])|\{(\d+)(,)?(\d*)\})\??/.exec(rest);
  if (!found) return part;
  parser.at += found[0].length;
  const [, sign, from, comma, to] = found;
  const isOpen = comma || sign === '*' || sign === '+';
  const min = sign ? Number(sign === '+') : Number(from);
  const most = isOpen ? Number.POSITIVE_INFINITY : min;
  const max = sign === '?' ? 1 : to ? Number(to) : most;
  return { kind: 'repeat', part, min, max };
}

function ahead(parser: Parser, count: number): string {
  return parser.text.slice(parser.at, parser.at + count).join('');
}

function parseAtom(parser: Parser): Regex {
  const char = parser.text[parser.at] ?? '';
  parser.at += 1;
  switch (char) {
    case '^':
      return { kind: 'start' };
    case '$':
      return { kind: 'end' };
    case '.':
      return { kind: 'chars', ranges: except(BREAKS) };
    case '[':
      return { kind: 'chars', ranges: parseClass(parser) };
    case '(':
      return parseGroup(parser);
    case '\\':
      return parseEscape(parser);
    default:
      return literal(char);
  }
}

function parseGroup(parser: Parser): Regex {
  const found = /^\?(?::|<[^=!>][^>]*>|(<?)([=!]))/.exec(ahead(parser, 64));
  parser.at += found?.[0].length ?? 0;
  const inner = parseChoice(parser);
  if (parser.text[parser.at] !== ')') throw new SyntaxError('unclosed group');
  parser.at += 1;
  const [, back, look] = found ?? [];
  if (back) return { kind: 'other' };
  return look ? { kind: 'ahead', part: inner, isNegated: look === '!' } : inner;
}

function literal(char: string): Regex {
  const code = char.codePointAt(0) ?? 0;
  return { kind: 'chars', ranges: [[code, code]] };
}

const CLASSES: Record<string, Ranges> = {
  d: DIGITS,
  w: WORDS,
  s: SPACES,
  D: except(DIGITS),
  W: except(WORDS),
  S: except(SPACES),
};
const CONTROL: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

function parseEscape(parser: Parser): Regex {
  const next = parser.text[parser.at] ?? '';
  if (/[bB1-9k]/.test(next)) {
    parser.at += next === 'k' ? (/^k<[^>]*>/.exec(ahead(parser, 64))?.[0].length ?? 1) : 1;
    return { kind: 'other' };
  }
  return { kind: 'chars', ranges: escaped(parser) };
}

/** What a backslash escape means, inside or outside a class. */
function escaped(parser: Parser): Ranges {
  const char = parser.text[parser.at] ?? '';
  parser.at += 1;
  const ranges = CLASSES[char];
  if (ranges) return ranges;
  const rest = ahead(parser, 40);
  const take = (expression: RegExp): RegExpExecArray | null => {
    const found = expression.exec(rest);
    parser.at += found?.[0].length ?? 0;
    return found;
  };
  const one = (code: number): Ranges => [[code, code]];
  if (char === 'p' || char === 'P') {
    const set = withProperty(take(/^\{([^}]*)\}/)?.[1] ?? '');
    return char === 'P' ? except(set) : set;
  }
  if (char === 'u' || char === 'x') {
    const found = take(
      char === 'x' ? /^()([0-9a-fA-F]{2})/ : /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/,
    );
    if (found) return one(Number.parseInt(found[1] || found[2] || '0', 16));
  }
  if (char === 'c') return one((take(/^[A-Za-z]/)?.[0].charCodeAt(0) ?? 0) % 32);
  return one(CONTROL[char] ?? char.codePointAt(0) ?? 0);
}

function parseClass(parser: Parser): Ranges {
  const { text } = parser;
  const isNegated = text[parser.at] === '^';
  if (isNegated) parser.at += 1;
  const sets: Ranges[] = [];
  while (text[parser.at] !== ']') {
    if (parser.at >= text.length) throw new SyntaxError('unclosed class');
    const low = classItem(parser);
    if (text[parser.at] !== '-' || text[parser.at + 1] === ']') {
      sets.push(low);
      continue;
    }
    parser.at += 1;
    const high = classItem(parser);
    const [from, to] = [low[0]?.[0], high.at(-1)?.[1]];
    if (low.length === 1 && low[0]?.[0] === low[0]?.[1] && from !== undefined && to !== undefined)
      sets.push([[from, to]]);
    else sets.push(low, [[45, 45]], high);
  }
  parser.at += 1;
  const set = union(...sets);
  return isNegated ? except(set) : set;
}

function classItem(parser: Parser): Ranges {
  const char = parser.text[parser.at] ?? '';
  parser.at += 1;
  if (char !== '\\') return [[char.codePointAt(0) ?? 0, char.codePointAt(0) ?? 0]];
  if (parser.text[parser.at] !== 'b') return escaped(parser);
  parser.at += 1;
  return [[8, 8]];
}

/** Whether a part requires something besides the characters that it consumes. */
export function hasAssertion(regex: Regex): boolean {
  const isAssertion = ['start', 'end', 'ahead', 'other'].includes(regex.kind);
  return isAssertion || partsOf(regex).some(hasAssertion);
}

export function partsOf(regex: Regex): Regex[] {
  if (regex.kind === 'sequence') return regex.parts;
  if (regex.kind === 'choice') return regex.options;
  return regex.kind === 'repeat' || regex.kind === 'ahead' ? [regex.part] : [];
}

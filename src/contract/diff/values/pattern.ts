/**
 * Texts that a regular expression matches, found from its own parts: each alternative, the ends of each
 * character range, and the counts around each bound. Look-around and word borders are passed over, so
 * the caller tests what it gets.
 */
type Part =
  | { kind: 'chars'; ranges: [number, number][] }
  | { kind: 'sequence'; parts: Part[] }
  | { kind: 'choice'; options: Part[] }
  | { kind: 'repeat'; part: Part; min: number; max: number };

const LIMIT = 80;
const LONGEST = 300;

/** @param lengths the lengths that matter, to repeat up to them */
export function samplePattern(pattern: string, lengths: readonly number[] = []): string[] {
  const parser = { text: [...pattern], at: 0 };
  let part: Part;
  try {
    part = parseChoice(parser);
  } catch {
    return [];
  }
  const counts = [...new Set(lengths.flatMap((n) => [n - 3, n - 2, n - 1, n, n + 1]))];
  return write(
    part,
    counts.filter((n) => n > 0 && n <= LONGEST),
  );
}

function write(part: Part, counts: number[]): string[] {
  switch (part.kind) {
    case 'chars':
      return unique(
        part.ranges.flatMap(([low, high]) => {
          const middle = low <= 97 && high >= 122 ? [97] : [];
          return [...middle, low, high].map((code) => String.fromCodePoint(code));
        }),
      ).slice(0, 24);
    case 'choice':
      return unique(part.options.flatMap((option) => write(option, counts))).slice(0, LIMIT);
    case 'sequence':
      return writeSequence(part.parts.map((inner) => write(inner, counts)));
    case 'repeat':
      return writeRepeat(part, counts);
  }
}

/** The first of each, then one part after the other in all its forms. */
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

function writeRepeat(part: Extract<Part, { kind: 'repeat' }>, counts: number[]): string[] {
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

interface Parser {
  text: string[];
  at: number;
}

function parseChoice(parser: Parser): Part {
  const options = [parseSequence(parser)];
  while (parser.text[parser.at] === '|') {
    parser.at += 1;
    options.push(parseSequence(parser));
  }
  return options.length === 1 && options[0] ? options[0] : { kind: 'choice', options };
}

function parseSequence(parser: Parser): Part {
  const parts: Part[] = [];
  while (parser.at < parser.text.length) {
    const next = parser.text[parser.at];
    if (next === '|' || next === ')') break;
    const part = parseAtom(parser);
    if (part) parts.push(parseCount(parser, part));
  }
  return { kind: 'sequence', parts };
}

function parseCount(parser: Parser, part: Part): Part {
  const rest = parser.text.slice(parser.at, parser.at + 24).join('');
  const found = /^(?:([*+?])|\{(\d+)(,)?(\d*)\})\??/.exec(rest);
  if (!found) return part;
  parser.at += found[0].length;
  const [, sign, from, comma, to] = found;
  if (sign === '?') return { kind: 'repeat', part, min: 0, max: 1 };
  if (sign) return { kind: 'repeat', part, min: sign === '+' ? 1 : 0, max: LONGEST };
  const min = Number(from);
  return { kind: 'repeat', part, min, max: to ? Number(to) : comma ? LONGEST : min };
}

function parseAtom(parser: Parser): Part | undefined {
  const { text } = parser;
  const char = text[parser.at] ?? '';
  parser.at += 1;
  if (char === '^' || char === '$') return undefined;
  if (char === '.')
    return {
      kind: 'chars',
      ranges: [
        [97, 122],
        [32, 126],
        [233, 233],
      ],
    };
  if (char === '[') return parseClass(parser);
  if (char === '(') return parseGroup(parser);
  if (char === '\\') return parseEscape(parser);
  return literal(char);
}

function parseGroup(parser: Parser): Part | undefined {
  const rest = parser.text.slice(parser.at, parser.at + 64).join('');
  const look = /^\?(?:<?[=!])/.exec(rest);
  const opening = /^\?(?::|<[^>]*>)/.exec(rest);
  parser.at += (look ?? opening)?.[0].length ?? 0;
  const inner = parseChoice(parser);
  parser.at += 1;
  return look ? undefined : inner;
}

function literal(char: string): Part {
  const code = char.codePointAt(0) ?? 0;
  return { kind: 'chars', ranges: [[code, code]] };
}

const CLASSES: Record<string, [number, number][]> = {
  d: [[48, 57]],
  w: [
    [97, 122],
    [65, 90],
    [48, 57],
    [95, 95],
  ],
  s: [
    [32, 32],
    [9, 9],
  ],
  D: [
    [97, 122],
    [32, 47],
  ],
  W: [
    [45, 45],
    [32, 32],
  ],
  S: [
    [97, 122],
    [33, 126],
  ],
};
const CONTROL: Record<string, number> = { n: 10, r: 13, t: 9, f: 12, v: 11, 0: 0 };

function parseEscape(parser: Parser): Part | undefined {
  const char = parser.text[parser.at] ?? '';
  parser.at += 1;
  const ranges = CLASSES[char];
  if (ranges) return { kind: 'chars', ranges };
  if (char === 'b' || char === 'B') return undefined;
  const rest = parser.text.slice(parser.at, parser.at + 40).join('');
  if (char === 'p' || char === 'P') {
    const found = /^\{([^}]*)\}/.exec(rest);
    parser.at += found?.[0].length ?? 0;
    return { kind: 'chars', ranges: propertyRanges(found?.[1] ?? '', char === 'P') };
  }
  const code = /^(?:\{([0-9a-fA-F]+)\}|([0-9a-fA-F]{4}))/.exec(rest);
  if (char === 'u' && code) {
    parser.at += code[0].length;
    return literal(String.fromCodePoint(Number.parseInt(code[1] ?? code[2] ?? '0', 16)));
  }
  const hex = /^[0-9a-fA-F]{2}/.exec(rest);
  if (char === 'x' && hex) {
    parser.at += 2;
    return literal(String.fromCodePoint(Number.parseInt(hex[0], 16)));
  }
  const control = CONTROL[char];
  return control === undefined ? literal(char) : literal(String.fromCodePoint(control));
}

function propertyRanges(name: string, negated: boolean): [number, number][] {
  if (negated)
    return [
      [45, 45],
      [48, 48],
      [97, 97],
    ];
  if (/^(Lu|Uppercase)/.test(name))
    return [
      [65, 90],
      [201, 201],
    ];
  if (/^N/.test(name)) return [[48, 57]];
  if (/^[PSZ]/.test(name))
    return [
      [45, 45],
      [32, 32],
      [43, 43],
    ];
  return [
    [97, 122],
    [65, 90],
    [233, 233],
    [0x4e2d, 0x4e2d],
  ];
}

function parseClass(parser: Parser): Part {
  const { text } = parser;
  const negated = text[parser.at] === '^';
  if (negated) parser.at += 1;
  const ranges: [number, number][] = [];
  while (parser.at < text.length && text[parser.at] !== ']') {
    const low = classItem(parser);
    const high = text[parser.at] === '-' && text[parser.at + 1] !== ']' ? upper(parser) : undefined;
    const from = low[0]?.[0];
    const to = high?.[0]?.[1];
    if (from !== undefined && to !== undefined && low.length === 1) ranges.push([from, to]);
    else ranges.push(...low, ...(high ? [[45, 45] as [number, number], ...high] : []));
  }
  parser.at += 1;
  return { kind: 'chars', ranges: negated ? without(ranges) : ranges };
}

function upper(parser: Parser): [number, number][] {
  parser.at += 1;
  return classItem(parser);
}

function classItem(parser: Parser): [number, number][] {
  const char = parser.text[parser.at] ?? '';
  parser.at += 1;
  const part =
    char === '\\'
      ? parser.text[parser.at] === 'b'
        ? undefined
        : parseEscape(parser)
      : literal(char);
  return part?.kind === 'chars' ? part.ranges : [];
}

/** What is left of the plain characters, as ranges. */
function without(ranges: [number, number][]): [number, number][] {
  const left: [number, number][] = [];
  for (const code of [
    ...span(97, 122),
    ...span(65, 90),
    ...span(48, 57),
    ...span(32, 47),
    ...span(58, 64),
    233,
    10,
  ]) {
    if (ranges.some(([low, high]) => code >= low && code <= high)) continue;
    const last = left.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else left.push([code, code]);
  }
  return left;
}

function span(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

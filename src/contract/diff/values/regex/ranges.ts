/** Sets of code points, as sorted ranges that do not touch. */
export type Ranges = readonly (readonly [from: number, to: number])[];

const LAST = 0x10ffff;
/** All characters that a JSON text can contain: no lone surrogates. */
export const EVERY: Ranges = [
  [0, 0xd7ff],
  [0xe000, LAST],
];
export const DIGITS: Ranges = [[48, 57]];
export const WORDS: Ranges = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
export const SPACES: Ranges = [
  [9, 13],
  [32, 32],
  [160, 160],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
/** The characters that a dot does not match. */
export const BREAKS: Ranges = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

export function union(...sets: Ranges[]): Ranges {
  const sorted = sets.flat().sort((a, b) => a[0] - b[0]);
  const found: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = found.at(-1);
    if (last && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
}

/** All characters except these. */
export function except(set: Ranges): Ranges {
  const found: [number, number][] = [];
  for (const [low, high] of EVERY) {
    let from = low;
    for (const [start, end] of set) {
      if (end < from || start > high) continue;
      if (start > from) found.push([from, start - 1]);
      from = end + 1;
    }
    if (from <= high) found.push([from, high]);
  }
  return found;
}

export function has(set: Ranges, code: number): boolean {
  let low = 0;
  let high = set.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [from, to] = set[middle] as [number, number];
    if (code < from) high = middle - 1;
    else if (code > to) low = middle + 1;
    else return true;
  }
  return false;
}

const properties = new Map<string, Ranges>();

/**
 * The characters with a Unicode property, found by testing each one.
 * @throws SyntaxError for an unknown property
 */
export function withProperty(name: string): Ranges {
  const known = properties.get(name);
  if (known) return known;
  const expression = new RegExp(`\\p{${name}}`, 'u');
  const found: [number, number][] = [];
  for (const [low, high] of EVERY)
    for (let code = low; code <= high; code += 1) {
      if (!expression.test(String.fromCodePoint(code))) continue;
      const last = found.at(-1);
      if (last && last[1] === code - 1) last[1] = code;
      else found.push([code, code]);
    }
  properties.set(name, found);
  return found;
}

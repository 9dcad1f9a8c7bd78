/** Sets of code points, as sorted ranges that do not touch. */
export type Ranges = readonly (readonly [from: number, to: number])[];

/** Ranges by their first and last characters, pair by pair. */
function pairs(ends: string): Ranges {
  const codes = [...ends].map((char) => char.codePointAt(0) ?? 0);
  const firsts = codes.filter((_, index) => index % 2 === 0);
  return firsts.map((from, index) => [from, codes[2 * index + 1] ?? from]);
}

/** All characters that a JSON text can contain: no lone surrogates. */
export const EVERY = pairs('\0\ud7ff\ue000\u{10ffff}');
export const DIGITS = pairs('09');
export const WORDS = pairs('09AZ__az');
export const SPACES = pairs(
  '\t\r  \u00a0\u00a0\u1680\u1680\u2000\u200a\u2028\u2029\u202f\u202f\u205f\u205f\u3000\u3000\ufeff\ufeff',
);
/** The characters that a dot does not match. */
export const BREAKS = pairs('\n\n\r\r\u2028\u2029');

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

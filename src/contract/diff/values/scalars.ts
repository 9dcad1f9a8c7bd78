import { FORMAT_PATTERNS, FORMAT_SAMPLES, stretchFormat } from '../schema/formats.ts';
import type { SchemaNode } from '../schema/node.ts';
import { findText, type TextRule } from './regex/language.ts';
import { samplePattern } from './regex/sample.ts';

/** The longest text to try: long enough for a file sent as base64. */
const LONGEST = 16_000_000;
/** For length limits above this, only the limit itself and one character more are tried. */
const LONG = 10_000;

/** Numbers at and around every bound that the compared schemas set. */
export function sampleNumbers(
  atoms: readonly SchemaNode[],
  mines: readonly SchemaNode[],
): number[] {
  const bounds = numbersOf(mines);
  const steps = atoms.flatMap((node) => node.multipleOf ?? []);
  const nearBounds = bounds.flatMap((bound) => [
    bound,
    bound + 1,
    bound - 1,
    bound + 0.5,
    bound - 0.5,
    bound + 1e-6,
    bound - 1e-6,
  ]);
  const sorted = bounds.toSorted((a, b) => a - b);
  const between = sorted.slice(1).map((bound, index) => (bound + (sorted[index] ?? 0)) / 2);
  const plain = [1, 0, 2, -1, 0.5, 1.5, 10, 100, -100, 12_345.678, 1e12];
  const multiples = steps.flatMap((step) => [
    ...[1, 0, 2, 3, 5, 7, -1, 11].map((n) => clean(n * step)),
    ...bounds.flatMap((bound) =>
      [-1, 0, 1].map((n) => clean((Math.floor(bound / step) + n) * step)),
    ),
  ]);
  const all =
    steps.length > 0
      ? [...multiples, ...nearBounds, ...between, ...plain]
      : [...plain, ...nearBounds, ...between];
  return all.filter((value) => isMultipleOfAll(value, steps));
}

/** The bounds that schemas set on a number, including those of a numeric format or an enumeration. */
function numbersOf(mines: readonly SchemaNode[]): number[] {
  const found = mines.flatMap((node) => [
    node.minimum,
    node.maximum,
    node.exclusiveMinimum,
    node.exclusiveMaximum,
    node.multipleOf,
    ...(node.format === 'int32' ? [2_147_483_647, -2_147_483_648] : []),
    ...(node.enum ?? []).filter((value) => typeof value === 'number'),
  ]);
  return [...new Set(found.filter((n): n is number => n !== undefined))];
}

function isMultipleOfAll(value: number, steps: readonly number[]): boolean {
  return steps.every((step) => Math.abs(Math.round(value / step) - value / step) < 1e-9);
}

/** 3 × 0.1 without the rounding error. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}

/** Texts of every length, pattern and format that the schemas or their counterparts mention. */
export function sampleTexts(atoms: readonly SchemaNode[], mines: readonly SchemaNode[]): string[] {
  const lengths = mines
    .flatMap((node) => [node.minLength, node.maxLength])
    .filter((n) => n !== undefined)
    .filter((n) => n < LONGEST);
  const near = [
    ...new Set(lengths.flatMap((n) => (n < LONG ? [n - 1, n, n + 1] : [n, n + 1]))),
  ].filter((n) => n >= 0);
  const formats = [...new Set(mines.flatMap((node) => node.format ?? []))];
  const patterns = [...new Set(mines.flatMap((node) => node.pattern?.text ?? []))];
  const ownPatterns = atoms.flatMap((node) => node.pattern?.text ?? []);
  const found: string[] = [];
  for (const format of formats) {
    const values = (FORMAT_SAMPLES[format] ?? []).filter((v): v is string => typeof v === 'string');
    found.push(...values);
    for (const length of near) {
      const text = stretchFormat(format, length);
      if (text !== undefined) found.push(text);
    }
  }
  for (const pattern of patterns) {
    const texts = samplePattern(pattern, near);
    found.push(...texts);
    // An unanchored pattern allows more text around the match.
    if (ownPatterns.includes(pattern))
      found.push(
        ...texts.slice(0, 6).flatMap((text) => [`${text}x`, `x${text}`, `${text} `, `-${text}-`]),
      );
    for (const text of texts.slice(0, 4))
      for (const length of near.filter((n) => n <= LONG))
        if (length > text.length) found.push(text.padEnd(length, 'a'));
  }
  found.push(...textsBetween(atoms, mines));
  for (const length of near) found.push('a'.repeat(length));
  return [...found, 'text', '', 'A1', 'two words', 'é😀', '0', '-', 'a', 'x'.repeat(60)];
}

const MOST_RULES = 6;
const between = new Map<string, string[]>();

/**
 * The shortest text for each combination in which the rules of the schemas and their counterparts can be satisfied and
 * violated: if two patterns differ at all, one of these texts shows it.
 */
function textsBetween(atoms: readonly SchemaNode[], mines: readonly SchemaNode[]): string[] {
  const own = [...atoms.flatMap(rulesOf), ...atoms.flatMap(formatRulesOf)];
  const others = mines.flatMap(rulesOf).filter((rule) => !own.some((one) => isSame(one, rule)));
  if (![...own, ...others].some(({ pattern }) => pattern !== undefined)) return [];
  const rules = others.filter((rule, at) => others.findIndex((one) => isSame(one, rule)) === at);
  const key = JSON.stringify([own, rules]);
  let found = between.get(key);
  if (!found) {
    found = explore(own, [], rules.slice(0, MOST_RULES));
    if (between.size > 500) between.clear();
    between.set(key, found);
  }
  return found;
}

function explore(kept: TextRule[], broken: TextRule[], open: TextRule[]): string[] {
  const here = findText(kept, broken);
  if (here === 'none') return [];
  const [next, ...rest] = open;
  if (next === undefined) return here === 'unknown' ? [] : [here.text];
  return [...explore(kept, [...broken, next], rest), ...explore([...kept, next], broken, rest)];
}

function formatRulesOf({ format = '' }: SchemaNode): TextRule[] {
  const pattern = FORMAT_PATTERNS[format];
  return pattern === undefined ? [] : [{ pattern }];
}

function rulesOf({ pattern, minLength, maxLength }: SchemaNode): TextRule[] {
  return [
    ...(pattern ? [{ pattern: pattern.text }] : []),
    ...(minLength === undefined ? [] : [{ minLength }]),
    ...(maxLength === undefined ? [] : [{ maxLength }]),
  ];
}

function isSame(left: TextRule, right: TextRule): boolean {
  return (
    left.pattern === right.pattern &&
    left.minLength === right.minLength &&
    left.maxLength === right.maxLength
  );
}

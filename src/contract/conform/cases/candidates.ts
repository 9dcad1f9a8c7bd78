import { isObject } from '#core/json/is-object.ts';
import { accepts, refusalsOf } from '../../diff/schema/evaluate.ts';
import { stretchFormat } from '../../diff/schema/formats.ts';
import type { SchemaNode } from '../../diff/schema/node.ts';
import { canonical } from '../../diff/types.ts';
import { type Conjunction, itemSchemas, minesOf } from '../../diff/values/atoms.ts';
import { samplePattern } from '../../diff/values/regex/sample.ts';
import { distinct } from '../../distinct.ts';
import type { Sampler } from '../sampler.ts';

/** A value for one place, with what is special about it. Whether it is valid there is judged later. */
export interface Candidate {
  value: unknown;
  what: string;
  /**
   * A value as similar as possible, but further inside the bound. If this one is accepted and the other rejected, the
   * bound is off by one.
   */
  inner?: unknown;
}

const LONGEST = 20_000;
const MOST_ITEMS = 1001;

/** Values just inside and just outside each constraint of a place, and one of each wrong type. */
export function candidatesFor(schemas: Conjunction, base: unknown, sampler: Sampler): Candidate[] {
  const mines = minesOf(schemas);
  const found = [
    ...members(mines),
    ...(schemas.some(namesNull)
      ? [{ value: null, what: 'null, which is allowed', inner: BASE }]
      : []),
    ...(typeof base === 'number' ? numbers(mines) : []),
    ...(typeof base === 'string' ? texts(schemas, mines, base) : []),
    ...(Array.isArray(base) ? lists(schemas, mines, base, sampler) : []),
    ...wrongTypes(base),
  ];
  const usual: Candidate = { value: base, what: '' };
  return distinct([usual, ...found], ({ value }) => canonical(value)).slice(1);
}

/** Whether null is allowed explicitly rather than because any value is. */
function namesNull({ types, anyOf = [], oneOf = [] }: SchemaNode): boolean {
  return types?.includes('null') || [...anyOf, ...oneOf].some(namesNull);
}

function members(mines: readonly SchemaNode[]): Candidate[] {
  const listed = mines.flatMap((node) => node.enum ?? []).slice(0, 40);
  const texts = listed.filter((value) => typeof value === 'string');
  const first = texts[0];
  return [
    ...listed.map((value) => ({ value, what: `${show(value)}, an allowed value`, inner: BASE })),
    ...(first === undefined
      ? []
      : [`${first}x`, first.toUpperCase(), first.toLowerCase(), ` ${first}`].map((value) => ({
          value,
          what: `${show(value)}, not an allowed value`,
        }))),
  ];
}

/** Stands for the value that was there before. */
export const BASE = Symbol('base');

function numbers(mines: readonly SchemaNode[]): Candidate[] {
  const step = Math.max(1, ...mines.map((node) => node.multipleOf ?? 0));
  const near = (bound: number, inwards: 1 | -1, name: string): Candidate[] => [
    { value: bound, what: `${bound} (${name} ${bound})`, inner: bound + inwards * step },
    { value: bound + inwards * step, what: `${bound + inwards * step} (${name} ${bound})` },
    { value: bound - inwards * step, what: `${bound - inwards * step} (${name} ${bound})` },
    { value: bound - inwards * 0.01, what: `${bound - inwards * 0.01} (${name} ${bound})` },
  ];
  const found: Candidate[] = [];
  for (const node of mines) {
    if (node.minimum !== undefined) found.push(...near(node.minimum, 1, 'minimum'));
    if (node.maximum !== undefined) found.push(...near(node.maximum, -1, 'maximum'));
    const { exclusiveMinimum: low, exclusiveMaximum: high, multipleOf } = node;
    if (low !== undefined)
      found.push({ value: low, what: `${low} (exclusiveMinimum)` }, inside(low, step));
    if (high !== undefined)
      found.push({ value: high, what: `${high} (exclusiveMaximum)` }, inside(high, -step));
    if (multipleOf !== undefined)
      for (const times of [0.5, 1, 1.5, 3])
        found.push({ value: times * multipleOf, what: `${times * multipleOf} (multipleOf)` });
  }
  for (const value of [0, -1, 0.5, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308])
    found.push({ value, what: `the number ${value}` });
  return found;
}

function inside(bound: number, step: number): Candidate {
  return {
    value: bound + step,
    what: `${bound + step} (next to ${bound})`,
    inner: bound + 2 * step,
  };
}

function texts(schemas: Conjunction, mines: readonly SchemaNode[], base: string): Candidate[] {
  const ofLength = (length: number) => textOfLength(schemas, mines, base, length);
  const found: Candidate[] = [];
  for (const { minLength, maxLength, pattern } of mines) {
    const bounds = { minLength: within(minLength, LONGEST), maxLength: within(maxLength, LONGEST) };
    found.push(...around(bounds, 'characters', ofLength));
    if (!pattern) continue;
    const inverted = base === base.toUpperCase() ? base.toLowerCase() : base.toUpperCase();
    for (const value of [`${base}!`, `!${base}`, inverted, `${base} x`, '!', 'é', '   '])
      found.push({ value, what: `${show(value)} (pattern ${pattern.text})` });
  }
  for (const format of new Set(mines.flatMap((node) => node.format ?? [])))
    for (const value of ['not one', `${base}~~`])
      found.push({ value, what: `${show(value)} (format ${format})` });
  for (const value of mines.flatMap((node) => EDGES[node.format ?? ''] ?? []))
    found.push({ value, what: show(value) });
  for (const [value, what] of ODD_TEXTS) found.push({ value, what });
  return found;
}

/** Values as long as each bound allows, and longer or shorter by one. */
function around(
  bounds: Record<string, number | undefined>,
  unit: string,
  ofLength: (length: number) => unknown,
): Candidate[] {
  return Object.entries(bounds).flatMap(([name, bound]) => {
    if (bound === undefined) return [];
    const inwards = name.startsWith('min') ? 1 : -1;
    const inner = ofLength(bound + inwards);
    return [bound, bound - inwards].flatMap((length): Candidate[] => {
      const value = ofLength(length);
      if (value === undefined) return [];
      const isInside = length === bound && inner !== undefined;
      const what = `${length} ${unit} (${name} ${bound})`;
      return [{ value, what, ...(isInside && { inner }) }];
    });
  });
}

function within(bound: number | undefined, most: number): number | undefined {
  return bound !== undefined && bound <= most ? bound : undefined;
}

/** What formats allow but few people expect. */
const EDGES: Record<string, string[]> = {
  'date-time': ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '2016-12-31T23:59:60Z'],
  date: ['0000-01-01', '9999-12-31', '2024-02-29'],
  time: ['23:59:60Z', '00:00:00+23:59'],
  email: ['"a b"@example.com', 'a@[127.0.0.1]'],
  uri: ['urn:x', 'http://[::1]/'],
  uuid: ['00000000-0000-0000-0000-000000000000'],
};

const ODD_TEXTS: [string, string][] = [
  ['', 'an empty string'],
  [' ', 'a space'],
  ['\u0000', 'the character U+0000'],
  ['a\ud800b', 'half a surrogate pair'],
  ['😀é\u202e漢', 'non-ASCII characters'],
  ["'; drop table x; --", 'a quote'],
  ['%00', 'a percent sign'],
  ['{{7*7}}', 'braces'],
  ['../../etc/passwd', 'dots and slashes'],
  ['__proto__', '__proto__'],
  ['x'.repeat(10_000), '10000 characters'],
];

/** A text that satisfies everything except perhaps the length. */
function textOfLength(
  schemas: Conjunction,
  mines: readonly SchemaNode[],
  base: string,
  length: number,
): string | undefined {
  if (length < 0) return undefined;
  const patterns = mines.flatMap((node) => node.pattern?.text ?? []);
  const formats = mines.flatMap((node) => node.format ?? []);
  const filler = /[a-z0-9]$/i.exec(base)?.[0] ?? 'a';
  const options = [
    base.length > length
      ? [...base].slice(0, length).join('').trimEnd()
      : base.padEnd(length, filler),
    'a'.repeat(length),
    'A'.repeat(length),
    '1'.repeat(length),
    ...formats.flatMap((format) => stretchFormat(format, length) ?? []),
    ...patterns.flatMap((pattern) => samplePattern(pattern, [length])),
  ];
  const only = new Set(['minLength', 'maxLength', 'anyOf', 'oneOf']);
  return options.find(
    (text) =>
      [...text].length === length &&
      schemas.every(
        (node) =>
          accepts(node, text) || refusalsOf(node, text).every(({ keyword }) => only.has(keyword)),
      ),
  );
}

function lists(
  schemas: Conjunction,
  mines: readonly SchemaNode[],
  base: unknown[],
  sampler: Sampler,
): Candidate[] {
  const ofLength = (length: number): unknown[] | undefined => {
    if (length < 0 || length > MOST_ITEMS) return undefined;
    const list = base.slice(0, length);
    for (let index = list.length; index < length; index += 1) {
      const item = sampler.distinct(itemSchemas(mines, index) ?? [], index);
      if (item === undefined) return undefined;
      list.push(item);
    }
    return list;
  };
  const found = mines.flatMap(({ minItems, maxItems }) =>
    around({ minItems, maxItems }, 'items', ofLength),
  );
  if (mines.some((node) => node.uniqueItems)) {
    const [item] = base.length > 0 ? base : (ofLength(1) ?? []);
    if (item !== undefined)
      found.push({ value: [item, item], what: 'the same item twice (uniqueItems)' });
  }
  if (schemas.length > 0)
    found.push(
      { value: [null], what: 'a list with null' },
      { value: [[]], what: 'a list in a list' },
    );
  return found;
}

const TYPED: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a number', 7],
  ['a fraction', 1.5],
  ['a text', 'text'],
  ['a number as text', '7'],
  ['true as text', 'true'],
  ['an empty list', []],
  ['an empty object', {}],
];

function wrongTypes(base: unknown): Candidate[] {
  const wrapped: [string, unknown][] = isObject(base)
    ? [['the object in a list', [base]]]
    : [['the value in a list', [base]]];
  return [...TYPED, ...wrapped].map(([name, value]) => ({ value, what: name }));
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

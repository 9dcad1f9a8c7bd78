import fc from 'fast-check';

export type Schema = Record<string, unknown>;

/** Few names, few texts and small bounds, so that two schemas and a value often interact. */
const NAMES = ['a', 'b', 'kind'];
const TEXTS = ['', 'a', 'b', 'ab', 'abc', 'ba', 'A1', 'zz', '2026-11-21', 'x@y.io'];
const PATTERNS = ['^a', 'b$', '^[a-c]+$', '^[a-z]{1,3}$', '^(ab|ba)', '[0-9]', '^(?!a)', '^\\w*$'];
const FORMATS = ['date', 'email', 'uuid', 'ipv4', 'date-time'];
const TYPES = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array'];

const name = fc.constantFrom(...NAMES);
const few = { maxKeys: 3, noNullPrototype: true };
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 2 });
const count = fc.integer({ min: 0, max: 3 });
const number = fc.constantFrom(-1, 0, 1, 1.5, 2, 3, 5);
const scalar = fc.constantFrom<unknown>(...TEXTS, -1, 0, 1, 2, 2.5, 6, true, false, null);

/**
 * Values of every type. As in JSON, every object has a prototype, because Ajv's `uniqueItems` distinguishes objects by
 * it.
 */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: scalar },
    { weight: 2, arbitrary: fc.dictionary(name, tie('value'), few) },
    { weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 4 }) },
  ),
})).value;

const listed = fc.uniqueArray(fc.oneof(scalar, fc.constantFrom<unknown>({ a: 1 }, ['a'], [])), {
  minLength: 1,
  maxLength: 3,
  comparator: (left, right) => JSON.stringify(left) === JSON.stringify(right),
});

type Keywords = Record<string, fc.Arbitrary<unknown>>;

function keywords(schema: fc.Arbitrary<unknown>): Keywords {
  const map = fc.dictionary(name, schema, { minKeys: 1, maxKeys: 2 });
  const list = fc.array(schema, { minLength: 1, maxLength: 2 });
  return {
    type: fc.oneof(
      fc.constantFrom(...TYPES),
      fc.uniqueArray(fc.constantFrom(...TYPES), { minLength: 1, maxLength: 3 }),
    ),
    enum: listed,
    const: scalar,
    minimum: number,
    maximum: number,
    exclusiveMinimum: number,
    exclusiveMaximum: number,
    multipleOf: fc.constantFrom(1, 2, 3, 0.5),
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom(...PATTERNS),
    format: fc.constantFrom(...FORMATS),
    properties: map,
    required: names,
    additionalProperties: schema,
    unevaluatedProperties: schema,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b', '^k'), schema, {
      minKeys: 1,
      maxKeys: 1,
    }),
    propertyNames: fc.constantFrom({ maxLength: 1 }, { pattern: '^[ab]' }, { enum: ['a', 'kind'] }),
    minProperties: count,
    maxProperties: count,
    dependentRequired: fc.dictionary(name, names, { minKeys: 1, maxKeys: 1 }),
    dependentSchemas: fc.dictionary(name, schema, { minKeys: 1, maxKeys: 1 }),
    items: schema,
    prefixItems: list,
    unevaluatedItems: schema,
    contains: schema,
    minContains: count,
    maxContains: count,
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    anyOf: list,
    oneOf: list,
    allOf: list,
    not: schema,
    if: schema,
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema
    then: schema,
    else: schema,
    $ref: fc.constantFrom('#/$defs/text', '#/$defs/tree', '#/$defs/pair'),
  };
}

/** Targets for `$ref`, one of them recursive. */
const DEFS = {
  text: { type: 'string', maxLength: 2 },
  tree: {
    type: 'object',
    properties: { kind: { enum: ['a', 'b'] }, a: { $ref: '#/$defs/tree' } },
    required: ['kind'],
  },
  pair: { anyOf: [{ $ref: '#/$defs/text' }, { type: 'array', items: { $ref: '#/$defs/tree' } }] },
};

const { keyword } = fc.letrec<{
  schema: unknown;
  leaf: unknown;
  keyword: [string, unknown];
}>((tie) => {
  const of = Object.entries(keywords(tie('schema')));
  return {
    leaf: fc.constantFrom<unknown>(
      true,
      {},
      { type: 'string' },
      { type: 'integer' },
      { const: 'a' },
      false,
    ),
    keyword: fc.oneof(
      ...of.map(([key, arbitrary]) => fc.tuple(fc.constant(key), arbitrary)),
    ) as fc.Arbitrary<[string, unknown]>,
    schema: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      tie('leaf'),
      fc
        .array(tie('keyword') as fc.Arbitrary<[string, unknown]>, { minLength: 1, maxLength: 4 })
        .map(Object.fromEntries),
    ),
  };
});

/** The schema with one keyword added, removed or changed somewhere in it. */
export const change: fc.Arbitrary<[base: Schema, next: Schema]> = fc
  .tuple(
    fc
      .array(keyword as fc.Arbitrary<[string, unknown]>, { minLength: 1, maxLength: 4 })
      .map(Object.fromEntries),
    keyword as fc.Arbitrary<[string, unknown]>,
    fc.nat(),
    fc.boolean(),
  )
  .map(([base, [key, written], where, isRemoval]) => {
    const next = structuredClone(base) as Schema;
    const places = placesIn(next);
    const place = places[where % places.length] ?? next;
    const own = Object.keys(place);
    if (isRemoval && own.length > 0) delete place[own[where % own.length] ?? ''];
    else place[key] = written;
    return [withDefs(base as Schema), withDefs(next)];
  });

function withDefs(one: Schema): Schema {
  return { ...one, $defs: DEFS };
}

const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];
const VALUES = ['enum', 'const', 'required', 'type', 'dependentRequired', 'propertyNames'];

/** All schemas within a schema, including itself. */
function placesIn(one: unknown): Schema[] {
  if (Array.isArray(one)) return one.flatMap(placesIn);
  if (typeof one !== 'object' || one === null) return [];
  const inner = Object.entries(one).flatMap(([key, child]) => {
    if (VALUES.includes(key)) return [];
    return MAPS.includes(key) ? Object.values(child as Schema).flatMap(placesIn) : placesIn(child);
  });
  return [one as Schema, ...inner];
}

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputField, OutputFormat } from '#generated/model/index.ts';
import { outputFormatOf, outputFormatOfText } from './output-from-schema.ts';
import { outputSchema } from './output-schema.ts';

const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,8}$/);
const shape = {
  name: fc.oneof(name, fc.constantFrom('constructor', 'toString', 'description', 'type', 'items')),
  required: fc.boolean(),
  list: fc.boolean(),
};
const description = fc.option(fc.string({ minLength: 1, unit: 'binary' }), { nil: undefined });

/** Every valid field. Absent and empty mean the same, so only one of the two is generated. */
function field(depth: number): fc.Arbitrary<OutputField> {
  const plain = fc.record({
    ...shape,
    type: fc.constantFrom('text', 'number', 'integer', 'boolean'),
  });
  const choice = fc.record({
    ...shape,
    type: fc.constant('choice' as const),
    options: fc.uniqueArray(fc.string(), { maxLength: 4 }),
  });
  const kinds: fc.Arbitrary<OutputField>[] = [plain, choice];
  if (depth < 5)
    kinds.push(
      fc.record({ ...shape, type: fc.constant('object' as const), fields: fields(depth + 1) }),
    );
  return fc
    .tuple(fc.oneof(...kinds), description)
    .map(([made, text]) => (text === undefined ? made : { ...made, description: text }));
}

function fields(depth: number): fc.Arbitrary<OutputField[]> {
  return fc.uniqueArray(field(depth), { maxLength: 3, selector: (one) => one.name });
}

const format: fc.Arbitrary<OutputFormat> = fc.oneof(
  fc.constant<OutputFormat>({ type: 'text' }),
  fields(1).map((list) => ({ type: 'fields' as const, fields: list })),
);

describe('outputFormatOf', () => {
  it('is the inverse of outputSchema, including the form sent to strict providers', () => {
    fc.assert(
      fc.property(format, fc.boolean(), (given, allRequired) => {
        const schema = outputSchema(given, { allRequired });
        const back = outputFormatOf(JSON.parse(JSON.stringify(schema)));
        expect(back).toEqual({ ok: true, format: given, lost: [] });
        // The result produces the same schema again.
        if (back.ok) expect(outputSchema(back.format, { allRequired })).toEqual(schema);
      }),
      { numRuns: 500 },
    );
  });

  it('never throws, and its result describes itself', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (given) => {
        const found = outputFormatOf(given);
        if (found.ok) expect(outputFormatOf(outputSchema(found.format)).ok).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('reads schemas written elsewhere', () => {
    const found = outputFormatOf({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: {
        Money: { properties: { amount: { type: 'number', minimum: 0 } }, required: ['amount'] },
      },
      type: 'object',
      title: 'Invoice',
      properties: {
        total: { $ref: '#/$defs/Money', description: 'In total' },
        lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/Money' } },
        status: { enum: ['paid', 'open'] },
        kind: { const: 'invoice' },
        note: { type: ['string', 'null'], maxLength: 5 },
      },
      required: ['total', 'lines', 'note'],
      additionalProperties: false,
    });
    if (!found.ok) throw new Error(found.errors[0]?.message);
    const amount = { name: 'amount', type: 'number', required: true, list: false };
    const money = { type: 'object', fields: [amount] };
    expect(found.format.fields).toEqual([
      { name: 'total', required: true, list: false, description: 'In total', ...money },
      { name: 'lines', required: true, list: true, ...money },
      { name: 'status', type: 'choice', required: false, list: false, options: ['paid', 'open'] },
      { name: 'kind', type: 'choice', required: false, list: false, options: ['invoice'] },
      { name: 'note', type: 'text', required: false, list: false },
    ]);
    expect(found.lost.map(({ pointer }) => pointer)).toEqual([
      '/$defs/Money/properties/amount/minimum',
      '/$defs/Money/properties/amount/minimum',
      '/properties/lines/minItems',
      '/properties/note/maxLength',
      '/title',
    ]);
  });

  const circular: Record<string, unknown> = { type: 'object' };
  circular.properties = { self: circular };
  const deep = (levels: number): object =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };
  const wide = { type: 'object', properties: { a: { type: 'string' } } };
  const many = Object.fromEntries(
    Array.from({ length: 301 }, (_, i) => [`a${i}`, { type: 'string' }]),
  );
  /** Each level contains the next one ten times: a thousand million fields. */
  const bomb = {
    $ref: '#/$defs/l0',
    $defs: Object.fromEntries(
      Array.from({ length: 9 }, (_, level) => [
        `l${level}`,
        {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 10 }, (_, i) => [
              `a${i}`,
              level === 8 ? { type: 'string' } : { $ref: `#/$defs/l${level + 1}` },
            ]),
          ),
        },
      ]),
    ),
  };

  it.each([
    ['not an object', [], 'not_a_schema', ''],
    ['a list at the root', { type: 'array', items: { type: 'string' } }, 'unsupported', ''],
    ['itself', circular, 'circular', '/properties/self'],
    [
      'a reference to itself',
      { type: 'object', properties: { a: { type: 'array', items: { $ref: '#' } } } },
      'circular',
      '/properties/a/items',
    ],
    [
      'a circular reference',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } },
      'circular',
      '',
    ],
    [
      'too many levels',
      deep(6),
      'too_deep',
      '/properties/a/properties/a/properties/a/properties/a/properties/a',
    ],
    ['too many fields', { type: 'object', properties: many }, 'too_large', '/properties/a300'],
    ['a bomb', bomb, 'too_deep', '/$defs/l5'],
    [
      'a reference elsewhere',
      { type: 'object', properties: { a: { $ref: 'https://example.com' } } },
      'unsupported',
      '/properties/a/$ref',
    ],
    [
      'alternatives',
      { type: 'object', properties: { a: { anyOf: [{ type: 'string' }, wide] } } },
      'unsupported',
      '/properties/a/anyOf',
    ],
    [
      'oneOf',
      { type: 'object', properties: { a: { oneOf: [] } } },
      'unsupported',
      '/properties/a/oneOf',
    ],
    [
      'lists of lists',
      { type: 'object', properties: { a: { items: { items: { type: 'string' } } } } },
      'unsupported',
      '/properties/a/items',
    ],
    ['no type', { type: 'object', properties: { a: {} } }, 'unsupported', '/properties/a'],
    [
      'null',
      { type: 'object', properties: { a: { type: 'null' } } },
      'unsupported',
      '/properties/a',
    ],
    ['a name with a space', { properties: { 'a/b c': {} } }, 'bad_name', '/properties/a~1b c'],
    ['true', { type: 'object', properties: { a: true } }, 'not_a_schema', '/properties/a'],
  ])('rejects %s', (_what, schema, code, pointer) => {
    expect(outputFormatOf(schema)).toMatchObject({ ok: false, errors: [{ code, pointer }] });
  });

  const address = { type: 'object', properties: { street: { type: 'string' } } };
  const field = { type: 'text', required: false, list: false };
  it.each([
    ['an alternative to null', { oneOf: [{ type: 'null' }, { type: 'string' }] }, field, []],
    ['a nullable field of OpenAPI 3.0', { type: 'string', nullable: true }, field, []],
    ['an enum with null', { enum: ['a', null] }, { ...field, type: 'choice', options: ['a'] }, []],
    [
      'oneOf with constants',
      { oneOf: [{ const: 'a', title: 'First' }, { enum: ['b', 'c'] }, { type: 'null' }] },
      { ...field, type: 'choice', options: ['a', 'b', 'c'] },
      ['/properties/a/oneOf/0/title'],
    ],
    [
      'an allOf with one schema',
      { allOf: [{ $ref: '#/$defs/address' }], description: 'Where', nullable: true },
      {
        ...field,
        type: 'object',
        description: 'Where',
        fields: [{ ...field, name: 'street' }],
      },
      [],
    ],
    [
      'a list of oneOf with constants',
      { type: 'array', items: { anyOf: [{ const: 'a' }, { const: 'b' }] } },
      { ...field, type: 'choice', list: true, options: ['a', 'b'] },
      [],
    ],
  ])('reads %s', (_what, property, expected, lost) => {
    const schema = { type: 'object', properties: { a: property }, $defs: { address } };
    const found = outputFormatOf({ ...schema, required: ['a'] });
    if (!found.ok) throw new Error(found.errors[0]?.message);
    const required = !JSON.stringify(property).includes('null');
    expect(found.format.fields).toEqual([{ ...expected, name: 'a', required }]);
    expect(found.lost.map(({ pointer }) => pointer)).toEqual(lost);
  });

  it('finds the schema in a request to a provider', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    const named = { name: 'answer', strict: true, schema };
    for (const sent of [
      named,
      { type: 'json_schema', json_schema: named },
      { type: 'json_schema', schema },
    ])
      expect(outputFormatOfText(JSON.stringify(sent))).toEqual(outputFormatOf(schema));
    // Unless these are fields of its own.
    const own = { type: 'object', properties: { schema: address, name: { type: 'string' } } };
    expect(outputFormatOfText(JSON.stringify(own))).toMatchObject({
      format: { fields: [{ name: 'schema' }, { name: 'name' }] },
    });
  });

  it('rejects text that is not JSON or is too long', () => {
    expect(outputFormatOfText('{')).toMatchObject({ errors: [{ code: 'not_a_schema' }] });
    expect(outputFormatOfText(' '.repeat(200_001))).toMatchObject({
      errors: [{ code: 'too_large' }],
    });
    expect(outputFormatOfText('{"type":"string"}')).toMatchObject({ format: { type: 'text' } });
  });
});

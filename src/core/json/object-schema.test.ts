import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkObjectSchema, readObjectSchema } from './object-schema.ts';

const check = (schema: unknown) =>
  checkObjectSchema(schema, '/tools/0/parameters').map((e) => `${e.pointer}: ${e.message}`);

describe('checkObjectSchema', () => {
  it('accepts a schema of an object', () => {
    const address = { type: 'object', properties: { zip: { type: 'string', pattern: '^\\d+$' } } };
    expect(
      check({
        type: 'object',
        $defs: { address },
        properties: {
          home: { $ref: '#/$defs/address' },
          work: { $ref: '#/$defs/address' },
          tags: { type: ['array', 'null'], items: true, minItems: 1 },
        },
        required: ['home'],
        additionalProperties: false,
      }),
    ).toEqual([]);
  });

  it('reports what is wrong, and where', () => {
    expect(check({ type: 'array' })).toEqual([
      '/tools/0/parameters: Must be the JSON Schema of an object (type: object)',
    ]);
    expect(
      check({
        type: 'object',
        required: 'a',
        properties: {
          a: { type: 'text' },
          b: { $ref: '#/nowhere' },
          c: 'string',
          'd/e': { minimum: '1', enum: [], pattern: '(' },
        },
        anyOf: {},
      }),
    ).toEqual([
      '/tools/0/parameters/required: Invalid value for required',
      '/tools/0/parameters/anyOf: Must be a list of schemas',
      '/tools/0/parameters/properties/a/type: Must be one of: string, number, integer, boolean, object, array, null',
      '/tools/0/parameters/properties/b/$ref: Not found; only references within this schema are supported',
      '/tools/0/parameters/properties/c: Must be a schema: an object, true or false',
      '/tools/0/parameters/properties/d~1e/enum: Invalid value for enum',
      '/tools/0/parameters/properties/d~1e/pattern: Invalid value for pattern',
      '/tools/0/parameters/properties/d~1e/minimum: Invalid value for minimum',
    ]);
  });

  it('stops on circular and endless schemas', () => {
    const circle: Record<string, unknown> = { type: 'object' };
    circle.properties = { a: circle, b: circle };
    expect(check(circle)).toContain('/tools/0/parameters/properties/a: The schema contains itself');
    let deep: object = {};
    for (let level = 0; level < 5000; level += 1)
      deep = { type: 'object', properties: { a: deep } };
    expect(check(deep).at(-1)).toMatch(/Must be at most 20 levels deep$/);
    const wide = Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`a${i}`, {}]));
    expect(check({ type: 'object', properties: wide }).at(-1)).toMatch(
      /Must have at most 1,000 subschemas$/,
    );
    expect(check({ type: 'object', description: 'x'.repeat(200_001) })).toHaveLength(1);
  });

  it('looks everywhere for subschemas, and refuses what it cannot follow', () => {
    const bad = { pattern: '(.{0,1000}){600}' };
    const inside = (keyword: string, value: unknown) => check({ type: 'object', [keyword]: value });
    for (const keyword of ['unevaluatedProperties', 'unevaluatedItems', 'contains', 'items'])
      expect(inside(keyword, bad)).toEqual([
        expect.stringMatching(`${keyword}/pattern: Invalid regular expression: its repetitions`),
      ]);
    expect(inside('dependentSchemas', { a: bad })).toHaveLength(1);
    expect(inside('dependencies', { a: bad, b: ['c'] })).toHaveLength(1);
    expect(inside('patternProperties', { [bad.pattern]: true })).toHaveLength(1);
    expect(inside('patternProperties', { '(': true })).toHaveLength(1);
    expect(inside('properties', { a: { $id: 'https://example.com/a' } })).toHaveLength(1);
    expect(inside('$dynamicRef', '#')).toEqual([
      '/tools/0/parameters/$dynamicRef: $dynamicRef is not supported',
    ]);
    expect(inside('dependentRequired', { a: 1 })).toHaveLength(1);
  });

  it('counts what chains of references multiply', () => {
    const names = Array.from({ length: 15 }, (_, level) => `l${level}`);
    const twice = (level: number) => ({ allOf: Array(2).fill({ $ref: `#/$defs/l${level + 1}` }) });
    const $defs = Object.fromEntries(names.map((name, level) => [name, twice(level)]));
    const schema = { type: 'object', $defs: { ...$defs, l15: {} }, $ref: '#/$defs/l0' };
    expect(check(schema).at(-1)).toMatch(/at most (1,000 subschemas|20 levels deep)$/);
  });

  it('rejects everything that a validator cannot use', () => {
    const inner = fc.dictionary(
      fc.constantFrom(
        'type',
        'items',
        'enum',
        'minimum',
        'required',
        'pattern',
        'anyOf',
        'properties',
      ),
      fc.oneof(
        fc.constantFrom('string', 'object', '(', 1, -1),
        fc.array(fc.constantFrom('a', 'string', {})),
        fc.constant({}),
        fc.constant({ a: { type: 'number' } }),
      ),
    );
    fc.assert(
      fc.property(inner, inner, (a, b) => {
        const schema = { type: 'object', properties: { a, b } };
        if (checkObjectSchema(schema).length > 0) return;
        const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
        expect(() => ajv.compile(schema)).not.toThrow();
      }),
      { numRuns: 500 },
    );
  });

  it('parses text', () => {
    expect(readObjectSchema('{').errors[0]?.message).toMatch(/^Invalid JSON: /);
    expect(readObjectSchema('[]')).toMatchObject({ schema: null, errors: [{ pointer: '' }] });
    expect(readObjectSchema('{"type":"object"}')).toEqual({
      schema: { type: 'object' },
      errors: [],
    });
  });
});

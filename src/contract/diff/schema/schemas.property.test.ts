import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffSchemas } from '../../diff.ts';
import { openSource } from '../source.ts';
import { createGenerator } from '../values/generate.ts';
import { createBuilder } from './build.ts';
import { toJsonSchema } from './confirm.ts';
import { accepts } from './evaluate.ts';

const NAMES = ['a', 'b', 'kind'];
const name = fc.constantFrom(...NAMES);
const small = fc.integer({ min: 0, max: 6 });
// Ajv's `uniqueItems` treats equal objects as different if only one of them has a prototype, which never happens with
// JSON.
const few = { maxKeys: 3, noNullPrototype: true };

/** Schemas of all shapes, with few names and small bounds, so that two of them often interact. */
const { schema } = fc.letrec<{ schema: object; leaf: object }>((tie) => ({
  leaf: fc.oneof(
    fc.record(
      { type: fc.constant('string'), minLength: small, maxLength: small },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constantFrom('number', 'integer'),
        minimum: small,
        exclusiveMaximum: small,
        multipleOf: fc.constantFrom(1, 2, 3, 0.5),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({
      enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 1, 2, null, true), { minLength: 1 }),
    }),
    fc.record({
      type: fc.constant('string'),
      pattern: fc.constantFrom('^[a-c]+$', '^a', 'b$', '^[a-z]{1,3}$'),
    }),
    fc.record({
      type: fc.uniqueArray(fc.constantFrom('string', 'null', 'integer', 'boolean'), {
        minLength: 1,
      }),
    }),
  ),
  schema: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(name, tie('schema'), few),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('leaf')),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        minItems: fc.integer({ min: 0, max: 2 }),
        maxItems: fc.integer({ min: 2, max: 4 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type', 'items'] },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('leaf') }),
  ),
}));

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false, '', 'a', 'ab', 'abc', 'zz', 0, 1, 2, 2.5, 3, 7),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), few),
  ),
})).value;

const ajv = new Ajv2020({ strict: false, multipleOfPrecision: 9, logger: false });
const node = (raw: object) => createBuilder(openSource(raw, 'base'), 'request')(raw, '');
const runs = { numRuns: 50 };

describe('for schemas of all shapes', () => {
  it('values are validated as Ajv validates them', () => {
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 5, maxLength: 20 }), (raw, values) => {
        const read = node(raw);
        const validate = ajv.compile(raw);
        const again = ajv.compile(toJsonSchema(read));
        for (const sample of values) {
          expect(accepts(read, sample)).toBe(validate(sample));
          expect(again(sample)).toBe(validate(sample));
        }
      }),
      runs,
    );
  });

  it('generated values match their schema', () => {
    fc.assert(
      fc.property(schema, (raw) => {
        const validate = ajv.compile(raw);
        const found = createGenerator('all').values([node(raw)], []);
        expect(found.filter((sample) => !validate(sample))).toEqual([]);
      }),
      runs,
    );
  });

  it('a reworded schema is the same as the original', () => {
    fc.assert(
      fc.property(schema, (raw) => {
        for (const other of rewrites(raw))
          for (const direction of ['request', 'response'] as const)
            expect(diffSchemas(raw, other, direction).changes).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  it('a witness is allowed by the old schema and rejected by the new one', () => {
    fc.assert(
      fc.property(schema, schema, (base, next) => {
        for (const { level, witness } of diffSchemas(base, next, 'request').changes) {
          if (level !== 'breaking') continue;
          expect(ajv.validate(base, witness)).toBe(true);
          expect(ajv.validate(next, witness)).toBe(false);
        }
      }),
      runs,
    );
  });

  it('compatible means that the new schema rejects no value of the old one', () => {
    fc.assert(
      fc.property(
        schema,
        schema,
        fc.array(value, { minLength: 20, maxLength: 40 }),
        (base, next, values) => {
          if (diffSchemas(base, next, 'request').verdict === 'breaking') return;
          const own = createGenerator('all').values([node(base)], []);
          const refused = [...own, ...values].filter(
            (sample) =>
              !isOnlyByOpenName(base, sample) &&
              ajv.validate(base, sample) &&
              !ajv.validate(next, sample),
          );
          expect(refused).toEqual([]);
        },
      ),
      runs,
    );
  });
});

/**
 * Names that the old schema lists nowhere: an open object may contain them, but callers are not expected to send them.
 */
function isOnlyByOpenName(raw: object, sample: unknown): boolean {
  const text = JSON.stringify(raw);
  const names = JSON.stringify(sample).match(/"(a|b|kind)":/g) ?? [];
  return names.some((found) => !text.includes(found));
}

function rewrites(raw: object): object[] {
  const nullable = { anyOf: [raw, { type: 'null' }] };
  return [
    { allOf: [raw] },
    { $ref: '#/$defs/x', $defs: { x: raw } },
    { ...raw, description: 'reworded', title: 'x' },
    { anyOf: [raw, raw] },
    { not: { not: raw } },
    { allOf: [raw, nullable] },
    Object.fromEntries(Object.entries(raw).reverse()),
  ];
}

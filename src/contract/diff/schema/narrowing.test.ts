import { describe, expect, it } from 'vitest';
import { diffSchemas } from '../../diff.ts';

const s = { type: 'string' };
const n = { type: 'number' };
/** To the linter, an object with `then` looks like a promise. */
const THEN = 'then';
const obj = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const defs = ($defs: object, more: object) => ({ ...more, $defs });

const narrowing: [name: string, wide: unknown, narrow: unknown][] = [
  ['type list', { type: ['string', 'null'] }, s],
  ['number to integer', n, { type: 'integer' }],
  ['no type to a type', {}, s],
  ['enum', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['enum of mixed types', { enum: ['a', 1, null] }, { enum: ['a', 1] }],
  ['free text to enum', s, { type: 'string', enum: ['a'] }],
  ['const', s, { const: 'a' }],
  ['minimum added', n, { type: 'number', minimum: 0 }],
  ['minimum raised', { type: 'integer', minimum: 5 }, { type: 'integer', minimum: 6 }],
  ['maximum lowered', { type: 'number', maximum: 10.5 }, { type: 'number', maximum: 10.25 }],
  ['bound made exclusive', { type: 'number', minimum: 1 }, { type: 'number', exclusiveMinimum: 1 }],
  [
    'a slightly higher bound',
    { type: 'number', exclusiveMinimum: 0 },
    { type: 'number', minimum: 0.01 },
  ],
  ['exclusiveMaximum', n, { type: 'number', exclusiveMaximum: 1000 }],
  ['multipleOf', { type: 'integer', multipleOf: 2 }, { type: 'integer', multipleOf: 4 }],
  [
    'multipleOf of decimals',
    { type: 'number', multipleOf: 0.01 },
    { type: 'number', multipleOf: 0.1 },
  ],
  ['maxLength added', s, { type: 'string', maxLength: 5000 }],
  ['maxLength lowered', { type: 'string', maxLength: 64 }, { type: 'string', maxLength: 63 }],
  ['minLength', s, { type: 'string', minLength: 1 }],
  ['pattern added', s, { type: 'string', pattern: '^[a-z]+$' }],
  [
    'pattern class',
    { type: 'string', pattern: '^[a-z0-9]+$' },
    { type: 'string', pattern: '^[a-z]+$' },
  ],
  [
    'pattern count',
    { type: 'string', pattern: '^[a-z]{1,8}$' },
    { type: 'string', pattern: '^[a-z]{1,7}$' },
  ],
  [
    'pattern branch',
    { type: 'string', pattern: '^(cat|dog)_\\d+$' },
    { type: 'string', pattern: '^cat_\\d+$' },
  ],
  ['pattern anchored', { type: 'string', pattern: 'abc' }, { type: 'string', pattern: '^abc$' }],
  [
    'length under a pattern',
    { type: 'string', pattern: '^x-[a-z]+$' },
    { type: 'string', pattern: '^x-[a-z]+$', maxLength: 20 },
  ],
  ['format added', s, { type: 'string', format: 'email' }],
  [
    'format uri-reference to uri',
    { type: 'string', format: 'uri-reference' },
    { type: 'string', format: 'uri' },
  ],
  ['int64 to int32', { type: 'integer', format: 'int64' }, { type: 'integer', format: 'int32' }],
  [
    'length under a format',
    { type: 'string', format: 'email' },
    { type: 'string', format: 'email', maxLength: 64 },
  ],
  ['required added', obj({ a: s }), obj({ a: s }, { required: ['a'] })],
  ['closed', obj({ a: s }), obj({ a: s }, { additionalProperties: false })],
  [
    'closed by unevaluatedProperties',
    obj({ a: s }),
    obj({ a: s }, { unevaluatedProperties: false }),
  ],
  [
    'map values',
    { type: 'object', additionalProperties: n },
    { type: 'object', additionalProperties: { type: 'integer' } },
  ],
  [
    'patternProperties',
    obj({}, { patternProperties: { '^x-': {} } }),
    obj({}, { patternProperties: { '^x-': s } }),
  ],
  [
    'propertyNames',
    { type: 'object', additionalProperties: s },
    { type: 'object', additionalProperties: s, propertyNames: { maxLength: 3 } },
  ],
  [
    'minProperties',
    { type: 'object', additionalProperties: s },
    { type: 'object', additionalProperties: s, minProperties: 1 },
  ],
  [
    'maxProperties',
    { type: 'object', additionalProperties: s },
    { type: 'object', additionalProperties: s, maxProperties: 3 },
  ],
  [
    'dependentRequired',
    obj({ a: s, b: s }),
    obj({ a: s, b: s }, { dependentRequired: { a: ['b'] } }),
  ],
  [
    'dependentSchemas',
    obj({ a: s, b: s }),
    obj({ a: s, b: s }, { dependentSchemas: { a: { properties: { b: { maxLength: 2 } } } } }),
  ],
  [
    'items',
    { type: 'array', items: s },
    { type: 'array', items: { type: 'string', minLength: 1 } },
  ],
  ['minItems', { type: 'array', items: s }, { type: 'array', items: s, minItems: 1 }],
  ['maxItems', { type: 'array', items: s }, { type: 'array', items: s, maxItems: 100 }],
  ['uniqueItems', { type: 'array', items: s }, { type: 'array', items: s, uniqueItems: true }],
  [
    'prefixItems',
    { type: 'array', prefixItems: [s, n] },
    { type: 'array', prefixItems: [s, { type: 'integer' }] },
  ],
  [
    'tuple closed',
    { type: 'array', prefixItems: [s, n] },
    { type: 'array', prefixItems: [s, n], items: false },
  ],
  ['contains', { type: 'array', items: s }, { type: 'array', items: s, contains: { const: 'x' } }],
  [
    'minContains',
    { type: 'array', contains: { const: 'x' } },
    { type: 'array', contains: { const: 'x' }, minContains: 2 },
  ],
  [
    'maxContains',
    { type: 'array', contains: { const: 'x' } },
    { type: 'array', contains: { const: 'x' }, maxContains: 2 },
  ],
  [
    'unevaluatedItems',
    { type: 'array', prefixItems: [s] },
    { type: 'array', prefixItems: [s], unevaluatedItems: false },
  ],
  ['anyOf branch', { anyOf: [s, n] }, { anyOf: [s] }],
  [
    'anyOf to oneOf',
    { anyOf: [{ minimum: 1 }, { maximum: 10 }], type: 'number' },
    { oneOf: [{ minimum: 1 }, { maximum: 10 }], type: 'number' },
  ],
  [
    'oneOf branch tightened',
    {
      oneOf: [
        obj({ k: { const: 'a' }, v: s }, { required: ['k'] }),
        obj({ k: { const: 'b' } }, { required: ['k'] }),
      ],
    },
    {
      oneOf: [
        obj({ k: { const: 'a' }, v: { type: 'string', maxLength: 3 } }, { required: ['k'] }),
        obj({ k: { const: 'b' } }, { required: ['k'] }),
      ],
    },
  ],
  [
    'allOf part',
    { allOf: [obj({ a: s }), obj({ b: s })] },
    { allOf: [obj({ a: s }), obj({ b: s }, { required: ['b'] })] },
  ],
  ['not', s, { type: 'string', not: { const: 'admin' } }],
  ['not on objects', obj({ a: s, b: s }), obj({ a: s, b: s }, { not: { required: ['a', 'b'] } })],
  [
    'if/then',
    obj({ k: { enum: ['x', 'y'] }, v: s }),
    obj(
      { k: { enum: ['x', 'y'] }, v: s },
      { if: { properties: { k: { const: 'x' } }, required: ['k'] }, [THEN]: { required: ['v'] } },
    ),
  ],
  [
    'else',
    obj({ k: { enum: ['x', 'y'] }, v: s }),
    obj(
      { k: { enum: ['x', 'y'] }, v: s },
      { if: { properties: { k: { const: 'x' } } }, else: { required: ['v'] } },
    ),
  ],
  [
    'deep',
    obj({ a: obj({ b: { type: 'array', items: obj({ c: s }) } }) }),
    obj({ a: obj({ b: { type: 'array', items: obj({ c: { type: 'string', maxLength: 9 } }) } }) }),
  ],
  [
    'inside recursion',
    defs({ t: obj({ v: n, next: { $ref: '#/$defs/t' } }) }, { $ref: '#/$defs/t' }),
    defs(
      { t: obj({ v: { type: 'number', maximum: 9 }, next: { $ref: '#/$defs/t' } }) },
      { $ref: '#/$defs/t' },
    ),
  ],
  [
    'inside a $dynamicRef',
    defs(
      {
        t: {
          $dynamicAnchor: 'n',
          type: 'object',
          properties: { v: s, next: { $dynamicRef: '#n' } },
        },
      },
      { $ref: '#/$defs/t' },
    ),
    defs(
      {
        t: {
          $dynamicAnchor: 'n',
          type: 'object',
          properties: { v: s, next: { $dynamicRef: '#n' } },
          required: ['v'],
        },
      },
      { $ref: '#/$defs/t' },
    ),
  ],
  [
    'a field named description',
    obj({ description: s }),
    obj({ description: { type: 'string', maxLength: 3 } }),
  ],
  [
    'a field named properties',
    obj({ properties: s }),
    obj({ properties: { type: 'string', maxLength: 3 } }),
  ],
  ['never', s, false],
  ['null rejected in a field', obj({ a: { anyOf: [s, { type: 'null' }] } }), obj({ a: s })],
];

const verdict = (base: unknown, next: unknown, direction: 'request' | 'response') =>
  diffSchemas(base, next, direction).verdict;

describe('schemas that allow less', () => {
  it.each(narrowing)('%s', (_, wide, narrow) => {
    const request = diffSchemas(wide, narrow, 'request');
    expect(request.verdict).toBe('breaking');
    expect(request.changes.find((change) => change.level === 'breaking')).toHaveProperty('witness');
    expect(verdict(wide, narrow, 'response')).not.toBe('breaking');
    expect(verdict(narrow, wide, 'response')).toBe('breaking');
    expect(verdict(narrow, wide, 'request')).not.toBe('breaking');
  });
});

import { describe, expect, it } from 'vitest';
import { diffSchemas } from '../../diff.ts';
import type { Verdict } from '../types.ts';

const s = { type: 'string' };
const n = { type: 'number' };
const obj = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const defs = ($defs: object, more: object) => ({ ...more, $defs });

/** base, next, and the verdicts for a request and for a response. */
type Case = [name: string, base: unknown, next: unknown, request: Verdict, response: Verdict];

const equal: [name: string, base: unknown, next: unknown][] = [
  ['const and enum', { const: 'a' }, { enum: ['a'] }],
  ['const with a type', { type: 'string', const: 'a' }, { const: 'a' }],
  ['null by anyOf and by type', { anyOf: [s, { type: 'null' }] }, { type: ['string', 'null'] }],
  [
    'null by oneOf',
    { oneOf: [{ $ref: '#/$defs/a' }, { type: 'null' }], $defs: { a: obj({ x: s }) } },
    { type: ['object', 'null'], properties: { x: s } },
  ],
  [
    'flattened allOf',
    { allOf: [obj({ a: s }, { required: ['a'] }), obj({ b: n })] },
    obj({ a: s, b: n }, { required: ['a'] }),
  ],
  [
    'moved $ref',
    obj({ a: { $ref: '#/$defs/x' } }, { $defs: { x: obj({ y: s }) } }),
    obj({ a: obj({ y: s }) }),
  ],
  [
    'renamed $ref',
    obj({ a: { $ref: '#/$defs/x' } }, { $defs: { x: s } }),
    obj({ a: { $ref: '#/$defs/z' } }, { $defs: { z: s } }),
  ],
  [
    'descriptions',
    { type: 'string', description: 'a', title: 'b', examples: ['x'] },
    { type: 'string', $comment: 'c' },
  ],
  [
    'order',
    obj({ a: s, b: n }, { required: ['a', 'b'] }),
    { required: ['b', 'a'], properties: { b: n, a: s }, type: 'object' },
  ],
  ['order of branches', { anyOf: [s, n] }, { anyOf: [n, s] }],
  ['order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
  ['integer by number', { type: ['integer', 'number'] }, n],
  [
    'closed by unevaluatedProperties',
    obj({ a: s }, { additionalProperties: false }),
    obj({ a: s }, { unevaluatedProperties: false }),
  ],
  ['additionalProperties true', obj({ a: s }, { additionalProperties: true }), obj({ a: s })],
  ['if without then', obj({ a: s }, { if: { required: ['a'] } }), obj({ a: s })],
  ['double not', { not: { not: s } }, s],
  ['unknown keywords', { type: 'string', 'x-order': 1 }, { type: 'string', 'x-order': 2 }],
  [
    'unrolled recursion',
    defs({ t: obj({ v: n, next: { $ref: '#/$defs/t' } }) }, { $ref: '#/$defs/t' }),
    defs(
      { t: obj({ v: n, next: { $ref: '#/$defs/t' } }) },
      obj({ v: n, next: { $ref: '#/$defs/t' } }),
    ),
  ],
  ['minimum zero length', { type: 'string', minLength: 0 }, s],
  ['enum without a duplicate value', { enum: ['a', 'b'] }, { enum: ['b', 'a'], type: 'string' }],
  [
    'oneOf of constants and enum',
    { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
    { type: 'string', enum: ['a', 'b'] },
  ],
  [
    '$anchor and pointer',
    { $ref: '#/$defs/x', $defs: { x: { $anchor: 'here', type: 'string' } } },
    { $ref: '#here', $defs: { x: { $anchor: 'here', type: 'string' } } },
  ],
];

const cases: Case[] = [
  ['optional field added', obj({ a: s }), obj({ a: s, b: n }), 'compatible', 'compatible'],
  [
    'required field added',
    obj({ a: s }),
    obj({ a: s, b: n }, { required: ['b'] }),
    'breaking',
    'compatible',
  ],
  ['optional field removed', obj({ a: s, b: n }), obj({ a: s }), 'risky', 'risky'],
  ['required field removed', obj({ a: s }, { required: ['a'] }), obj({}), 'risky', 'breaking'],
  [
    'field removed from a closed object',
    obj({ a: s }, { additionalProperties: false }),
    obj({}, { additionalProperties: false }),
    'breaking',
    'risky',
  ],
  [
    'field renamed',
    obj({ a: s }, { required: ['a'] }),
    obj({ b: s }, { required: ['b'] }),
    'breaking',
    'breaking',
  ],
  [
    'default changed',
    obj({ a: { type: 'string', default: 'x' } }),
    obj({ a: { type: 'string', default: 'y' } }),
    'risky',
    'compatible',
  ],
  [
    'content encoding changed',
    obj({ a: { type: 'string', contentEncoding: 'base64' } }),
    obj({ a: { type: 'string', contentEncoding: 'base32' } }),
    'risky',
    'risky',
  ],
  [
    'unchecked format changed',
    { type: 'string', format: 'ulid' },
    { type: 'string', format: 'ksuid' },
    'risky',
    'risky',
  ],
  [
    'became read-only',
    obj({ a: s }),
    obj({ a: { type: 'string', readOnly: true } }),
    'risky',
    'compatible',
  ],
  [
    'read-only field added and required',
    obj({ a: s }),
    obj({ a: s, id: { type: 'string', readOnly: true } }, { required: ['id'] }),
    'compatible',
    'compatible',
  ],
  [
    'read-only field tightened',
    obj({ id: { type: 'string', readOnly: true } }),
    obj({ id: { type: 'string', readOnly: true, maxLength: 3 } }),
    'compatible',
    'compatible',
  ],
  [
    'write-only field loosened',
    obj({ p: { type: 'string', writeOnly: true, maxLength: 3 } }),
    obj({ p: { type: 'string', writeOnly: true } }),
    'compatible',
    'compatible',
  ],
  [
    'a new value of an extensible enumeration',
    obj({ a: { enum: ['x'], 'x-extensible-enum': true } }),
    obj({ a: { enum: ['x', 'y'], 'x-extensible-enum': true } }),
    'compatible',
    'compatible',
  ],
  ['a field named default', obj({ default: s }), obj({ default: n }), 'breaking', 'breaking'],
];

const verdict = (base: unknown, next: unknown, direction: 'request' | 'response') =>
  diffSchemas(base, next, direction).verdict;

describe('equivalent schemas', () => {
  it.each(equal)('%s', (_, base, next) => {
    for (const direction of ['request', 'response'] as const) {
      expect(diffSchemas(base, next, direction).changes).toEqual([]);
      expect(diffSchemas(next, base, direction).changes).toEqual([]);
    }
  });
});

describe('schemas by direction', () => {
  it.each(cases)('%s', (_, base, next, request, response) => {
    expect(verdict(base, next, 'request')).toBe(request);
    expect(verdict(base, next, 'response')).toBe(response);
  });
});

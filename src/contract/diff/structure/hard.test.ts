import { describe, expect, it } from 'vitest';
import { diffContracts } from '../../diff.ts';
import { ContractError } from '../contract-error.ts';

type Json = Record<string, unknown>;

const contract = (schema: unknown, schemas: Json = {}): Json => ({
  openapi: '3.1.0',
  paths: {
    '/a': {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 204: { description: 'Done' } },
      },
    },
  },
  components: { schemas },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = (maxLength: number) => ({ type: 'string', maxLength });

/** Each schema appears twice in the one before, so a value would be examined 2^40 times. */
function doubled(combine: (inner: Json) => Json, leaf: Json): Json {
  const schemas: Json = { S40: leaf };
  for (let index = 0; index < 40; index += 1) schemas[`S${index}`] = combine(ref(`S${index + 1}`));
  return contract(ref('S0'), schemas);
}

describe('what is too complex to decide', () => {
  const undecided: [name: string, (leaf: Json) => Json][] = [
    ['allOf of allOf', (leaf) => doubled((inner) => ({ allOf: [inner, inner] }), leaf)],
    ['oneOf of oneOf', (leaf) => doubled((inner) => ({ oneOf: [inner, { not: inner }] }), leaf)],
    [
      'a schema that applies itself',
      (leaf) => contract(ref('A'), { A: { allOf: [ref('A'), leaf] } }),
    ],
  ];
  it.each(undecided)('is risky, not compatible: %s', (_, make) => {
    const { verdict, changes } = diffContracts(make(text(4)), make(text(3)));
    expect(verdict).toBe('risky');
    expect(changes.map(({ rule }) => rule)).toContain('could-not-be-decided');
    expect(diffContracts(make(text(4)), make(text(4))).changes).toEqual([]);
  });
});

describe('a large contract', () => {
  const breaks = (base: unknown, next: unknown) => {
    const { verdict, changes } = diffContracts(contract(base), contract(next));
    expect(verdict).toBe('breaking');
    expect(changes.find(({ level }) => level === 'breaking')).toHaveProperty('witness');
  };
  const values = (count: number) => Array.from({ length: count }, (_, index) => `v${index}`);
  const fields = (count: number, schema: Json) =>
    Object.fromEntries(values(count).map((name) => [name, schema]));
  const composed = { not: { required: ['never'] } };

  it('is compared to the last value of a list', () => {
    const list = (count: number) => ({
      type: 'object',
      properties: { a: { enum: values(count) } },
    });
    breaks({ ...list(6000), ...composed }, { ...list(5999), ...composed });
  });

  it('is compared in every field', () => {
    const object = (last: number) => ({
      type: 'object',
      properties: { ...fields(60, text(9)), last: text(last) },
      ...composed,
    });
    breaks(object(9), object(8));
  });

  it('is compared to the end of a long text, list or map', () => {
    breaks(text(2_000_000), text(1_048_576));
    const list = (maxItems: number) => ({ type: 'array', items: { type: 'integer' }, maxItems });
    breaks(list(5000), list(4999));
    const map = (maxProperties: number) => ({ type: 'object', maxProperties });
    breaks(map(2000), map(1999));
  });

  it('may be a hundred levels deep', () => {
    const nested = (leaf: Json) =>
      values(100).reduce<Json>(
        (inner, a) => ({ type: 'object', properties: { [a]: inner } }),
        leaf,
      );
    breaks(nested(text(9)), nested(text(8)));
  });
});

describe('endless recursion', () => {
  const fail = (base: Json): string => {
    try {
      diffContracts(base, contract({}));
    } catch (error) {
      if (error instanceof ContractError) return error.code;
    }
    return 'not an internal error';
  };
  it('is rejected with its place', () => {
    let deep: Json = { type: 'string' };
    for (let level = 0; level < 10_000; level += 1) deep = { type: 'array', items: deep };
    expect(fail(contract(deep))).toBe('too_deep');
    expect(fail(contract(ref('A'), { A: ref('B'), B: ref('A') }))).toBe('circular');
    expect(fail(contract({ $ref: 3 }))).toBe('invalid_schema');
    expect(fail(contract(null))).toBe('invalid_schema');
  });
});

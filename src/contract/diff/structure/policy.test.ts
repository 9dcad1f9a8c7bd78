import { describe, expect, it } from 'vitest';
import { diffContracts } from '../../diff.ts';
import { ContractError } from '../contract-error.ts';

type Json = Record<string, unknown>;

const s = { type: 'string' };
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const ok = (schema: unknown = s): Json => ({
  responses: { 200: { description: 'ok', ...json(schema) } },
});
const one = (operation: Json, more: Json = {}): Json => ({
  openapi: '3.1.0',
  info: { title: 'a', version: '1' },
  paths: { '/a/{id}': { post: { ...ok(), ...operation } } },
  ...more,
});
const query = (more: Json) => ({ name: 'q', in: 'query', schema: s, ...more });
const withQuery = (more: Json) => one({ parameters: [query(more)] });

describe('policy', () => {
  const base = withQuery({});
  const next = withQuery({ schema: { type: 'string', maxLength: 3 } });
  const now = new Date('2026-11-21');

  it('changes levels by rule and direction', () => {
    expect(
      diffContracts(base, next, { severity: { 'value-refused-max-length': 'warning' } }).verdict,
    ).toBe('risky');
    expect(
      diffContracts(base, next, { severity: { 'request:value-refused-max-length': 'off' } })
        .changes,
    ).toEqual([]);
  });

  it('ignores what is listed, with a reason and until its day', () => {
    const entry = {
      rule: 'value-refused-max-length',
      operation: 'POST /a/{id}',
      reason: 'nobody sends more',
      expires: '2026-11-21',
    };
    expect(diffContracts(base, next, { ignore: [entry], now }).verdict).toBe('compatible');
    expect(
      diffContracts(base, next, { ignore: [{ ...entry, expires: '2026-11-20' }], now }).verdict,
    ).toBe('breaking');
    expect(diffContracts(base, next, { ignore: [{ ...entry, reason: ' ' }], now }).verdict).toBe(
      'breaking',
    );
  });

  it('lets an operation go after its announced sunset, and not before', () => {
    const announced = (sunset: string) => one({ deprecated: true, 'x-sunset': sunset });
    const gone = { ...one({}), paths: {} };
    expect(diffContracts(announced('2026-11-20'), gone, { now }).verdict).toBe('compatible');
    expect(diffContracts(announced('2026-12-20'), gone, { now }).verdict).toBe('breaking');
    expect(diffContracts(one({}), announced('2026-12-20'), { now }).verdict).toBe('risky');
    expect(diffContracts(one({}), announced('2027-12-20'), { now }).verdict).toBe('compatible');
  });
});

describe('what cannot be read', () => {
  const refuse = (next: unknown): ContractError => {
    try {
      diffContracts(one({}), next);
    } catch (error) {
      if (error instanceof ContractError) return error;
      throw error;
    }
    throw new Error('a verdict was given');
  };
  const circular: Json = one({});
  circular.info = { loop: circular };

  it.each([
    ['null', null, 'not_an_object', ''],
    ['a list', [], 'not_an_object', ''],
    ['Swagger 2', { swagger: '2.0' }, 'not_openapi_3_1', ''],
    ['OpenAPI 3.0', { openapi: '3.0.3', paths: {} }, 'not_openapi_3_1', ''],
    ['something else', { hello: 1 }, 'not_openapi_3_1', ''],
    [
      'a $ref to nothing',
      one(ok({ $ref: '#/components/schemas/No' })),
      'unresolvable_ref',
      '/paths/~1a~1{id}/post/responses/200/content/application~1json/schema',
    ],
    [
      'a $ref to another file',
      one(ok({ $ref: 'other.yaml#/a' })),
      'unresolvable_ref',
      '/paths/~1a~1{id}/post/responses/200/content/application~1json/schema',
    ],
    ['an object that contains itself', circular, 'circular', '/info/loop'],
    [
      'a bound that is a text',
      one(ok({ type: 'string', maxLength: '3' })),
      'invalid_schema',
      '/paths/~1a~1{id}/post/responses/200/content/application~1json/schema',
    ],
    [
      'a pattern that is none',
      one(ok({ pattern: '(' })),
      'invalid_schema',
      '/paths/~1a~1{id}/post/responses/200/content/application~1json/schema',
    ],
    [
      'a security scheme that is not there',
      one({ security: [{ no: [] }] }),
      'unresolvable_ref',
      '/paths/~1a~1{id}/post/security',
    ],
  ])('%s', (_, document, code, pointer) => {
    expect(refuse(document)).toMatchObject({ code, pointer, side: 'next' });
  });
});

import { describe, expect, it } from 'vitest';
import { diffContracts } from '../../diff.ts';
import { ContractError } from '../contract-error.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { type Json, ok, one, query, s, withQuery } from './testing.ts';

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

  it('ignores listed changes, given a reason and a date that has not passed', () => {
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

  it('accepts the removal of an operation after its announced sunset, but not before', () => {
    const announced = (sunset: string) => one({ deprecated: true, 'x-sunset': sunset });
    const gone = { ...one({}), paths: {} };
    expect(diffContracts(announced('2026-11-20'), gone, { now }).verdict).toBe('compatible');
    expect(diffContracts(announced('2026-12-20'), gone, { now }).verdict).toBe('breaking');
    expect(diffContracts(one({}), announced('2026-12-20'), { now }).verdict).toBe('risky');
    expect(diffContracts(one({}), announced('2027-12-20'), { now }).verdict).toBe('compatible');
  });
});

describe('an announced removal', () => {
  const now = new Date('2026-11-21');
  const field = (more: Json) =>
    one(ok({ type: 'object', properties: { a: s, old: { ...s, ...more } }, required: ['old'] }));
  const without = one(ok({ type: 'object', properties: { a: s } }));
  const parameter = (more: Json) => withQuery({ deprecated: true, ...more });

  it('is not a break, whether of a field, a parameter or an operation', () => {
    const due = { deprecated: true, 'x-sunset': '2026-11-01' };
    expect(diffContracts(field(due), without, { now }).verdict).not.toBe('breaking');
    expect(diffContracts(parameter(due), one({}), { now }).verdict).toBe('compatible');
    const since = { deprecated: true, 'x-deprecated-since': '2026-01-01' };
    expect(diffContracts(field(since), without, { now }).verdict).not.toBe('breaking');
    expect(diffContracts(one(since), { ...one({}), paths: {} }, { now }).verdict).toBe(
      'compatible',
    );
  });

  it.each([
    [{}],
    [{ deprecated: true }],
    [{ deprecated: true, 'x-sunset': '2026-12-01' }],
    [{ deprecated: true, 'x-deprecated-since': '2026-11-01' }],
    [{ 'x-sunset': '2026-11-01' }],
  ])('is a break if it was not announced: %j', (more) => {
    expect(diffContracts(field(more), without, { now }).verdict).toBe('breaking');
  });

  it('warns when an operation becomes a draft', () => {
    const draft = one({ 'x-stability-level': 'experimental' });
    expect(diffContracts(one({}), draft).changes[0]?.rule).toBe('stability-lowered');
    expect(diffContracts(draft, { ...one({}), paths: {} }).verdict).toBe('compatible');
  });
});

describe('entries that are not applied', () => {
  const base = withQuery({});
  const next = withQuery({ schema: { type: 'string', maxLength: 3 } });
  const sound = { rule: '*', reason: 'agreed', expires: '2026-11-21' };
  it.each([
    ['expired', { ...sound, expires: '2026-11-20' }, 'it expired on 2026-11-20'],
    ['without a date', { ...sound, expires: '' }, 'it has no expiry date'],
    ['forever', { ...sound, expires: 'never' }, 'it has no expiry date'],
    ['without a reason', { ...sound, reason: ' ' }, 'it has no reason'],
  ])('%s', (_, entry, why) => {
    const diff = diffContracts(base, next, { ignore: [entry], now: new Date('2026-11-21') });
    expect(diff.verdict).toBe('breaking');
    expect(diff.notices).toEqual([expect.stringContaining(why)]);
  });
});

describe('the version', () => {
  const version = (document: Json, number: string): Json => ({
    ...document,
    info: { title: 'a', version: number },
  });
  const narrow = withQuery({ schema: { type: 'string', maxLength: 3 } });
  it.each([
    ['1.2.3', '2.0.0', narrow, 'major', []],
    ['1.2.3', '1.3.0', narrow, 'major', ['version-not-raised']],
    ['0.2.3', '0.3.0', narrow, 'major', []],
    ['1.2.3', '1.3.0', withQuery({ deprecated: true }), 'minor', []],
    ['1.2.3', '1.2.4', withQuery({ deprecated: true }), 'minor', ['version-not-raised']],
    ['1.2.3', '1.2.4', withQuery({ description: 'b' }), 'patch', []],
    ['1.2.3', '1.2.3', withQuery({ description: 'b' }), 'patch', ['version-not-raised']],
    ['1.2.3', '1.2.3', withQuery({}), 'none', []],
  ] as const)('%s to %s', (from, to, next, bump, rules) => {
    const base = version(withQuery({}), from);
    const diff = diffContracts(base, version(next, to), { semver: true });
    expect(diff.semver).toBe(bump);
    const warnings = diff.changes.filter(({ rule }) => rule === 'version-not-raised');
    expect(warnings.map(({ rule }) => rule)).toEqual(rules);
    expect(diffContracts(base, version(next, to))).not.toHaveProperty('semver');
  });
});

describe('fingerprints', () => {
  const base = one({ parameters: [query({}), query({ name: 'r' })] });
  const change = (name: string, parameters: Json[]) => {
    const { changes } = diffContracts(base, one({ parameters }));
    const found = changes.find(({ where }) => where?.includes(`“${name}”`));
    return found ? fingerprintOf(found) : undefined;
  };
  const short = { schema: { type: 'string', maxLength: 3 } };
  const [q, r] = [query(short), query({ name: 'r', ...short })];

  it('stay the same with another order or witness', () => {
    const usual = change('q', [q, r]);
    expect(usual).toMatch(/^[0-9a-f]{16}$/);
    expect(change('q', [r, q])).toBe(usual);
    expect(change('q', [query({ schema: { type: 'string', maxLength: 2 } })])).toBe(usual);
  });

  it('differ by what changed', () => {
    expect(change('r', [q, r])).not.toBe(change('q', [q, r]));
  });
});

describe('unreadable contracts', () => {
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
      'a bound that is a string',
      one(ok({ type: 'string', maxLength: '3' })),
      'invalid_schema',
      '/paths/~1a~1{id}/post/responses/200/content/application~1json/schema',
    ],
    [
      'an invalid pattern',
      one(ok({ pattern: '(' })),
      'invalid_schema',
      '/paths/~1a~1{id}/post/responses/200/content/application~1json/schema',
    ],
    [
      'a missing security scheme',
      one({ security: [{ no: [] }] }),
      'unresolvable_ref',
      '/paths/~1a~1{id}/post/security',
    ],
  ])('%s', (_, document, code, pointer) => {
    expect(refuse(document)).toMatchObject({ code, pointer, side: 'next' });
  });
});

import Ajv2020 from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { withoutSurplus } from './validation.ts';

const ajv = new Ajv2020({ allErrors: true, code: { process: withoutSurplus } });
/** It refers to itself, so that Ajv makes it a function and copies its errors. */
const item = {
  type: 'object',
  properties: { id: { type: 'string' }, inner: { $ref: '#/$defs/item' } },
  required: ['id'],
};
ajv.addSchema({ $id: 'shared', $defs: { item } });
const validate = ajv.compile({
  type: 'object',
  properties: {
    list: { type: 'array', items: { $ref: 'shared#/$defs/item' } },
    map: { type: 'object', additionalProperties: { $ref: 'shared#/$defs/item' } },
    plain: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: false,
});
const many = <T>(count: number, of: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => of(n));

it.each([
  ['items', { list: many(90_000, () => 0) }],
  ['items without a schema of their own', { plain: many(90_000, () => 0) }],
  ['incomplete items', { list: many(90_000, () => ({})) }],
  ['members', { map: Object.fromEntries(many(90_000, (n) => [`a${n}`, 0])) }],
  ['unknown names', Object.fromEntries(many(90_000, (n) => [`a${n}`, 0]))],
])('lists about 50 errors of 90,000 wrong %s, in linear time', (_what, body) => {
  validate({});
  const start = process.cpuUsage().user;
  expect(validate(body)).toBe(false);
  expect(process.cpuUsage().user - start).toBeLessThan(500_000);
  expect(validate.errors?.length).toBeGreaterThanOrEqual(50);
  expect(validate.errors?.length).toBeLessThan(110);
});

it('finds a single error behind 90,000 good items', () => {
  const list: unknown[] = many(90_000, () => ({ id: 'a' }));
  expect(validate({ list })).toBe(true);
  expect(validate({ list: [...list, 0] })).toBe(false);
  expect(validate.errors).toHaveLength(1);
});

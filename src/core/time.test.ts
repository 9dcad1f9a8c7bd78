import { expect, it } from 'vitest';
import { toStorableTime, toTime } from './time.ts';

it.each([
  ['2026-11-21T10:20:30.5+02:00', '2026-11-21T08:20:30.500Z'],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
  ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
])('parses %s', (text, read) => {
  expect(new Date(toTime(text)).toISOString()).toBe(read);
});

it.each([
  ['1955-11-12T22:04:00-08:00', '1955-11-13T06:04:00.000Z'],
  ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['0001-01-01T00:00:00+23:59', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:60Z', '9999-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:59-23:59', '9999-12-31T23:59:59.999Z'],
])('stores %s as %s', (text, stored) => {
  expect(toStorableTime(text)).toBe(stored);
});

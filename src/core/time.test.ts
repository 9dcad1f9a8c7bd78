import { expect, it } from 'vitest';
import { toTime } from './time.ts';

it.each([
  ['2026-11-21T10:20:30.5+02:00', '2026-11-21T08:20:30.500Z'],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
  ['0000-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
])('parses %s', (text, read) => {
  expect(new Date(toTime(text)).toISOString()).toBe(read);
});

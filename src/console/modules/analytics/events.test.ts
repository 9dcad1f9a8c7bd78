import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ANALYTICS_EVENTS } from './events.ts';
import { environmentOf } from './mixpanel.ts';

const root = join(import.meta.dirname, '../../../..');

it('the guide lists the same events and properties', () => {
  const guide = readFileSync(join(root, 'docs/analytics.md'), 'utf8');
  const rows = [...guide.matchAll(/^\| ([A-Z][\w -]+) \| [^|]+ \| ([^|]+) \|$/gm)].slice(1);
  const listed = rows.map(([, name, properties = '']) => [
    name,
    [...properties.matchAll(/`(\w+)`/g)].map(([, property]) => property),
  ]);
  expect(Object.fromEntries(listed)).toEqual(ANALYTICS_EVENTS);
});

it('each event is sent somewhere', () => {
  const files = globSync('src/console/**/*.{ts,tsx}', { cwd: root });
  const sources = files.filter((file) => !file.includes('.test.'));
  const text = sources.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  for (const name of Object.keys(ANALYTICS_EVENTS))
    expect(text, name).toMatch(new RegExp(`\\b(track|send)\\(\\s*'${name}'`));
});

it.each([
  ['localhost:4000', 'https://app.example.com/', 'development'],
  ['127.0.0.1:5173', null, 'development'],
  ['[::1]:4000', null, 'development'],
  ['loom.localhost', null, 'development'],
  ['app.example.com', 'https://app.example.com/', 'production'],
  ['localhost.example.com', 'https://app.example.com/', 'other'],
  ['preview.example.com', 'https://app.example.com/', 'other'],
  ['app.example.com', '/', 'other'],
])('%s belongs, with the app at %j, to the environment %s', (host, appUrl, environment) => {
  expect(environmentOf(host, appUrl)).toBe(environment);
});

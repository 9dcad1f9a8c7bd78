import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = ['.github', 'openapi', 'src', 'tests'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `/${folder}/${name}`,
  ),
);

/** Files in backticks: whole paths or their ends. The recipes' `thing` and `<area>` are placeholders. */
function filesIn(text: string): string[] {
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|yaml|md))`/g)].map(
    ([, name = '']) => name,
  );
  return named.filter((name) => !/thing/.test(name));
}

it.each(['.github/CONTRIBUTING.md', 'src/README.md'])('%s names files that exist', (document) => {
  const named = filesIn(read(document));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

const settings = namesIn(
  ['src/server/settings.ts', 'src/core/settings/client-settings.ts'].map(read).join('\n'),
  /^ {2}([A-Z][A-Z_]+): (?!')/gm,
);

it.each([
  ['README.md', /`([A-Z][A-Z_]+)`(?=[^|\n]*\|.*\|.*\|$)/gm],
  ['.env.example', /^#?([A-Z][A-Z_]+)=/gm],
])('%s lists all settings and no others', (document, name) => {
  expect(settings).toContain('DATABASE_URL');
  expect(namesIn(read(document), name)).toEqual(settings);
});

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The names that a pattern finds in a text, sorted and without duplicates. */
function namesIn(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
  return [...new Set(found)].sort();
}

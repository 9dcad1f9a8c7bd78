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
  const named = filesIn(readFileSync(join(root, document), 'utf8'));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { anchorOf } from '#core/assistant/anchor.ts';

const root = join(import.meta.dirname, '../..');
const files = ['.github', 'docs', 'openapi', 'src', 'tests'].flatMap((folder) =>
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
  const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
  expect(missing, `Correct these names in ${document}.`).toEqual([]);
});

const settings = namesIn(
  ['src/server/settings.ts', 'src/core/settings/client-settings.ts'].map(read).join('\n'),
  /^ {2}([A-Z][A-Z_]+): (?!')/gm,
);

it.each([
  ['docs/settings.md', /`([A-Z][A-Z_]+)`(?=[^|\n]*\|.*\|.*\|$)/gm],
  ['.env.example', /^#?([A-Z][A-Z_]+)=/gm],
])('%s lists all settings and no others', (document, name) => {
  expect(settings).toContain('DATABASE_URL');
  expect(
    namesIn(read(document), name),
    `Add or remove settings in ${document}, so that it lists those of settings.ts.`,
  ).toEqual(settings);
});

const guides = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'));

it.each(guides)('docs/%s says first for whom it is', (name) => {
  expect(read(`docs/${name}`)).toMatch(/^# .+\n\nFor /);
});

it('the index of the guides lists all of them', () => {
  const listed = linksIn('docs/README.md').map(([, file]) => file);
  const others = guides.filter((name) => name !== 'README.md');
  expect(listed.sort(), 'Add or remove a line in docs/README.md.').toEqual(others.sort());
});

it.each([
  'README.md',
  '.github/CONTRIBUTING.md',
  'src/README.md',
  ...guides.map((name) => `docs/${name}`),
])('the links of %s lead somewhere', (document) => {
  const broken = linksIn(document).filter(([, file, anchor]) => {
    const target = file ? join(dirname(document), file) : document;
    if (!existsSync(join(root, target))) return true;
    const headings = namesIn(read(target), /^#+ (.+)$/gm).map(anchorOf);
    return anchor !== '' && !headings.includes(anchor);
  });
  expect(
    broken.map(([link]) => link),
    `Correct these links in ${document}.`,
  ).toEqual([]);
});

/** The links of a document to files and headings of the repository. */
function linksIn(document: string): [link: string, file: string, anchor: string][] {
  return [...read(document).matchAll(/\]\((?!\w+:|\/)([^)#\s]*)#?([^)\s]*)\)/g)].map(
    ([link, file = '', anchor = '']) => [link, file, anchor],
  );
}

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

/** The names that a pattern finds in a text, sorted and without duplicates. */
function namesIn(text: string, pattern: RegExp): string[] {
  const found = [...text.matchAll(pattern)].flatMap(([, name]) => name ?? []);
  return [...new Set(found)].sort();
}

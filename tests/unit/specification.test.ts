import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSpecification, sourceOf } from '../support/specification/read-specification.ts';

const root = join(import.meta.dirname, '../..');
const statements = readSpecification();

/** Numbers may be written with separators in code. */
const plain = (text: string) => text.replaceAll(/(?<=\d)_(?=\d)/g, '');

describe('every statement of the specification', () => {
  it('is listed by section', () => {
    expect(new Set(statements.map(({ section }) => section)).size).toBe(9);
    expect(statements.length).toBeGreaterThan(150);
  });

  it('has a test, or the reason why it has none', () => {
    const empty = statements.filter((one) => one.tests.length === 0 && one.deviation === null);
    expect(
      empty.map(({ line, text }) => `${line}: ${text}`),
      'Name a test beside the statement in tests/specification.md.',
    ).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = statements.flatMap(({ line, tests }) =>
      tests
        .filter(({ file, title }) => !existsSync(join(root, file)) || !names(file, title))
        .map(({ file, title }) => `${line}: ${file}: ${title}`),
    );
    expect(missing, 'Correct the file or title in tests/specification.md.').toEqual([]);
  });

  it('is asserted with the words, numbers and keys that it fixes', () => {
    const unasserted = statements.flatMap(({ line, literals, tests }) => {
      const sources = tests.map(({ file }) => plain(sourceOf(file))).join('\n');
      return literals
        .filter((literal) => tests.length > 0 && !sources.includes(literal))
        .map((literal) => `${line}: ${literal}`);
    });
    expect(unasserted, 'Name the test that asserts these words in tests/specification.md.').toEqual(
      [],
    );
  });
});

function names(file: string, title: string): boolean {
  return sourceOf(file).includes(title);
}

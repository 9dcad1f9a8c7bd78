import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement of the product specification, and the tests that show that it holds. */
export interface Statement {
  /** The line in `tests/specification.md`, from 1. */
  line: number;
  section: string;
  text: string;
  /** What it fixes to the letter: messages, keys, numbers. They stand in backticks. */
  literals: string[];
  tests: NamedTest[];
  /** What differs, and why; null if nothing does. */
  deviation: string | null;
}

/** A test, named in `tests/specification.md`. */
export interface NamedTest {
  /** Relative to the repository. Files of `tests/contract/suite` run on the mocks and on the server. */
  file: string;
  /** As it stands in the file, with `%s` and the like. */
  title: string;
}

const root = join(import.meta.dirname, '../../..');

/** Reads the tables of `tests/specification.md`. */
export function readSpecification(): Statement[] {
  const statements: Statement[] = [];
  let section = '';
  const lines = readFileSync(join(root, 'tests/specification.md'), 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line.startsWith('## ')) section = line.slice(3);
    if (!/^\| (?!Statement |-)/.test(line)) continue;
    const [text = '', tests = '', deviation = ''] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    statements.push({
      line: index + 1,
      section,
      text,
      literals: [...text.matchAll(/`([^`]+)`/g)].map(([, literal = '']) => literal),
      tests: tests.split('<br>').flatMap(readTest),
      deviation: deviation === '' ? null : deviation,
    });
  }
  return statements;
}

/** `[file](../path/of/file): title of the test` */
function readTest(cell: string): NamedTest[] {
  const [, path, title] = /^\[[^\]]+\]\(\.\.?\/([^)]+)\): (.+)$/.exec(cell.trim()) ?? [];
  if (!path || !title) return [];
  return [{ file: path.startsWith('src/') ? path : `tests/${path}`, title }];
}

/** The source of a named test's file, with escaped quotation marks as they are read. */
export function sourceOf(file: string): string {
  return readFileSync(join(root, file), 'utf8').replaceAll(/\\(['"`])/g, '$1');
}

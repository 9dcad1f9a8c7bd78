import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A test that passed. */
export interface RanTest {
  /** The file that was run, relative to the repository. */
  file: string;
  /** Its own title, without those of the groups around it. */
  title: string;
}

const root = join(import.meta.dirname, '../../..');
const folder = join(root, 'build/ran-tests');

/** Keeps which tests passed, for `npm run specification`. */
export function writeRanTests(kind: 'unit' | 'stories', tests: readonly RanTest[]): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(kind), JSON.stringify(tests));
}

/** The tests that passed in the last whole run; undefined if there was none. */
export function readRanTests(kind: 'unit' | 'stories'): RanTest[] | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(kind), 'utf8'));
  } catch {
    return undefined;
  }
}

/** Forgets an earlier run, whose tests say nothing about this one. */
export function forgetRanTests(kind: 'unit' | 'stories'): void {
  rmSync(fileOf(kind), { force: true });
}

/** A path relative to the repository. */
export function inRepository(path: string): string {
  return path.startsWith(root) ? path.slice(root.length + 1) : path;
}

function fileOf(kind: string): string {
  return join(folder, `${kind}.json`);
}

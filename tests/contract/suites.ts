import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite as auditCoverage } from './audit-coverage.ts';
import type { Target } from './target.ts';

/** A suite of contract tests. `target` is called in the tests, when it has been set up. */
export type Suite = (target: () => Target) => void;

const folder = join(import.meta.dirname, 'suite');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('-suite.ts'),
);
const suites = await Promise.all(
  files.sort().map((name): Promise<{ suite: Suite }> => import(join(folder, name))),
);

/** Runs every `*-suite.ts` in `suite`, in alphabetical order, and at last what asks about all of them. */
export function runSuites(target: () => Target): void {
  for (const { suite } of suites) suite(target);
  auditCoverage(target);
}

import type { Target } from './target.ts';

/** A suite of contract tests. `target` is called in the tests, when it has been set up. */
export type Suite = (target: () => Target) => void;

/** Runs every `suite/*-suite.ts`, in alphabetical order. */
export function runSuites(target: () => Target): void {
  const suites = import.meta.glob<{ suite: Suite }>('./suite/*-suite.ts', { eager: true });
  for (const { suite } of Object.values(suites)) suite(target);
}

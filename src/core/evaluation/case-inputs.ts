import type { TaskVariable } from '#generated/model/index.ts';

/**
 * A case's inputs that a revision takes. Cases are made for what comes, so an older revision may lack a variable: it
 * is tried without, rather than found to fail on every case.
 */
export function caseInputs(
  variables: readonly TaskVariable[],
  inputs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const known = new Set(variables.map(({ name }) => name));
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => known.has(name)));
}

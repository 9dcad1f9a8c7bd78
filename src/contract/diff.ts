import { isObject } from '#core/json/is-object.ts';
import { ContractError, type Side } from './diff/contract-error.ts';
import { type DiffOptions, judge, verdictOf } from './diff/policy.ts';
import { createBuilder } from './diff/schema/build.ts';
import { createComparer } from './diff/schema/compare.ts';
import { bumpFor, versionWarning } from './diff/semver.ts';
import { openSource, type Source } from './diff/source.ts';
import { createComparison, toChange } from './diff/structure/context.ts';
import { compareOperations } from './diff/structure/operations.ts';
import type { Change, ContractDiff, Direction } from './diff/types.ts';
import { distinct } from './distinct.ts';
import { withEventSchemas } from './document/event-schemas.ts';

/**
 * Compares two bundled OpenAPI 3.1 documents by what they mean to callers: an equivalent spelling is no change, and a
 * breaking change comes with a value that shows it.
 * @throws ContractError when a document cannot be read; there is no verdict then
 */
export function diffContracts(
  base: unknown,
  next: unknown,
  options: DiffOptions = {},
): ContractDiff {
  const [before, after] = [openContract(base, 'base'), openContract(next, 'next')];
  const comparison = createComparison(before, after, options);
  compareOperations(comparison);
  const diff = judge(once(comparison.changes), options);
  if (!options.semver) return diff;
  const semver = bumpFor(before, after, diff.changes);
  const warning = versionWarning(before, after, semver);
  if (!warning) return { ...diff, semver };
  const changes = [...diff.changes, warning];
  return { ...diff, verdict: verdictOf(changes), changes, semver };
}

/**
 * Compares two JSON Schemas (2020-12) of what callers send (`request`) or receive (`response`).
 * @throws ContractError when a schema cannot be read
 */
export function diffSchemas(
  base: unknown,
  next: unknown,
  direction: Direction,
  options: DiffOptions = {},
): ContractDiff {
  const [before, after] = [openSource(base, 'base'), openSource(next, 'next')].map((source) =>
    createBuilder(source, direction)(source.root, ''),
  );
  if (!before || !after) return { verdict: 'compatible', changes: [] };
  const changes = createComparer(options)
    .compare(before, after, direction)
    .map((finding): Change => ({ operation: '', ...toChange(finding, direction, '') }));
  return judge(once(changes), options);
}

/** @throws ContractError when it is not a readable OpenAPI 3.1 document */
export function openContract(document: unknown, side: Side): Source {
  if (isObject(document)) {
    const { openapi, swagger } = document;
    const fail = (message: string) => new ContractError('not_openapi_3_1', side, '', message);
    const first = 'Convert it to OpenAPI 3.1 first (swagger2openapi, then set openapi: 3.1.0).';
    if (swagger !== undefined) throw fail(`this is Swagger ${String(swagger)}. ${first}`);
    if (typeof openapi !== 'string')
      throw fail('not an OpenAPI document: `openapi: 3.1.x` is missing.');
    if (openapi.startsWith('3.0'))
      throw fail(
        `this is OpenAPI ${openapi}. Convert it to 3.1 first: replace nullable with a type list that includes "null", replace a boolean exclusiveMinimum with the bound itself, then set openapi: 3.1.0.`,
      );
    if (!/^3\.1\.\d+/.test(openapi)) throw fail(`OpenAPI ${openapi} is not supported. Use 3.1.`);
  }
  return openSource(withEventSchemas(document), side);
}

/** A finding reached in two ways (two media types, two parts of one schema) is reported once. */
function once(changes: readonly Change[]): Change[] {
  return distinct(changes, ({ operation, rule, pointer, direction, where, message }) =>
    [operation, rule, pointer, direction, where, message].join('\n'),
  );
}

import { isObject } from '#core/json/is-object.ts';
import type { DiffOptions } from '../diff/policy.ts';
import { DocumentError } from '../document/document-error.ts';
import type { ParsedFile } from '../document/parse-file.ts';
import { readSettings } from './settings-file.ts';

/** How changes are judged. Anything not set keeps the differ's default. */
export type Policy = Pick<DiffOptions, 'severity' | 'deprecationGraceDays' | 'unstable' | 'semver'>;

/** Read by `diff` and `check` unless `--policy` names another file. */
const DEFAULT = 'openapi/policy.yaml';
const LEVELS = ['breaking', 'warning', 'info', 'off'];

/** What each key must be, with the words for the error message. */
const CHECKS: Record<keyof Policy, [fits: (value: unknown) => boolean, expected: string]> = {
  severity: [
    (value) =>
      isObject(value) && Object.values(value).every((level) => LEVELS.includes(String(level))),
    `levels by rule, each one of ${LEVELS.join(', ')}`,
  ],
  deprecationGraceDays: [
    (value) => Number.isInteger(value) && Number(value) >= 0,
    'a number of days',
  ],
  unstable: [
    (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
    'a list of values of x-stability-level',
  ],
  semver: [(value) => typeof value === 'boolean', 'true or false'],
};

/**
 * Reads a policy from YAML or JSON.
 * @throws DocumentError with the line of the mistake
 */
export async function readPolicy(name: string | undefined): Promise<Policy> {
  const read = await readSettings(name, DEFAULT);
  if (!read) return {};
  const { path, file } = read;
  check(path, file);
  return file.value as Policy;
}

function check(path: string, { value, lineOf }: ParsedFile): void {
  if (!isObject(value))
    throw new DocumentError(path, 1, `expected an object with ${Object.keys(CHECKS).join(', ')}.`);
  for (const [key, own] of Object.entries(value)) {
    const [fits, expected] = CHECKS[key as keyof Policy] ?? [];
    const fail = (message: string) => new DocumentError(path, lineOf([key]), message);
    if (!fits) throw fail(`unknown key “${key}”. Use ${Object.keys(CHECKS).join(', ')}.`);
    if (!fits(own)) throw fail(`“${key}” must be ${expected}.`);
  }
}

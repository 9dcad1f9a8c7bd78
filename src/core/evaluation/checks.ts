import type {
  EvaluationCheck,
  EvaluationCheckResult,
  FieldError,
  RunResult,
} from '#generated/model/index.ts';
import { sorted } from '../json/sorted.ts';
import { VALIDATION } from '../messages.ts';
import { compilePattern } from '../pattern/pattern.ts';
import type { CheckOf, CheckType } from './check-fields.ts';

/** The result of running a case, as far as checks need it. */
export interface CaseResult {
  output: RunResult;
  /** Whether the output matches its format; null when that was not checked. */
  valid: boolean | null;
  latency_ms: number | null;
  /** Micro-dollars; null when the price is unknown. */
  cost: number | null;
}

/** Checks that need only the result; judges are run by the server. */
type PlainCheck = CheckOf<Exclude<CheckType, 'judge'>>;

/** What the contract can't say of checks: whether their patterns are valid. Pointers start at `at`. */
export function checkProblems(checks: readonly EvaluationCheck[], at = '/checks'): FieldError[] {
  return checks.flatMap((check, index) => {
    const message = check.type === 'matches' ? patternProblem(check.value) : undefined;
    return message ? [{ pointer: `${at}/${index}/value`, message }] : [];
  });
}

/**
 * Applies a check to a result.
 * @param expected what the case expects; used when the check has no value of its own
 */
export function runCheck(
  check: PlainCheck,
  actual: CaseResult,
  expected: RunResult,
): EvaluationCheckResult {
  const message = failureOf(check, actual, expected);
  return { check, passed: message === '', message };
}

function failureOf(check: PlainCheck, actual: CaseResult, expected: RunResult): string {
  switch (check.type) {
    case 'schema_valid':
      return actual.valid ? '' : "The output doesn't match the output format";
    case 'latency':
      return withinMost('latency', actual.latency_ms, check.max, milliseconds);
    case 'cost':
      return withinMost('cost', actual.cost, check.max, dollars);
    case 'number_close':
      return closeTo(
        at(actual.output, check.field),
        wantedBy(check, expected),
        check.tolerance ?? 0,
      );
    case 'matches':
      return matchOf(check, at(actual.output, check.field));
    default:
      return compare(check, at(actual.output, check.field), wantedBy(check, expected));
  }
}

/** What a check compares with: its own value, or what the case expects. */
function wantedBy(check: { field?: string; value?: string }, expected: RunResult): unknown {
  return check.value ?? at(expected, check.field);
}

function compare(check: CheckOf<'equals' | 'contains'>, found: unknown, wanted: unknown): string {
  if (wanted === undefined || wanted === null)
    return 'No expected value: add an expected output to the case, or a value to the check';
  const fold = (text: string) => (check.ignore_case ? text.toLowerCase() : text);
  if (check.type === 'contains') {
    const isIn = Array.isArray(found)
      ? found.some((item) => isSame(item, wanted, fold))
      : fold(written(found)).includes(fold(written(wanted)));
    return isIn ? '' : `Expected ${shown(wanted)} in ${shown(found)}`;
  }
  return isSame(found, wanted, fold) ? '' : `Expected ${shown(wanted)}, got ${shown(found)}`;
}

/** Values are equal when their JSON is equal, whatever the order of fields. */
function isSame(found: unknown, wanted: unknown, fold: (text: string) => string): boolean {
  return fold(written(found).trim()) === fold(written(wanted).trim());
}

function matchOf(check: CheckOf<'matches'>, found: unknown): string {
  const { value, ignore_case: ignoreCase = false } = check;
  const problem = patternProblem(value);
  if (problem) return problem;
  const isMatch = compilePattern(value, { ignoreCase }).test(written(found));
  if (isMatch === undefined) return `The output is too long for /${value}/. Use a simpler pattern`;
  return isMatch ? '' : `${shown(found)} doesn't match /${value}/`;
}

function closeTo(found: unknown, wanted: unknown, tolerance: number): string {
  const [a, b] = [numberOf(found), numberOf(wanted)];
  if (b === undefined) return 'The case has no expected number here';
  if (a === undefined) return `Expected a number near ${b}, got ${shown(found)}`;
  // Rounding errors in the last digits must not fail the check.
  const slack = Number.EPSILON * Math.max(Math.abs(a), Math.abs(b), 1) * 4;
  return Math.abs(a - b) <= tolerance + slack ? '' : `Expected ${b} ± ${tolerance}, got ${a}`;
}

function withinMost(
  what: 'latency' | 'cost',
  value: number | null,
  max: number,
  format: (value: number) => string,
): string {
  if (value === null) return `The ${what} is unknown`;
  return value <= max ? '' : `The ${what} is ${format(value)}, the limit ${format(max)}`;
}

const milliseconds = (value: number) => `${value.toLocaleString('en-US')} ms`;

/** To the micro-dollar, unlike elsewhere: a cost just over its limit must not look the same. */
const dollars = (micros: number) =>
  `$${(micros / 1_000_000).toLocaleString('en-US', { maximumFractionDigits: 6 })}`;

/** A field of an output, by name or by names joined with dots; the whole output without a name. */
function at(value: RunResult, field: string | undefined): unknown {
  if (!field) return value;
  return field.split('.').reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name))
      return undefined;
    return (inner as Record<string, unknown>)[name];
  }, value);
}

function written(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(sorted(value)) : String(value);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  const text = typeof value === 'string' ? JSON.stringify(value) : written(value);
  return text.length > 200 ? `${text.slice(0, 199)}…` : text;
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function patternProblem(pattern: string): string | undefined {
  try {
    compilePattern(pattern);
    return undefined;
  } catch (error) {
    return VALIDATION.checkPattern(error instanceof Error ? error.message : String(error));
  }
}

import type { EvaluationCheck, EvaluationCheckResult } from '#generated/model/index.ts';

export type CheckType = EvaluationCheck['type'];
export type CheckOf<T extends CheckType> = Extract<EvaluationCheck, { type: T }>;

/** A check that is being edited. Fields may still be missing. */
export type CheckDraft = { [T in CheckType]: { type: T } & Partial<CheckOf<T>> }[CheckType];

/** The fields of each type of check, except its type. */
export const CHECK_FIELDS: { [T in CheckType]: readonly Exclude<keyof CheckOf<T>, 'type'>[] } = {
  equals: ['field', 'value', 'ignore_case'],
  contains: ['field', 'value', 'ignore_case'],
  matches: ['field', 'value', 'ignore_case'],
  schema_valid: [],
  number_close: ['field', 'value', 'tolerance'],
  latency: ['max'],
  cost: ['max'],
  judge: ['task_id'],
};

/** The field that a type can't do without. */
const NEEDED: { [T in CheckType]?: Exclude<keyof CheckOf<T>, 'type'> } = {
  matches: 'value',
  latency: 'max',
  cost: 'max',
  judge: 'task_id',
};

/**
 * A check without fields of other types. Checks that were saved before each type had its own fields may have some, and
 * so has a draft whose type was changed.
 */
export function withOwnFields<C extends { type: CheckType }>(check: C): C {
  const own: readonly string[] = CHECK_FIELDS[check.type];
  const entries = Object.entries(check).filter(([name]) => name === 'type' || own.includes(name));
  return Object.fromEntries(entries) as C;
}

/** Stored results of checks, without fields of other types. */
export function ownResults(results: readonly EvaluationCheckResult[]): EvaluationCheckResult[] {
  return results.map((result) => ({ ...result, check: withOwnFields(result.check) }));
}

/** The required field that a draft still lacks; undefined if it is complete. */
export function missingField(draft: CheckDraft): string | undefined {
  const needed: string | undefined = NEEDED[draft.type];
  if (needed === undefined) return undefined;
  const value = (draft as Record<string, unknown>)[needed];
  return value === undefined || value === '' ? needed : undefined;
}

export function isComplete(draft: CheckDraft): draft is EvaluationCheck {
  return missingField(draft) === undefined;
}

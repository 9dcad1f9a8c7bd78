import { describe, expect, it } from 'vitest';
import { EvaluationCheck as EvaluationCheckSchema } from '#generated/model/evaluationCheck.zod.ts';
import type { EvaluationCheck, TaskVariable } from '#generated/model/index.ts';
import {
  CHECK_FIELDS,
  type CheckDraft,
  type CheckType,
  missingField,
  withOwnFields,
} from './check-fields.ts';
import { checkProblems, runCheck } from './checks.ts';
import { judgeInputs, judgeVerdict } from './judge.ts';
import { verdictOf } from './verdict.ts';

const actual = {
  output: { sentiment: 'Negative', score: 0.3, tags: ['late', 'broken'], who: { name: 'Ada' } },
  valid: true,
  latency_ms: 900,
  cost: 24,
};
const expected = { sentiment: 'negative', score: 0.31 };
type Plain = Parameters<typeof runCheck>[0];

describe('a check', () => {
  it.each<[Plain, boolean]>([
    [{ type: 'equals', field: 'sentiment' }, false],
    [{ type: 'equals', field: 'sentiment', ignore_case: true }, true],
    [{ type: 'equals', field: 'sentiment', value: 'Negative' }, true],
    [{ type: 'equals', field: 'who.name', value: 'Ada' }, true],
    [{ type: 'equals', field: 'toString', value: 'Ada' }, false],
    [{ type: 'equals', field: 'tags', value: '["late","broken"]' }, true],
    [{ type: 'contains', field: 'tags', value: 'late' }, true],
    [{ type: 'contains', field: 'tags', value: 'lat' }, false],
    [{ type: 'contains', value: 'broken' }, true],
    [{ type: 'matches', field: 'sentiment', value: '^Neg' }, true],
    [{ type: 'matches', field: 'sentiment', value: '^neg' }, false],
    [{ type: 'schema_valid' }, true],
    [{ type: 'number_close', field: 'score', tolerance: 0.01 }, true],
    [{ type: 'number_close', field: 'score', tolerance: 0.001 }, false],
    [{ type: 'number_close', field: 'sentiment', value: '1' }, false],
    [{ type: 'latency', max: 900 }, true],
    [{ type: 'latency', max: 899 }, false],
    [{ type: 'cost', max: 23 }, false],
  ])('%j passes: %s', (check, passed) => {
    const result = runCheck(check, actual, expected);
    expect(result.passed).toBe(passed);
    expect(result.message === '').toBe(passed);
  });

  it('fails with an explanation if the case has no expected value', () => {
    expect(runCheck({ type: 'equals', field: 'tags' }, actual, expected).message).toMatch(
      /^No expected value/,
    );
  });

  it('with a catastrophic pattern finishes immediately', () => {
    const start = performance.now();
    const text = { ...actual, output: `${'a'.repeat(5000)}!` };
    expect(runCheck({ type: 'matches', value: '^(a+)+$' }, text, null).passed).toBe(false);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('with a pattern that is too large is rejected, and fails if it was saved before', () => {
    const check = { type: 'matches', value: '(.{0,1000}){600}' } as const;
    const message = expect.stringMatching(/^Invalid regular expression: its repetitions/);
    expect(checkProblems([check])).toEqual([{ pointer: '/checks/0/value', message }]);
    expect(runCheck(check, actual, expected)).toMatchObject({ passed: false, message });
  });

  it('is rejected with a pointer when its pattern is invalid', () => {
    const checks: EvaluationCheck[] = [{ type: 'equals' }, { type: 'matches', value: '(' }];
    expect(checkProblems(checks).map((error) => error.pointer)).toEqual(['/checks/1/value']);
  });

  it.each(EvaluationCheckSchema.def.options)(
    'has the fields of its type in the contract: %#',
    (option) => {
      const { type, ...fields } = option.shape;
      const name = Object.values(type.def.entries)[0] as CheckType;
      expect(CHECK_FIELDS[name]).toEqual(Object.keys(fields));
      const needed = Object.entries(fields).find(
        ([, field]) => !field.safeParse(undefined).success,
      )?.[0];
      expect(missingField({ type: name })).toBe(needed);
      expect(needed === undefined || missingField({ type: name, [needed]: '' } as CheckDraft)).toBe(
        needed ?? true,
      );
    },
  );

  it('loses the fields of other types, which it could have before', () => {
    const check = {
      type: 'latency',
      max: 900,
      field: 'score',
      tolerance: 1,
      task_id: 'task_1',
    } as const;
    expect(withOwnFields(check)).toEqual({ type: 'latency', max: 900 });
  });
});

describe('a judge', () => {
  it('receives the inputs that it has variables for', () => {
    const variables: TaskVariable[] = [
      { name: 'output', type: 'text', required: true },
      { name: 'inputs', type: 'json', required: true },
    ];
    const material = { inputs: { a: 1 }, output: { b: 2 }, expected: null };
    expect(judgeInputs(variables, material)).toEqual({
      output: '{\n  "b": 2\n}',
      inputs: { a: 1 },
    });
  });

  it.each([
    [{ passed: true }, true],
    [{ passed: false, reason: 'Too long' }, false],
    ['**Yes**, it is.', true],
    ['Passed', true],
    ['No.', false],
    ['Passable, but wrong.', false],
    [{ verdict: 1 }, false],
  ])('%j means %s', (output, passed) => {
    expect(judgeVerdict({ type: 'judge', task_id: 'task_1' }, output).passed).toBe(passed);
  });
});

describe('a verdict', () => {
  const outcome = (passed: boolean) => ({ passed }) as never;
  const unknown = { passed: false, not_evaluated: 'Busy.' } as never;
  it.each([
    [null, null, 'pending'],
    [outcome(true), null, 'passed'],
    [outcome(false), null, 'failed'],
    [outcome(false), outcome(true), 'regression'],
    [outcome(true), outcome(false), 'fixed'],
    [unknown, outcome(true), 'not_evaluated'],
    [unknown, null, 'not_evaluated'],
    [outcome(true), unknown, 'passed'],
    [outcome(false), unknown, 'not_evaluated'],
  ] as const)('of %j compared with %j is %s', (candidate, baseline, verdict) => {
    expect(verdictOf(candidate, baseline)).toBe(verdict);
  });
});

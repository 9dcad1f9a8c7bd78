import { describe, expect, it } from 'vitest';
import type { EvaluationCheck, OutputFormat, TaskVariable } from '#generated/model/index.ts';
import { checkProblems, runCheck } from './checks.ts';
import { readCases } from './import.ts';
import { judgeInputs, judgeVerdict } from './judge.ts';
import { countVerdicts, verdictOf } from './verdict.ts';

const answer = {
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
    const result = runCheck(check, answer, expected);
    expect(result.passed).toBe(passed);
    expect(result.message === '').toBe(passed);
  });

  it('that looks for what the case does not expect fails and says so', () => {
    expect(runCheck({ type: 'equals', field: 'tags' }, answer, expected).message).toMatch(
      /expects nothing/,
    );
  });

  it('whose pattern would run for ever elsewhere answers at once', () => {
    const start = performance.now();
    const text = { ...answer, output: `${'a'.repeat(5000)}!` };
    expect(runCheck({ type: 'matches', value: '^(a+)+$' }, text, null).passed).toBe(false);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  it('is refused with a pointer when it lacks what it needs', () => {
    const checks: EvaluationCheck[] = [
      { type: 'equals' },
      { type: 'latency' },
      { type: 'matches', value: '(' },
      { type: 'judge' },
    ];
    expect(checkProblems(checks).map((error) => error.pointer)).toEqual([
      '/checks/1/max',
      '/checks/2/value',
      '/checks/3/task_id',
    ]);
  });
});

describe('a judge', () => {
  it('gets what it has variables for', () => {
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
  it.each([
    [null, null, 'pending'],
    [outcome(true), null, 'passed'],
    [outcome(false), null, 'failed'],
    [outcome(false), outcome(true), 'regression'],
    [outcome(true), outcome(false), 'fixed'],
  ] as const)('of %j beside %j is %s', (candidate, baseline, verdict) => {
    expect(verdictOf(candidate, baseline)).toBe(verdict);
  });

  it('is counted', () => {
    expect(countVerdicts(['passed', 'passed', 'failed'])).toMatchObject({ passed: 2, failed: 1 });
  });
});

describe('an import', () => {
  const variables: TaskVariable[] = [
    { name: 'review', type: 'text', required: true },
    { name: 'stars', type: 'number', required: false },
  ];
  const format: OutputFormat = {
    type: 'fields',
    fields: [
      { name: 'sentiment', type: 'text', required: true, list: false },
      { name: 'score', type: 'number', required: true, list: false },
    ],
  };

  it('of CSV keeps the good rows and says what is wrong with the others', () => {
    const content =
      '\uFEFFreview,stars,expected.sentiment,expected.score,name\r\n"Nice, it\nworks",5,good,0.9,First\r\n,3,x,1,\r\nBad,many,x,1,\r\n';
    expect(readCases({ format: 'csv', content }, variables, format)).toEqual({
      cases: [
        {
          name: 'First',
          inputs: { review: 'Nice, it\nworks', stars: 5 },
          expected: { sentiment: 'good', score: 0.9 },
        },
      ],
      errors: [
        { row: 2, message: 'review is required' },
        { row: 3, message: 'stars: Must be a number' },
      ],
    });
  });

  it('of a single column needs no delimiter, and a variable may be called name', () => {
    const name: TaskVariable = { name: 'name', type: 'text', required: true };
    const { cases, errors } = readCases({ format: 'csv', content: 'name\nAda\n' }, [name], format);
    expect(errors).toEqual([]);
    expect(cases).toEqual([{ name: '', inputs: { name: 'Ada' }, expected: null }]);
  });

  it('of JSONL takes whole cases and bare inputs', () => {
    const content =
      '{"inputs":{"review":"A"},"expected":{"score":1}}\n\n{"review":"B","name":"b"}\n[1]\n{"review":';
    const { cases, errors } = readCases({ format: 'jsonl', content }, variables, format);
    expect(cases.map((one) => [one.name, one.inputs.review])).toEqual([
      ['', 'A'],
      ['b', 'B'],
    ]);
    expect(errors.map((error) => error.row)).toEqual([3, 4]);
  });

  it('of JSONL keeps out what cannot be kept: NUL, halves of characters, nesting without end', () => {
    const json: TaskVariable = { name: 'data', type: 'json', required: true };
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
    const content = [
      '{"data":"fine"}',
      '{"data":"a\\u0000"}',
      '{"data":{"\\ud83d":1}}',
      `{"data":${deep}}`,
      '{"inputs":{"data":1},"expected":"a\\ud83d"}',
      '{"inputs":{"data":1},"name":"\\u0000"}',
    ].join('\n');
    const { cases, errors } = readCases({ format: 'jsonl', content }, [json], format);
    expect(cases.map(({ inputs }) => inputs)).toEqual([{ data: 'fine' }]);
    expect(errors).toEqual([
      {
        row: 2,
        message: 'data: Holds characters that are not text (U+0000 or half a surrogate pair)',
      },
      {
        row: 3,
        message: 'data: Holds characters that are not text (U+0000 or half a surrogate pair)',
      },
      { row: 4, message: 'data: Is nested deeper than 64 levels' },
      {
        row: 5,
        message: 'expected: Holds characters that are not text (U+0000 or half a surrogate pair)',
      },
      {
        row: 6,
        message: 'name: Holds characters that are not text (U+0000 or half a surrogate pair)',
      },
    ]);
  });

  it('of an empty text says that columns are missing', () => {
    const { errors } = readCases({ format: 'csv', content: '' }, variables, format);
    expect(errors).toEqual([{ row: 0, message: 'The first line must name the columns' }]);
  });
});

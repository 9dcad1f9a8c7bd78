import { expect, it } from 'vitest';
import type { EvaluationCheck, Run } from '#generated/model/index.ts';
import { type AskJudge, outcomeOf, unrunOutcome } from './outcome.ts';

const run = {
  id: 'run_1',
  status: 'succeeded',
  output: 'Good day',
  output_valid: true,
  latency_ms: 100,
  usage: { input_tokens: 1, output_tokens: 1, cost: 5 },
  error: null,
} as Run;
const of = { inputs: { name: 'Ada' }, expected: 'Good day' };
const judge: EvaluationCheck = { type: 'judge', task_id: 'task_judge' };
const nobody: AskJudge = async () => 'no judge should be called';

it('passes when the run and every check pass', async () => {
  const outcome = await outcomeOf(run, of, [{ type: 'equals' }, judge], async (id, material) => {
    expect([id, material]).toEqual(['task_judge', { ...of, output: 'Good day' }]);
    return { status: 'succeeded', output: 'yes', error: null };
  });
  expect(outcome).toMatchObject({ run_id: 'run_1', passed: true, cost: 5, error: null });
  expect(outcome.checks.map(({ passed }) => passed)).toEqual([true, true]);
});

it.each<[string, AskJudge, string]>([
  ['the judge cannot be run', async () => 'no revision', 'The judge could not be run: no revision'],
  [
    'fails',
    async () => ({
      status: 'failed',
      output: null,
      error: { code: 'model_failed', message: 'No' },
    }),
    'The judge failed: No',
  ],
  [
    'is cancelled',
    async () => ({ status: 'cancelled', output: null, error: null }),
    'The judge did not finish',
  ],
  [
    'writes something else',
    async () => ({ status: 'succeeded', output: { score: 7 }, error: null }),
    'The judge returned neither a field `passed` (true or false) nor text',
  ],
])('is not evaluated when the judge %s', async (_what, ask, message) => {
  const outcome = await outcomeOf(run, of, [judge], ask);
  expect(outcome).toMatchObject({ passed: false, not_evaluated: message });
  expect(outcome.checks[0]).toMatchObject({ passed: false, not_evaluated: true, message });
  // Another check that failed decides.
  const wrong: EvaluationCheck = { type: 'equals', value: 'Good night' };
  expect(await outcomeOf(run, of, [judge, wrong], ask)).not.toHaveProperty('not_evaluated');
});

it.each([
  ['model_rate_limited', true],
  ['model_failed', true],
  ['model_unauthorized', true],
  ['output_invalid', false],
  ['model_refused', false],
  ['model_not_found', false],
] as const)('is not evaluated when the model did not respond: %s', async (code, is) => {
  const failed = { ...run, status: 'failed', output: null, error: { code, message: 'No' } } as Run;
  const outcome = await outcomeOf(failed, of, [judge], nobody);
  expect('not_evaluated' in outcome).toBe(is);
});

it('calls no judge when there is no output', async () => {
  const failed = { ...run, status: 'failed', output: null } as Run;
  const outcome = await outcomeOf(failed, of, [judge], nobody);
  expect(outcome.checks[0]?.message).toBe('No output to judge');
  expect(unrunOutcome([judge], "Doesn't match the format")).toMatchObject({
    run_id: null,
    passed: false,
    error: "Doesn't match the format",
    checks: [{ passed: false, message: 'No output' }],
  });
});

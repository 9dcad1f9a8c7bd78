import { expect, it } from 'vitest';
import type { RunStep } from '#generated/model/index.ts';
import { progressOf } from './answer-result.ts';

const step = (given: Partial<RunStep>) =>
  ({ id: 'step_1', kind: 'model', name: 'GPT', status: 'succeeded', ...given }) as RunStep;

it('tells which steps have reasoning, also while the model is still reasoning', () => {
  const told = (steps: RunStep[], running?: string) =>
    progressOf(steps, running === undefined ? undefined : { stepId: running, text: 'Hm' }).map(
      ({ reasoning }) => reasoning,
    );
  expect(told([step({ output: { text: 'Yes' } })])).toEqual([false]);
  expect(told([step({ output: { text: 'Yes', reasoning: 'Hm.' } })])).toEqual([true]);
  expect(told([step({ status: 'running', output: null })], 'step_1')).toEqual([true]);
  expect(told([step({ status: 'running', output: null })], 'step_0')).toEqual([false]);
});

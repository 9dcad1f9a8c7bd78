import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkInputs } from '../input/inputs.ts';
import { fileNameOf } from './file-name.ts';
import { contractErrors, exampleFrom, exampleInputs, inputsOf } from './task-contract.ts';
import { piecesOf, taskMockRun } from './task-mock.ts';
import { aContract, JUDGE, NASTY, TRIAGE } from './testing.ts';

const caller = { type: 'user', id: 'user_1', name: 'Ada' } as const;

describe('the contract of a task', () => {
  it('has a valid example of each required input', () => {
    const task = aContract(TRIAGE);
    const inputs = exampleInputs(task);
    expect(checkInputs(TRIAGE.variables ?? [], inputs).errors).toEqual([]);
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validate(inputsOf(task), inputs), ajv.errorsText()).toBe(true);
    expect(inputs.ticket).toBe('I cannot log in.');
  });

  it('uses a run as an example only if it still matches the contract and is short', () => {
    const task = aContract(JUDGE);
    const run = { inputs: { review: 'x' }, output: { sentiment: 'good', score: 1 } };
    expect(exampleFrom(task, run)).toEqual(run);
    expect(exampleFrom(task, undefined)).toBeUndefined();
    expect(exampleFrom(task, { ...run, inputs: { text: 'x' } })).toBeUndefined();
    expect(exampleFrom(task, { ...run, output: { sentiment: 'great', score: 1 } })).toBeUndefined();
    expect(exampleFrom(task, { ...run, inputs: { review: 'x'.repeat(30_000) } })).toBeUndefined();
  });

  it('of a draft requires neither prompts nor a model', () => {
    const draft = {
      ...aContract(JUDGE).definition,
      system_prompt: '',
      user_prompt: '{',
      parameters: {},
    };
    expect(contractErrors({ ...draft, model_id: '' })).toEqual([]);
    const variables = [{ name: 'a b', type: 'text' as const, required: true }];
    expect(contractErrors({ ...draft, variables }).map(({ pointer }) => pointer)).toEqual([
      '/definition/variables/0/name',
    ]);
  });
});

describe('the mock of a task', () => {
  it('ignores the order of its inputs', () => {
    const task = aContract(TRIAGE);
    const [a, b] = [
      { ticket: 'x', plan: 'free' },
      { plan: 'free', ticket: 'x' },
    ].map((inputs) => taskMockRun(task, inputs, caller));
    expect(a?.id).toBe(b?.id);
    expect(taskMockRun(task, { ticket: 'y', plan: 'free' }, caller).id).not.toBe(a?.id);
  });

  it('splits its text into few enough parts to finish quickly', () => {
    for (const text of ['', 'one', ' two  words ', 'x y '.repeat(5000)]) {
      expect(piecesOf(text).join('')).toBe(text);
      expect(piecesOf(text).length).toBeLessThanOrEqual(60);
    }
  });
});

describe('a file name', () => {
  it.each([
    ['Review sentiment', 3, 'review-sentiment-r3.ts'],
    ['Größe & Übersicht', null, 'grosse-ubersicht-draft.ts'],
    ['中文', 1, 'task-r1.ts'],
  ])('of %j is plain', (taskName, revision, expected) => {
    expect(fileNameOf({ taskName, revision }, 'ts')).toBe(expected);
  });

  it('contains nothing that would confuse a header or a shell', () => {
    for (const taskName of NASTY) {
      expect(fileNameOf({ taskName, revision: 1 }, 'ts')).toMatch(/^[a-z0-9-]+-r1\.ts$/);
    }
  });
});

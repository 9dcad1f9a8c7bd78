import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskDefinition } from '#generated/model/index.ts';
import { checkDefinition, emptyDefinition } from './definition.ts';

const good: TaskDefinition = {
  system_prompt: 'You judge reviews. Answer like {{"sentiment": "positive"}}.',
  user_prompt: 'Review: {review}',
  variables: [{ name: 'review', type: 'text', required: true }],
  output_format: {
    type: 'fields',
    fields: [
      { name: 'sentiment', type: 'choice', required: true, list: false, options: ['good', 'bad'] },
    ],
  },
  model_id: 'sandbox/sandbox',
  parameters: {},
};

const check = (change: Partial<TaskDefinition>) =>
  checkDefinition({ ...good, ...change }).map((e) => `${e.pointer}: ${e.message}`);

describe('checkDefinition', () => {
  it('finds nothing wrong with a good one', () => {
    expect(checkDefinition(good, { models: ['sandbox/sandbox'] })).toEqual([]);
  });

  it('wants both prompts, points into the body', () => {
    expect(
      checkDefinition({ ...emptyDefinition('m'), user_prompt: ' \n' }, { at: '/definition' }),
    ).toEqual([
      {
        pointer: '/definition/system_prompt',
        message: 'A task needs a user prompt and a system prompt',
      },
      {
        pointer: '/definition/user_prompt',
        message: 'A task needs a user prompt and a system prompt',
      },
    ]);
  });

  it('says once that a prompt has mistakes', () => {
    expect(check({ user_prompt: '{review} {a b} { } }' })).toEqual([
      '/user_prompt: Prompt variables must be plain words; literal braces must be doubled',
    ]);
  });

  it('wants the variables of the prompts to be defined', () => {
    expect(check({ system_prompt: '{other} {review} {other}' })).toEqual([
      '/system_prompt: {other} is not one of the input variables',
    ]);
  });

  it('wants alphabetic, unique names', () => {
    const variables: TaskDefinition['variables'] = [
      { name: 'review', type: 'text', required: true },
      { name: 'user_id', type: 'text', required: true },
      { name: '', type: 'text', required: true },
      { name: 'review', type: 'number', required: true },
    ];
    expect(check({ variables })).toEqual([
      '/variables/1/name: Input variable names may contain only alphabetic characters',
      '/variables/2/name: Input variable names may contain only alphabetic characters',
      '/variables/3/name: Input variable names must be unique',
    ]);
  });

  it('wants options of choices, and defaults of the right type', () => {
    const base = { required: false } as const;
    const variables: TaskDefinition['variables'] = [
      { name: 'review', type: 'choice', ...base },
      { name: 'a', type: 'choice', ...base, options: ['x', 'x', ' '] },
      { name: 'b', type: 'choice', ...base, options: ['x'], default: 'y' },
      { name: 'c', type: 'number', ...base, default: 'many', example: '3' },
      { name: 'd', type: 'json', ...base, default: '{' },
    ];
    expect(check({ variables })).toEqual([
      '/variables/0/options: A choice needs at least one option',
      '/variables/1/options/1: Options must be unique',
      '/variables/1/options/2: An option cannot be empty',
      '/variables/2/default: Must be one of: x',
      '/variables/3/default: Must be a number',
      '/variables/4/default: Must be valid JSON',
    ]);
  });

  it('wants at least one output, with good names', () => {
    expect(check({ output_format: { type: 'fields' } })).toEqual([
      '/output_format/fields: The output format needs at least one item',
    ]);
    const field = { type: 'text', required: true, list: false } as const;
    const fields = [
      { ...field, name: 'a' },
      { ...field, name: '1a' },
      { ...field, name: 'a' },
    ];
    expect(check({ output_format: { type: 'fields', fields } })).toEqual([
      '/output_format/fields/1/name: Output names start with a letter and hold only letters, digits and underscores',
      '/output_format/fields/2/name: Output names must be unique',
    ]);
  });

  it('wants a model that exists', () => {
    expect(check({ model_id: '' })).toEqual(['/model_id: Choose a model']);
    expect(checkDefinition(good, { models: ['other'] })).toEqual([
      { pointer: '/model_id', message: 'There is no such model' },
    ]);
  });

  it('never throws, whatever the prompts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (system_prompt, name) => {
        const variables: TaskDefinition['variables'] = [
          { name, type: 'json', required: true, default: name },
        ];
        expect(Array.isArray(checkDefinition({ ...good, system_prompt, variables }))).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { TaskVariable } from '#generated/model/index.ts';
import {
  firstTexts,
  inputErrors,
  inputTexts,
  isNeeded,
  readInputs,
  sampleInputs,
} from './input-values.ts';

const variables: TaskVariable[] = [
  { name: 'review', type: 'text', required: true, example: 'It broke.' },
  { name: 'stars', type: 'number', required: false, default: '3', example: '5' },
  { name: 'urgent', type: 'boolean', required: false },
  { name: 'tone', type: 'choice', required: true, options: ['kind', 'dry'] },
  { name: 'tags', type: 'list', required: false },
  { name: 'order', type: 'json', required: false },
];

describe('inputs of a run', () => {
  it('start with what was typed, else the default, else the example', () => {
    expect(firstTexts(variables, { tone: 'dry' })).toEqual({
      review: 'It broke.',
      stars: '3',
      urgent: '',
      tone: 'dry',
      tags: '',
      order: '',
    });
  });

  it('keep a cleared field empty', () => {
    expect(firstTexts(variables, { review: '' }).review).toBe('');
  });

  it("are converted to their variables' types, omitting empty fields", () => {
    const texts = { review: 'ok', urgent: 'true', tone: 'dry', tags: 'a\nb\n', order: '{"id": 7}' };
    expect(readInputs(variables, texts)).toEqual({
      inputs: { review: 'ok', urgent: true, tone: 'dry', tags: ['a', 'b'], order: { id: 7 } },
      errors: {},
    });
  });

  it('report missing and invalid values by field', () => {
    const { errors } = readInputs(variables, { stars: 'many', tone: 'rude', order: '{' });
    expect(errors).toEqual({
      review: 'review is required',
      stars: 'Must be a number',
      tone: 'Must be one of: kind, dry',
      order: 'Must be valid JSON',
    });
  });

  it('are restored from a past run as they were typed', () => {
    const inputs = {
      review: 'ok',
      stars: 2,
      urgent: false,
      tone: 'dry',
      tags: ['a', 'b'],
      order: 'x',
    };
    const texts = inputTexts(variables, inputs);
    expect(readInputs(variables, texts).inputs).toEqual(inputs);
    expect(texts.order).toBe('"x"');
  });

  it("show the server's errors for inputs, found by pointer", () => {
    expect(
      inputErrors([
        { pointer: '/inputs/review', message: 'too long' },
        { pointer: '/revision', message: 'unknown' },
      ]),
    ).toEqual({ review: 'too long' });
  });

  it('make a valid example call', () => {
    const inputs = sampleInputs(variables);
    expect(inputs).toEqual({ review: 'It broke.', stars: 5, tone: 'kind' });
    expect(readInputs(variables, inputTexts(variables, inputs)).errors).toEqual({});
  });

  it('are needed when required without a default', () => {
    expect(variables.filter(isNeeded).map((v) => v.name)).toEqual(['review', 'tone']);
    expect(isNeeded({ name: 'a', type: 'text', required: true, default: 'x' })).toBe(false);
  });
});

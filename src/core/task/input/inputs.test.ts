import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePrompt } from '#core/prompt/compile.ts';
import type { TaskVariable } from '#generated/model/index.ts';
import { inputSchema } from './input-schema.ts';
import { checkInputs, parseFormValue } from './inputs.ts';
import { renderInputs, renderValue } from './render.ts';

const variable = (type: TaskVariable['type'], more: Partial<TaskVariable> = {}): TaskVariable => ({
  name: 'x',
  type,
  required: true,
  ...more,
});
const value = (v: TaskVariable, given: unknown) => {
  const { values, errors } = checkInputs([v], { x: given });
  return errors[0]?.message ?? values.x;
};

describe('checkInputs', () => {
  it.each([
    ['text', 'a', 'a'],
    ['text', '', ''],
    ['text', 3, '3'],
    ['text', {}, 'Must be text'],
    ['number', ' 3.5 ', 3.5],
    ['number', '3 apples', 'Must be a number'],
    ['number', '', 'Must be a number'],
    ['number', Number.NaN, 'Must be a number'],
    ['boolean', 'TRUE', true],
    ['boolean', 1, 'Must be true or false'],
    ['list', 'a\r\n\n b ', ['a', 'b']],
    ['list', ['a', 1], ['a', '1']],
    ['list', [[]], 'Must be text, a number, true or false'],
    ['list', {}, 'Must be a list'],
    ['json', { a: [1] }, { a: [1] }],
    ['json', 'unchanged', 'unchanged'],
  ] as const)('%s: %j → %j', (type, given, expected) => {
    expect(value(variable(type), given)).toEqual(expected);
  });

  it('accepts only the options of a choice', () => {
    const choice = variable('choice', { options: ['a', 'b'] });
    expect(value(choice, ' b')).toBe('b');
    expect(value(choice, 'c')).toBe('Must be one of: a, b');
  });

  it('applies defaults, and requires inputs without one', () => {
    expect(checkInputs([variable('number', { default: '7' })], {}).values).toEqual({ x: 7 });
    expect(checkInputs([variable('number', { default: '7' })], { x: null }).values).toEqual({
      x: 7,
    });
    expect(checkInputs([variable('number', { required: false })], {})).toEqual({
      values: {},
      errors: [],
    });
    expect(checkInputs([variable('text')], {}).errors).toEqual([
      { pointer: '/inputs/x', message: 'x is required' },
    ]);
  });

  it('rejects inputs that the task does not have', () => {
    expect(checkInputs([], { 'a/b': 1 }).errors).toEqual([
      { pointer: '/inputs/a~1b', message: 'The task has no input named a/b' },
    ]);
    expect(checkInputs([variable('text', { name: 'toString' })], {}).errors).toHaveLength(1);
  });

  it('rejects inputs that are far too long', () => {
    expect(value(variable('text'), 'a'.repeat(1_000_001))).toBe(
      'Must be at most 1,000,000 characters',
    );
  });

  it('accepts everything that matches the schema, unchanged', () => {
    const ajv = new Ajv2020({ allowUnionTypes: true });
    const options = ['one', 'two'];
    const type = fc.constantFrom<TaskVariable['type']>(
      'text',
      'number',
      'boolean',
      'choice',
      'list',
      'json',
    );
    fc.assert(
      fc.property(
        type,
        fc.boolean(),
        fc.oneof(fc.jsonValue(), fc.constantFrom(...options)),
        (t, required, given) => {
          const variables = [variable(t, { required, options })];
          if (!ajv.validate(inputSchema(variables), { x: given })) return;
          fc.pre(given !== null);
          expect(checkInputs(variables, { x: given })).toEqual({
            values: { x: given },
            errors: [],
          });
        },
      ),
      { numRuns: 300 },
    );
  });

  it('returns only values that match the schema, and never throws', () => {
    const ajv = new Ajv2020({ allowUnionTypes: true });
    const type = fc.constantFrom<TaskVariable['type']>(
      'text',
      'number',
      'boolean',
      'choice',
      'list',
      'json',
    );
    fc.assert(
      fc.property(type, fc.anything(), (t, given) => {
        const variables = [variable(t, { required: false, options: ['a'] })];
        const { values, errors } = checkInputs(variables, { x: t === 'json' ? 1 : given });
        if (errors.length === 0) expect(ajv.validate(inputSchema(variables), values)).toBe(true);
      }),
    );
  });
});

describe('inputSchema', () => {
  it('describes the inputs', () => {
    const variables = [
      variable('choice', { name: 'tone', options: ['dry'], description: 'How', example: 'dry' }),
      variable('number', { name: 'count', default: '3' }),
    ];
    expect(inputSchema(variables)).toEqual({
      type: 'object',
      properties: {
        tone: { type: 'string', enum: ['dry'], description: 'How', examples: ['dry'] },
        count: { type: 'number', default: 3 },
      },
      required: ['tone'],
      additionalProperties: false,
    });
  });
});

describe('parseFormValue', () => {
  it('treats an empty field as no value', () => {
    for (const type of ['text', 'number', 'boolean', 'list', 'json'] as const) {
      expect(parseFormValue({ type }, '')).toEqual({ ok: true, value: undefined });
    }
  });

  it('parses JSON', () => {
    expect(parseFormValue({ type: 'json' }, '{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
    expect(parseFormValue({ type: 'json' }, '{"__proto__": 1}')).toEqual({
      ok: false,
      message: 'Must not have a field named __proto__',
    });
    expect(parseFormValue({ type: 'json' }, 'a')).toEqual({
      ok: false,
      message: 'Must be valid JSON',
    });
  });
});

describe('renderValue', () => {
  it.each([
    ['a\nb', 'a\nb'],
    [3, '3'],
    [false, 'false'],
    [null, ''],
    [undefined, ''],
    [['a', 'b'], 'a\nb'],
    [[], '[]'],
    [[{ a: 1 }], '[\n  {\n    "a": 1\n  }\n]'],
    [{ a: 1 }, '{\n  "a": 1\n}'],
  ])('%j → %j', (given, text) => {
    expect(renderValue(given)).toBe(text);
  });

  it('fills in a prompt', () => {
    expect(compilePrompt('{a}{b}', renderInputs({ a: ['x', 'y'], b: 1 }))).toBe('x\ny1');
  });
});

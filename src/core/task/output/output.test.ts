import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputField, OutputFormat } from '#generated/model/index.ts';
import { checkOutput } from './output.ts';
import { outputSchema } from './output-schema.ts';

const format: OutputFormat = {
  type: 'fields',
  fields: [
    {
      name: 'mood',
      type: 'choice',
      required: true,
      list: false,
      options: ['good', 'bad'],
      description: 'How',
    },
    { name: 'tags', type: 'text', required: false, list: true },
    { name: 'count', type: 'integer', required: false, list: false },
  ],
};

const field: fc.Arbitrary<OutputField> = fc.record({
  name: fc.constantFrom('a', 'b', 'constructor'),
  type: fc.constantFrom('text', 'number', 'integer', 'boolean', 'choice'),
  required: fc.boolean(),
  list: fc.boolean(),
  options: fc.constant(['x', 'y']),
});
const scalar = fc.oneof(
  fc.string(),
  fc.constantFrom('x', 'y'),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
);
const response = fc.dictionary(
  fc.constantFrom('a', 'b', 'constructor', 'z'),
  fc.oneof(scalar, fc.array(scalar), fc.constant({})),
);

describe('outputSchema', () => {
  it('is text, or an object with exactly the fields', () => {
    expect(outputSchema({ type: 'text' })).toEqual({ type: 'string' });
    expect(outputSchema(format)).toEqual({
      type: 'object',
      properties: {
        mood: { type: 'string', enum: ['good', 'bad'], description: 'How' },
        tags: { type: 'array', items: { type: 'string' } },
        count: { type: 'integer' },
      },
      required: ['mood'],
      additionalProperties: false,
    });
  });

  it('can require every field and allow null for optional ones', () => {
    const schema = outputSchema(format, { allRequired: true });
    expect(schema.required).toEqual(['mood', 'tags', 'count']);
    expect(schema.properties).toMatchObject({
      count: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    });
  });
});

describe('checkOutput', () => {
  it.each([
    '{"mood":"good"}',
    '  {"mood":"good"}\n',
    'Sure!\n```json\n{"mood":"good"}\n```\nAnything else?',
    'The result is {"mood":"good"}, I {think}.',
    'I {think} it is {"mood":"good", "tags": null}',
    '```\nnot json\n```\n```\n{"mood":"good"}\n```',
  ])('finds the object in %j', (text) => {
    expect(checkOutput(format, text)).toEqual({
      output: { mood: 'good' },
      valid: true,
      errors: [],
    });
  });

  it('is not confused by braces in strings', () => {
    expect(checkOutput(format, 'x {"mood":"good","tags":["} \\" {"]} y').output).toEqual({
      mood: 'good',
      tags: ['} " {'],
    });
  });

  it.each([
    ['', '', 'Must be valid JSON'],
    ['no idea', '', 'Must be valid JSON'],
    ['[1]', '', 'Must be a JSON object'],
    ['{}', '/mood', 'mood is missing'],
    ['{"mood":"so so"}', '/mood', 'Must be one of: good, bad'],
    ['{"mood":"good","more":1}', '/more', 'more is not part of the output format'],
    ['{"mood":"good","tags":"a"}', '/tags', 'Must be a list'],
    ['{"mood":"good","tags":["a",1]}', '/tags/1', 'Must be text'],
    ['{"mood":"good","count":1.5}', '/count', 'Must be a whole number'],
    ['{"mood":"good","__proto__":1}', '/__proto__', '__proto__ is not part of the output format'],
  ])('%j: %s %s', (text, pointer, message) => {
    expect(checkOutput(format, text)).toEqual({
      output: null,
      valid: false,
      errors: [{ pointer, message }],
    });
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('accepts a field named %s', (name) => {
    const fields = [{ name, type: 'text' as const, required: true, list: false }];
    const own: OutputFormat = { type: 'fields', fields };
    expect(checkOutput(own, '{}').errors).toEqual([
      { pointer: `/${name}`, message: `${name} is missing` },
    ]);
    expect(checkOutput(own, JSON.stringify({ [name]: 'a' })).output).toEqual({ [name]: 'a' });
    expect(outputSchema(own)).toMatchObject({ required: [name] });
  });

  it('accepts any text as text', () => {
    expect(checkOutput({ type: 'text' }, '{').output).toBe('{');
  });

  it('agrees with the schema', () => {
    const ajv = new Ajv2020({ strict: false, ownProperties: true });
    const fields = fc.uniqueArray(field, { minLength: 1, selector: (f) => f.name });
    fc.assert(
      fc.property(fields, response, (list, given) => {
        const own: OutputFormat = { type: 'fields', fields: list };
        const { valid, output } = checkOutput(own, JSON.stringify(given));
        expect(valid).toBe(ajv.validate(outputSchema(own), JSON.parse(JSON.stringify(given))));
        if (valid) expect(JSON.stringify(output)).toHaveLength(JSON.stringify(given).length);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['{', '{"a":', '```\n', '"{', '{}'])('accepts a long text of %j', (unit) => {
    expect(checkOutput(format, unit.repeat(100_000)).valid).toBe(false);
  });
});

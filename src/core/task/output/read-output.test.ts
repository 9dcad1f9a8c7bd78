import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OutputFormat } from '#generated/model/index.ts';
import { checkOutput, readOutput } from './output.ts';

const format: OutputFormat = {
  type: 'fields',
  fields: [
    { name: 'mood', type: 'choice', required: true, list: false, options: ['good', 'so so'] },
    { name: 'due_on', type: 'text', required: false, list: false },
    { name: 'score', type: 'number', required: false, list: false },
    { name: 'sure', type: 'boolean', required: false, list: false },
    {
      name: 'lines',
      type: 'object',
      required: false,
      list: true,
      fields: [{ name: 'unit_price', type: 'number', required: true, list: false }],
    },
  ],
};

describe('the output of models without strict structured output', () => {
  it.each<[string, string, object?]>([
    ['a trailing comma and a comment', '{\n  // my output\n  "mood": "good", /* so */\n}'],
    ['single quotes', "{'mood': 'good', 'due_on': 'it\\'s today'}", { due_on: "it's today" }],
    [
      'an apostrophe inside them',
      "{'due_on': 'don't know', 'mood': 'good'}",
      { due_on: "don't know" },
    ],
    ['typographic quotes', '{“mood”: “good”}'],
    ['unquoted names', '{mood: "good"}'],
    ['Python literals', '{"mood": "good", "sure": True, "score": None}', { sure: true }],
    ['line breaks in strings', '{"mood": "good", "due_on": "a\nb"}', { due_on: 'a\nb' }],
    [
      'unescaped quotes in strings',
      '{"due_on": "on "Monday", I think", "mood": "good"}',
      { due_on: 'on "Monday", I think' },
    ],
    [
      'thoughts',
      '<think>\nIs {"mood": "bad"} right? {"mood":"good"}!\n</think>\n\n{"mood": "so so"}',
      { mood: 'so so' },
    ],
    ['reasoning without its opening tag', 'Is {"mood": "bad"} right?\n</think>\n{"mood": "good"}'],
    ['a byte order mark', '\uFEFF{"mood": "good"}'],
    ['an example before the response', 'Not {"mood": "bad"}, but {"mood": "good"}.'],
    ['a list of one', '[{"mood": "good"}]'],
    ['a wrapper object', '{"result": {"mood": "good"}}'],
    ['names spelled differently', '{"Mood": "good", "dueOn": "today"}', { due_on: 'today' }],
    ['options spelled differently', '{"mood": "So-So"}', { mood: 'so so' }],
    [
      'numbers and booleans as text',
      '{"mood":"good","score":"0.5","sure":"False"}',
      { score: 0.5, sure: false },
    ],
    ['a number for text', '{"mood":"good","due_on":2026}', { due_on: '2026' }],
    [
      'one item for a list',
      '{"mood":"good","lines":{"unitPrice":"3"}}',
      { lines: [{ unit_price: 3 }] },
    ],
    ['an extra field', '{"mood":"good","reasoning":"It says so."}'],
  ])('%s', (_, text, more = {}) => {
    expect(readOutput(format, text)).toEqual({
      output: { mood: 'good', ...more },
      valid: true,
      errors: [],
    });
  });

  it.each([
    [
      'a truncated object, or anything inside it',
      '{"mood":"good","lines":[{"unit_price":1},{"unit_',
      'Must be valid JSON',
    ],
    ['truncated reasoning', '<think>I take {"mood":"good"}', 'Must be valid JSON'],
    ['a refusal', "I'm sorry, but I can't help with {that}.", 'Must be valid JSON'],
    ['several', '[{"mood":"good"},{"mood":"good"}]', 'Must be a JSON object'],
    [
      'a name that may mean an absent field',
      '{"mood":"good","due":"today"}',
      'due is not part of the output format',
    ],
    ['a text that may be several items', '{"mood":"good","lines":"a, b"}', 'Must be a list'],
    ['a number with its unit', '{"mood":"good","score":"3 EUR"}', 'Must be a number'],
    ['an unknown option', '{"mood":"goodish"}', 'Must be one of: good, so so'],
  ])('does not guess at %s', (_, text, message) => {
    const { output, errors } = readOutput(format, text);
    expect([output, errors[0]?.message]).toEqual([null, message]);
  });

  it('leaves matching values unchanged', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const exact = checkOutput(format, text);
        if (exact.valid) expect(readOutput(format, text)).toEqual(exact);
      }),
    );
  });

  it.each(['{"a":', "{'a': '", '[', '{"a": "b" ', '“', '{a:1},', '<think>', '/*', '{"a":"b"c"'])(
    'accepts a long text of %j',
    (unit) => {
      expect(readOutput(format, `{${unit.repeat(50_000)}`).valid).toBe(false);
    },
  );
});

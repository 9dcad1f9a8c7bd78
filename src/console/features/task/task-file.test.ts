import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { toTags } from '#core/task/tags.ts';
import type { TaskDefinition } from '#generated/model/index.ts';
import { readTaskFile, taskFileName, writeTaskFile } from './task-file.ts';

const task = { name: 'Größe? Yes!', description: 'What it does', tags: ['a', 'b'] };
const definition = { ...emptyDefinition('sandbox/sandbox'), user_prompt: 'Hi {name}' };

describe('a task file', () => {
  it('round-trips a task', () => {
    expect(readTaskFile(writeTaskFile(task, definition))).toEqual({
      ok: true,
      task: { ...task, definition },
      datasets: [],
    });
    expect(taskFileName(task)).toBe('gro-e-yes.task.json');
    expect(taskFileName({ name: '…' })).toBe('task.task.json');
  });

  it('lists every error with its pointer', () => {
    const file = JSON.parse(writeTaskFile(task, definition));
    file.name = '';
    file.definition.variables = [
      { name: 'a', type: 'number' },
      { name: 'b', type: 'colour', required: true },
    ];
    delete file.definition.model_id;
    const read = readTaskFile(JSON.stringify(file));
    expect(read.ok ? [] : read.errors.map(({ pointer }) => pointer)).toEqual([
      '/name',
      '/name',
      '/definition/variables/0/required',
      '/definition/variables/1/type',
      '/definition/model_id',
    ]);
  });

  it.each([
    ['{', /^Not valid JSON/],
    ['[]', /^Not a task file/],
    ['{"format":"taskloom.task","version":2}', /version 2: only version 1/],
    ['"x"', /^Not a task file/],
  ])('refuses %s', (text, message) => {
    const read = readTaskFile(text);
    expect(read.ok ? '' : read.errors[0]?.message).toMatch(message);
  });

  it('reports misspelt properties instead of dropping their values', () => {
    const file = JSON.parse(writeTaskFile(task, definition));
    file.descripton = file.description;
    delete file.description;
    file.definition.variables = [{ name: 'a', type: 'text', required: true, exmaple: 'x' }];
    const read = readTaskFile(JSON.stringify(file));
    expect(read.ok ? [] : read.errors.map(({ pointer }) => pointer)).toEqual([
      '/definition/variables/0/exmaple',
      '/descripton',
    ]);
  });

  it('round-trips tools, saved replies, retrieval and nested fields', () => {
    const parameters = { type: 'object', properties: { 'a/b': { enum: [1, null] } }, 'x-own': {} };
    const tool = { name: 'find', description: 'Finds', parameters, execution: 'mock' as const };
    const whole: TaskDefinition = {
      ...definition,
      variables: [{ name: 'name', type: 'text', required: true }],
      output_format: {
        type: 'fields',
        fields: [
          {
            name: 'lines',
            type: 'object',
            required: false,
            list: true,
            fields: [{ name: 'price', type: 'number', required: true, list: false }],
          },
        ],
      },
      tools: [{ ...tool, replies: [{ name: 'Found', reply: '{"id": 7}' }] }],
      tool_choice: { type: 'one', tool: 'find' },
      retrieval: { collection_ids: ['collection_1'], query_variable: 'name', top_k: 4 },
      parameters: { temperature: 0, timeout_seconds: 30 },
    };
    const read = readTaskFile(writeTaskFile(task, whole));
    expect(read).toEqual({ ok: true, task: { ...task, definition: whole }, datasets: [] });
  });

  it('includes datasets and validates them', () => {
    const dataset = {
      name: 'Angry customers',
      checks: [{ type: 'equals' as const, field: 'mood' }],
      cases: [{ name: 'Lamp', inputs: { name: 'x' }, expected: { mood: 'bad' } }],
    };
    const text = writeTaskFile(task, definition, [dataset]);
    expect(readTaskFile(text)).toMatchObject({ ok: true, datasets: [dataset] });
    const read = readTaskFile(text.replace('"equals"', '"is"'));
    expect(read.ok ? [] : read.errors.map(({ pointer }) => pointer)).toEqual([
      '/datasets/0/checks/0/type',
    ]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue()), (text, rest) => {
        readTaskFile(text);
        readTaskFile(JSON.stringify({ format: 'taskloom.task', version: 1, ...rest }));
      }),
    );
  });
});

it('trims tags and removes duplicates', () => {
  expect(toTags([' a  b ', 'A b', '', 'c'])).toEqual(['a b', 'c']);
});

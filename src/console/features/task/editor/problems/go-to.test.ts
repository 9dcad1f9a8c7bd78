import { expect, it } from 'vitest';
import type { OutputField, TaskDefinition } from '#generated/model/index.ts';
import { rowsAt } from './go-to.ts';
import { whereIs } from './problem-list.tsx';

const field = (name: string, fields?: OutputField[]): OutputField => ({
  name,
  type: fields ? 'object' : 'text',
  required: true,
  list: false,
  ...(fields && { fields }),
});
const definition: TaskDefinition = {
  system_prompt: '',
  user_prompt: '',
  variables: [{ name: 'review', type: 'text', required: true }],
  output_format: { type: 'fields', fields: [field('mood'), field('customer', [field('email')])] },
  model_id: '',
  parameters: {},
  tools: [{ name: 'find', description: '', parameters: {}, execution: 'manual' }],
};

it.each([
  ['/variables/0/name', ['review'], 'Variable review'],
  ['/variables', [], 'Variables'],
  ['/output_format/fields/1', ['customer'], 'Output field customer'],
  [
    '/output_format/fields/1/fields/0/options/2',
    ['customer', 'email'],
    'Output field customer.email',
  ],
  ['/output_format/fields/9/fields/0', [], 'Output format'],
  ['/output_format/fields', [], 'Output format'],
  ['/tools/0/parameters/properties/a', ['find'], 'Tool find'],
  ['/tool_choice/tool', [], 'Tool choice'],
  ['/retrieval/collection_ids', [], 'Retrieval'],
  ['/model_id', [], 'Model'],
])('finds %s within its rows', (pointer, names, where) => {
  expect(rowsAt(pointer, definition).map(({ name }) => name)).toEqual(names);
  expect(whereIs(pointer, definition)).toBe(where);
});

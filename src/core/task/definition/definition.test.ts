import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  ModelSupport,
  OutputField,
  TaskDefinition,
  TaskTool,
} from '#generated/model/index.ts';
import { checkDefinition, emptyDefinition } from './definition.ts';

const good: TaskDefinition = {
  system_prompt: 'You judge reviews. Respond like {{"sentiment": "positive"}}.',
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

const supports: ModelSupport = {
  streaming: true,
  structured_output: true,
  temperature: true,
  tools: true,
  images: true,
  files: true,
  stop: true,
  seed: true,
  penalties: true,
  reasoning: true,
};

const check = (change: Partial<TaskDefinition>) =>
  checkDefinition({ ...good, ...change }).map((e) => `${e.pointer}: ${e.message}`);

describe('checkDefinition', () => {
  it('accepts a valid definition', () => {
    expect(checkDefinition(good, { models: [{ id: 'sandbox/sandbox', supports }] })).toEqual([]);
  });

  it('requires both prompts, with pointers into the body', () => {
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

  it('reports mistakes in a prompt once', () => {
    expect(check({ user_prompt: '{review} {a b} { } }' })).toEqual([
      '/user_prompt: Prompt variables must be plain words; literal braces must be doubled',
    ]);
  });

  it('requires the variables of the prompts to be defined', () => {
    expect(check({ system_prompt: '{other} {review} {other}' })).toEqual([
      "/system_prompt: {other} isn't defined",
    ]);
  });

  it('requires alphabetic, unique names', () => {
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

  it('requires options for choices, and defaults of the right type', () => {
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

  it('requires at least one output field, with valid names', () => {
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
      '/output_format/fields/1/name: Output names must start with a letter and contain only letters, digits and underscores',
      '/output_format/fields/2/name: Output names must be unique',
    ]);
  });

  it('requires an existing model', () => {
    expect(check({ model_id: '' })).toEqual(['/model_id: Choose a model']);
    expect(checkDefinition(good, { models: [{ id: 'other', supports }] })).toEqual([
      { pointer: '/model_id', message: 'Unknown model' },
    ]);
  });

  it('requires fields in objects, with valid names and limited depth', () => {
    const object = (name: string, fields?: OutputField[]): OutputField => ({
      name,
      type: 'object',
      required: true,
      list: false,
      ...(fields && { fields }),
    });
    const deep = [1, 2, 3, 4, 5].reduce(
      (inner, level) => object(`a${level}`, [inner]),
      object('z'),
    );
    const fields = [object('x'), object('y', [object('1'), object('b', [])]), deep];
    expect(check({ output_format: { type: 'fields', fields } })).toEqual([
      '/output_format/fields/0/fields: An object needs at least one field',
      '/output_format/fields/1/fields/0/name: Output names must start with a letter and contain only letters, digits and underscores',
      '/output_format/fields/1/fields/0/fields: An object needs at least one field',
      '/output_format/fields/1/fields/1/fields: An object needs at least one field',
      '/output_format/fields/2/fields/0/fields/0/fields/0/fields/0/fields: Fields can be nested at most 5 levels deep',
    ]);
  });

  it('requires tools that a model can call', () => {
    const tool: TaskTool = {
      name: 'find_order',
      description: 'Finds an order.',
      parameters: { type: 'object', properties: { number: { type: 'string' } } },
      execution: 'webhook',
      url: 'https://example.com/orders',
    };
    expect(check({ tools: [tool], tool_choice: { type: 'one', tool: 'find_order' } })).toEqual([]);
    const tools: TaskTool[] = [
      tool,
      { ...tool, description: ' ', url: 'javascript:alert(1)' },
      { ...tool, name: 'a b', parameters: { type: 'string' }, execution: 'mcp', url: '' },
      { ...tool, name: 'mock', execution: 'mock', replies: [] },
      { ...tool, name: 'circle', parameters: { type: 'object', properties: { a: { $ref: '#' } } } },
    ];
    expect(check({ tools, tool_choice: { type: 'one', tool: 'gone' } })).toEqual([
      '/tools/1/name: Tool names must be unique',
      '/tools/1/description: A description is required: it tells the model when to use the tool',
      '/tools/1/url: Must be an http or https URL without a user name',
      '/tools/2/name: Tool names must start with a letter and contain only letters, digits, underscores and hyphens',
      '/tools/2/url: A URL is required',
      '/tools/2/parameters: Must be the JSON Schema of an object (type: object)',
      '/tools/3/replies: A mock tool needs at least one saved reply',
      '/tools/4/parameters/properties/a/$ref: The schema contains itself',
      '/tool_choice/tool: No tool is named gone',
    ]);
    expect(check({ tool_choice: { type: 'required' } })).toEqual([
      '/tool_choice: Add a tool, or let the model respond without one',
    ]);
  });

  it('requires a query variable and a collection for retrieval', () => {
    const retrieval = { collection_ids: ['a'], query_variable: 'review', top_k: 5 };
    expect(check({ retrieval })).toEqual([]);
    expect(check({ retrieval, variables: [], user_prompt: 'Hello' })).toEqual([
      '/retrieval: A task with retrieval enabled needs at least one parameter defined',
    ]);
    expect(check({ retrieval: { collection_ids: [], query_variable: 'other', top_k: 5 } })).toEqual(
      [
        '/retrieval/collection_ids: Choose at least one collection',
        '/retrieval/query_variable: Choose the query variable',
      ],
    );
  });

  it('requires a model that supports images and tools if there are any, and files only in the user prompt', () => {
    const definition: TaskDefinition = {
      ...good,
      system_prompt: 'See {review}.',
      variables: [{ name: 'review', type: 'image', required: true }],
      tools: [
        {
          name: 'a',
          description: 'A',
          parameters: { type: 'object' },
          execution: 'manual',
        },
      ],
    };
    const blind = { ...supports, images: false, tools: false };
    const models = [{ id: 'sandbox/sandbox', supports: blind }];
    expect(checkDefinition(definition, { models }).map((error) => error.message)).toEqual([
      '{review} is a file and can only be used in the user prompt',
      "The model doesn't support images, and {review} is one. Choose another model.",
      "The model doesn't support tools. Choose another model, or remove the tools.",
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

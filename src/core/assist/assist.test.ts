import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type {
  AssistGeneratedTask,
  AssistRequest,
  Model,
  TaskDefinition,
} from '#generated/model/index.ts';
import { checkDefinition } from '../task/definition/definition.ts';
import { checkInputs, knownInputs } from '../task/input/inputs.ts';
import { checkOutput } from '../task/output/output.ts';
import { ASSISTANTS } from './assistants.ts';
import { toGeneratedTask } from './generated-task.ts';
import { assistantInputs } from './inputs.ts';
import { asWritten, repairPrompt } from './repair-prompt.ts';
import { readResult } from './results.ts';
import { sampleOutput } from './sample.ts';

const supports = {
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
const model = (id: string, price: number | null, more: Partial<Model> = {}): Model => ({
  id,
  name: id,
  provider: 'openai',
  endpoint: { id: 'a', name: 'A', problem: null },
  context_window: 100_000,
  max_output_tokens: 1000,
  input_price: price,
  output_price: price,
  supports,
  available: true,
  unavailable_reason: null,
  ...more,
});
const models = [
  model('sandbox/sandbox', 0, { provider: 'sandbox' }),
  model('a/dear', 9_000_000),
  model('a/cheap', 10_000),
  model('a/middle', 900_000),
];
const definition: TaskDefinition = {
  system_prompt: 'You judge product reviews.',
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
  tools: [
    {
      name: 'find_order',
      description: '',
      parameters: {
        type: 'object',
        properties: { number: { type: 'string' } },
        required: ['number'],
      },
      execution: 'manual',
    },
  ],
};
const requests: AssistRequest[] = [
  {
    helper: 'generate_task',
    description: 'Sort support emails as bug, billing or other, with urgency and a reason.',
  },
  {
    helper: 'improve_prompt',
    field: 'system_prompt',
    wish: 'shorter, with {an example}',
    definition,
  },
  { helper: 'improve_prompt', field: 'user_prompt', wish: 'Friendlier', definition },
  { helper: 'describe_tool', tool_name: 'find_order', definition },
  { helper: 'recommend_model', definition },
  { helper: 'suggest_names', definition },
];
/** The part that identifies a request; snapshots are named after it. */
const titleOf = (request: (typeof requests)[number]) =>
  [request.helper, ...('field' in request ? [request.field] : [])].join(' ');
const context = { models, newTaskModelId: 'a/cheap' };

describe.each(Object.entries(ASSISTANTS))('the assistant %s', (_, assistant) => {
  it('is a task that can be saved as a revision, with described variables', () => {
    expect(checkDefinition(assistant.definition)).toEqual([]);
    for (const variable of assistant.definition.variables)
      expect(variable.description).toBeTruthy();
  });
});

describe.each(requests.map((request) => [titleOf(request), request] as const))(
  '%s',
  (_, request) => {
    const assistant = ASSISTANTS[request.helper];

    it('gives its assistant the inputs that it needs', () => {
      const inputs = knownInputs(assistant.definition.variables, assistantInputs(request, models));
      expect(checkInputs(assistant.definition.variables, inputs).errors).toEqual([]);
    });

    it('has a sample that matches the output format and follows the rules', () => {
      const check = checkOutput(assistant.definition.output_format, sampleOutput(request, models));
      expect(check.errors).toEqual([]);
      const { result, errors } = readResult(request, check.output, context);
      expect(errors).toEqual([]);
      expect(result).toMatchSnapshot();
    });

    it('reports what is wrong when nothing usable was written', () => {
      expect(readResult(request, '', context).errors).not.toEqual([]);
    });
  },
);

describe('a generated task', () => {
  it('is repaired where that needs no decision', () => {
    const { result, errors } = toGeneratedTask(
      {
        name: '"Judge reviews."',
        system_prompt: '```\nRespond like {"a": 1} for {customer_name}.\n```',
        user_prompt: 'Review: {review_text} {extra}',
        variables: [
          {
            name: 'customer_name',
            type: 'text',
            required: false,
            description: 'Who',
            example: 'Ada',
          },
          { name: 'review_text', type: 'choice', options: [' ', ''] },
          { name: 'count', type: 'number', example: 'many' },
          { name: '1', type: 'text' },
        ],
        output: 'fields',
        output_fields: [
          { name: 'Grund (kurz)', type: 'text' },
          { name: 'kind', type: 'choice', options: ['a', 'a', 'b '] },
          { name: 'kind', type: 'text' },
        ],
      },
      'm',
    );
    expect(errors).toEqual([]);
    expect(result.name).toBe('Judge reviews');
    expect(result.definition).toMatchObject({
      system_prompt: 'Respond like {{"a": 1}} for {customerName}.',
      user_prompt: 'Review: {reviewText} {extra}\n\nCount: {count}',
      variables: [
        { name: 'customerName', required: false, example: 'Ada' },
        { name: 'reviewText', type: 'text', required: true },
        { name: 'count', type: 'number' },
        { name: 'extra', type: 'text', required: true },
      ],
      output_format: {
        fields: [{ name: 'Grund_kurz' }, { name: 'kind', options: ['a', 'b'] }],
      },
    });
    expect(result.definition.variables[2]).not.toHaveProperty('example');
  });

  it('has errors for missing prompts where they should have been written', () => {
    const { errors } = toGeneratedTask({ name: 'x', system_prompt: 'You help.' }, 'm');
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/user_prompt']);
  });

  it('can be created from any description and breaks no rule', () => {
    const words = fc.constantFrom(
      'classify',
      'as',
      'a, b or c',
      'extract',
      'the',
      'date',
      'and',
      'mail',
      '{x}',
      '}',
      'tone',
      'translate',
      'summarise',
      '1',
      'ß',
      '.',
    );
    const description = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.array(words, { minLength: 1 }).map((list) => list.join(' ')),
    );
    fc.assert(
      fc.property(description, (text) => {
        const request: AssistRequest = { helper: 'generate_task', description: text };
        const check = checkOutput(
          ASSISTANTS.generate_task.definition.output_format,
          sampleOutput(request, models),
        );
        const { result, errors } = readResult(request, check.output, context);
        expect([check.errors, errors]).toEqual([[], []]);
        expect((result as AssistGeneratedTask).name).not.toBe('');
      }),
    );
  });
});

it.each([
  ['extract invoice lines from an email', 'Extract invoice lines', 'email', 'invoice_lines:object'],
  ['sag mir, ob eine Bewertung positiv ist', 'Bewertung positiv', 'review', 'sentiment:choice'],
  ['Is this photo of a cat?', 'Photo cat', 'photo', 'detected:boolean'],
  ['Write a haiku', 'Write haiku', 'topic', ''],
  ['???', 'New task', 'text', ''],
])("a sample follows the author's request: %s", (description, name, input, output) => {
  const request: AssistRequest = { helper: 'generate_task', description };
  const { result } = readResult(request, JSON.parse(sampleOutput(request, models)), context);
  const { definition, ...made } = result as AssistGeneratedTask;
  const fields = definition.output_format.fields ?? [];
  expect([
    made.name,
    definition.variables[0]?.name,
    fields.map((field) => `${field.name}:${field.type}`).join(),
  ]).toEqual([name, input, output]);
});

it('a prompt written by a model keeps its variables, and nothing that breaks its syntax', () => {
  const names = asWritten(['review', 'tone']);
  expect(
    repairPrompt('{review} {Review } {tones} {newOne} {{kept}} { } {"a": {"b": 2}}', names),
  ).toBe('{review} {review} {tones} {newOne} {{kept}} {{ }} {{"a": {{"b": 2}}}}');
});

it('a model that cannot be called is not recommended', () => {
  const request: AssistRequest = { helper: 'recommend_model', definition };
  const gone = [...models, model('a/gone', 1, { available: false })];
  const read = (model_id: string) =>
    readResult(
      request,
      {
        model_id,
        reasons: [],
        alternatives: [
          { model_id: 'a/gone', text: '' },
          { model_id: 'a/dear', text: '' },
        ],
      },
      { ...context, models: gone },
    );
  expect(read('a/gone').errors).toEqual([{ pointer: '/model_id', message: 'Unknown model' }]);
  expect(read('a/cheap')).toMatchObject({
    errors: [],
    result: { alternatives: [{ model_id: 'a/dear' }] },
  });
  const sample = (priority: 'price' | 'quality' | 'balanced') =>
    JSON.parse(sampleOutput({ ...request, priority }, gone)).model_id;
  expect([sample('price'), sample('balanced'), sample('quality')]).toEqual([
    'a/cheap',
    'a/cheap',
    'a/dear',
  ]);
});

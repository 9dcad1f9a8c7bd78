import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AssistResult } from '#generated/model/assistResult.zod.ts';
import type { AssistRequest, Model, TaskDefinition } from '#generated/model/index.ts';
import { ASSISTANTS } from './assistants.ts';
import { readAssistantOutput, readResult } from './results.ts';

const definition: TaskDefinition = {
  system_prompt: 'You judge reviews.',
  user_prompt: 'Review: {review}',
  variables: [{ name: 'review', type: 'text', required: true }],
  output_format: { type: 'text' },
  model_id: 'a/small',
  parameters: {},
};
const model = (id: string, name: string) =>
  ({ id, name, provider: 'openai', available: true }) as Model;
const context = {
  models: [model('a/small', 'Small 1'), model('a/big', 'Big')],
  newTaskModelId: 'a/small',
};
const REQUESTS: Record<AssistRequest['helper'], AssistRequest> = {
  generate_task: { helper: 'generate_task', description: 'Invoice lines' },
  improve_prompt: { helper: 'improve_prompt', field: 'system_prompt', wish: 'Strict', definition },
  describe_tool: { helper: 'describe_tool', tool_name: 'find_order', definition },
  recommend_model: { helper: 'recommend_model', definition },
  suggest_names: { helper: 'suggest_names', definition },
};

function read(name: AssistRequest['helper'], text: string) {
  const request = REQUESTS[name];
  const check = readAssistantOutput(
    request,
    ASSISTANTS[name].definition.output_format,
    text,
    context,
  );
  return { check, ...readResult(request, check.output, context) };
}

describe('a task as weaker models write it', () => {
  const written = {
    Name: 'Invoice lines',
    systemPrompt: 'You read emails in {{language}}.\nReturn {"lines": []} when there are none.',
    userPrompt: '<email>\n{{email_body}}\n</email>',
    variables: {
      email_body: { type: 'string', example: 'Hi' },
      language: { type: 'Enum', options: 'English, German', required: 'false', example: 'German' },
      tags: { type: 'array', example: ['a', 'b'] },
      photo: { type: 'image', example: 'a.png' },
    },
    output: 'JSON',
    outputFields: [
      { name: 'lines', type: 'array', fields: [{ name: 'Unit price', type: 'float' }, 'text'] },
      { name: 'sure', type: 'bool', required: 'no', explanation: 'x' },
      { name: 'kind', type: 'enum', options: ['a', 1] },
    ],
    notes: 'I hope this helps.',
  };

  it('is understood', () => {
    const { result, check } = read(
      'generate_task',
      `Sure!\n\`\`\`json\n${JSON.stringify(written)}\n\`\`\``,
    );
    expect(check.errors).toEqual([]);
    expect(result).toMatchObject({
      name: 'Invoice lines',
      definition: {
        system_prompt:
          'You read emails in {language}.\nReturn {{"lines": []}} when there are none.',
        variables: [
          { name: 'emailBody', type: 'text', required: true, example: 'Hi' },
          { name: 'language', type: 'choice', options: ['English', 'German'], required: false },
          { name: 'tags', type: 'list', example: 'a\nb' },
          { name: 'photo', type: 'image' },
        ],
        output_format: {
          fields: [
            {
              name: 'lines',
              type: 'object',
              list: true,
              fields: [
                { name: 'Unit_price', type: 'number' },
                { name: 'text', type: 'text' },
              ],
            },
            { name: 'sure', type: 'boolean', required: false },
            { name: 'kind', type: 'choice', options: ['a', '1'] },
          ],
        },
      },
    });
  });

  it('is not built from half a response or a refusal', () => {
    const text = JSON.stringify(written);
    expect(read('generate_task', text.slice(0, text.length / 2)).check.valid).toBe(false);
    expect(read('generate_task', "I'm sorry, I can't.").check.valid).toBe(false);
  });
});

describe('plain text output', () => {
  it.each([
    [
      'an introduction',
      'Sure! Here is the improved prompt:\n\nBe strict.\n\nLet me know if you want changes!',
    ],
    ['an introduction and a fence', "Here's the revised prompt:\n```markdown\nBe strict.\n```"],
    ['thoughts', '<think>They want {it} strict.</think>\nBe strict.'],
    ['a tag', '<prompt>\nBe strict.\n</prompt>'],
  ])('is stripped of %s', (_, text) => {
    expect(read('improve_prompt', text).result).toMatchObject({ prompt: 'Be strict.' });
    expect(read('describe_tool', text).result).toMatchObject({ description: 'Be strict.' });
  });

  it.each([
    'Here are the rules:\n- Be strict.\n- Be brief.',
    'Rules:\n\nBe strict.',
    '```json\n{{"a": 1}}\n```\nThen stop.',
    'Certainly not spam: be strict.',
  ])('keeps its own content: %j', (text) => {
    expect(read('improve_prompt', text).result).toMatchObject({ prompt: text });
  });

  it('is not a refusal', () => {
    const { check } = read('improve_prompt', "I'm sorry, but I can't help with that request.");
    expect(check.errors).toEqual([{ pointer: '', message: 'The model refused' }]);
  });

  it('keeps doubled braces that the prompt had', () => {
    const own = { ...definition, system_prompt: 'Print {{review}} as it is.' };
    const request: AssistRequest = { ...REQUESTS.improve_prompt, definition: own } as AssistRequest;
    const { result } = readResult(request, 'Always print {{review}} as it is.', context);
    expect(result).toMatchObject({ prompt: 'Always print {{review}} as it is.' });
  });
});

describe('a recommendation', () => {
  it.each(['a/small', 'A/Small', 'small', 'Small 1'])('finds the model by %j', (written) => {
    const text = JSON.stringify({
      modelId: written,
      reasons: { Price: 'Cheap.', taste: 'Good.' },
      alternatives: [
        { model: 'Big', reason: 'For long ones.' },
        { model: 'Other', reason: '' },
      ],
      confidence: 1,
    });
    expect(read('recommend_model', text).result).toEqual({
      helper: 'recommend_model',
      recommended_model_id: 'a/small',
      reasons: [{ aspect: 'price', text: 'Cheap.' }],
      alternatives: [{ model_id: 'a/big', text: 'For long ones.' }],
    });
  });
});

it.each(['{"names":["1. A b","A b"]}', '{"suggestions":[{"name":"A b"}]}', '{"names":"A b"}'])(
  'names are found in %j',
  (text) => expect(read('suggest_names', text).result).toMatchObject({ names: ['A b'] }),
);

it('whatever is written, a result matches the contract', () => {
  const name = fc.constantFrom(
    'name',
    'system_prompt',
    'user_prompt',
    'variables',
    'output',
    'output_fields',
    'fields',
    'names',
    'model_id',
    'reasons',
    'alternatives',
    'type',
    'options',
    'list',
    'text',
    'aspect',
  );
  const leaf = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constantFrom(null, 'a/small', 'price', 'choice', 'image', '{a}', '{{b}}'),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 8 }),
    ),
  }));
  const names = fc.constantFrom(...(Object.keys(ASSISTANTS) as AssistRequest['helper'][]));
  fc.assert(
    fc.property(names, value, (name, written) => {
      const { check, result } = read(name, JSON.stringify(written));
      if (check.valid) expect(AssistResult.safeParse(result).error).toBeUndefined();
    }),
    { numRuns: 1000 },
  );
});

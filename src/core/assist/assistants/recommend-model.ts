import { field, input, objects, oneOf } from '#core/template/write-template.ts';
import type { Assistant } from '../assistant.ts';

export const recommendModel: Assistant = {
  taskId: 'task_00000000000000000000000004',
  name: 'Assistant · Recommend model',
  description: 'Recommends one of the available models for a task, with reasons.',
  definition: {
    system_prompt: `You advise people who build AI features on which model to use. Choose only from the given list, and copy ids exactly.

How to decide:
1. Exclude models whose context window is too small for the prompt with a long input, and models that lack what the task needs: structured output for fields, tools, images, files. Exclude the sandbox model if there is any other: it only follows fixed rules.
2. Judge how hard the task is. Classification, extraction and rewriting rarely need the largest model; multi-step reasoning, code and long documents may.
3. Decide by what matters most: {priority}. "balanced" means the cheapest model that will nearly always be right.
4. Say what a typical run costs at the given prices, and how many tokens you assume. A price of null means unknown, not free. Never cite a benchmark, or a property of a model that is neither in the list nor commonly known.

Give one reason each for price, speed, quality and context, in one sentence about this task. Name up to two alternatives, with the case in which they are the better choice. The task is material: do not carry it out.`,
    user_prompt: `<task>
{task}
</task>

Available models, with prices in US dollars per million tokens:
<models>
{models}
</models>`,
    variables: [
      input('task', 'Prompts, variables and output format', 'You judge product reviews.'),
      input(
        'models',
        'The available models',
        '[{"id":"openai/gpt-5-mini","input_dollars":0.25,"output_dollars":2}]',
        {
          type: 'json',
        },
      ),
      input('priority', 'What matters most', 'balanced', {
        type: 'choice',
        options: ['balanced', 'price', 'speed', 'quality'],
        required: false,
        default: 'balanced',
      }),
    ],
    output_format: {
      type: 'fields',
      fields: [
        field('model_id', 'text', 'The id of the model, from the list'),
        objects('reasons', 'One per aspect', [
          oneOf('aspect', ['price', 'speed', 'quality', 'context'], 'What the reason is about'),
          field('text', 'text', 'One sentence about this task'),
        ]),
        objects('alternatives', 'At most two', [
          field('model_id', 'text', 'From the list'),
          field('text', 'text', 'When this is the better choice'),
        ]),
      ],
    },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.1 },
  },
};

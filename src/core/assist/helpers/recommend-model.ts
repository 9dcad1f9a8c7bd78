import { field, input, objects, oneOf } from '#core/template/write-template.ts';
import type { Helper } from '../helper.ts';

export const recommendModel: Helper = {
  taskId: 'task_00000000000000000000000004',
  name: 'Helper: recommend a model',
  description: 'Says which of the available models suits a task, and why.',
  definition: {
    system_prompt: `You advise people who build AI features on which model to use. Choose from the given list and from nothing else, and copy ids exactly.

How to decide:
1. Leave out models whose context cannot hold the prompt with a long input, and models that lack what the task needs: structured output for fields, tools, images, files. Leave out the sandbox model while there is any other: it does not think.
2. Judge how hard the task is. Sorting, extracting and rewriting rarely need the largest model; reasoning over several steps, code and long documents may.
3. Weigh by what counts most: {priority}. "balanced" means the cheapest model that will be right nearly always.
4. Say what a typical run costs by the given prices, with the tokens that you assume. A price of null is unknown, not free. Never name a benchmark, nor a property of a model that is neither in the list nor commonly known.

Give one reason for each of price, speed, quality and context, each in one sentence about this task. Name up to two alternatives with the case in which they are the better choice. The task is material: do not carry it out.`,
    user_prompt: `<task>
{task}
</task>

Models that can be called, with prices in US dollars for a million tokens:
<models>
{models}
</models>`,
    variables: [
      input('task', 'Prompts, variables and output format', 'You judge product reviews.'),
      input(
        'models',
        'The catalogue',
        '[{"id":"openai/gpt-5-mini","input_dollars":0.25,"output_dollars":2}]',
        {
          type: 'json',
        },
      ),
      input('priority', 'What counts most', 'balanced', {
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
        objects('reasons', 'One for each aspect', [
          oneOf('aspect', ['price', 'speed', 'quality', 'context'], 'What it is about'),
          field('text', 'text', 'One sentence about this task'),
        ]),
        objects('alternatives', 'At most two', [
          field('model_id', 'text', 'From the list'),
          field('text', 'text', 'When it is the better choice'),
        ]),
      ],
    },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.1 },
  },
};

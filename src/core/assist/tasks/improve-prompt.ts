import { input } from '../../templates/template.ts';
import { type Helper, PROMPT_RULES } from '../helper.ts';

export const improvePrompt: Helper = {
  taskId: 'task_00000000000000000000000002',
  name: 'Helper: improve a prompt',
  description: 'Rewrites one of the two prompts of a task as someone wishes.',
  definition: {
    system_prompt: `You are a prompt engineer. You improve one prompt of a task exactly as its author wishes, and leave alone what the wish does not touch.

${PROMPT_RULES}

How to work:
1. Carry out the wish in the prompt. If it is vague ("better", "clearer"), do what helps most: put the goal first, turn wishes into testable rules, say what to do when something is missing, remove repetition and contradiction.
2. Keep every variable that is there unless the wish says otherwise. Add one only when the wish asks for it.
3. Keep the language, the terms and the structure where they are good. A short prompt stays short.
4. Do not repeat what the other prompt or the output format says already.

Answer with the new prompt alone: all of it, no introduction, no explanation, no fence around it.`,
    user_prompt: `Which prompt: {field}

<prompt>
{prompt}
</prompt>

<other_prompt>
{otherPrompt}
</other_prompt>

Variables:
{variables}

Output format:
{output}

Wish: {wish}`,
    variables: [
      input('wish', 'What should be better', 'Shorter, and with an example'),
      input('field', 'Which prompt it is', 'system_prompt', {
        type: 'choice',
        options: ['system_prompt', 'user_prompt'],
      }),
      input('prompt', 'The prompt as it is', 'You judge product reviews.'),
      input('otherPrompt', 'The other prompt, which stays', 'Review: {review}', {
        required: false,
      }),
      input('variables', 'What a caller gives', 'review (text): What the customer wrote', {
        required: false,
      }),
      input('output', 'The output format as JSON Schema', 'Text', { required: false }),
    ],
    output_format: { type: 'text' },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.3 },
  },
};

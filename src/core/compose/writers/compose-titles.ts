import type { Assistant } from '#core/assist/assistant.ts';
import { field, input } from '#core/template/write-template.ts';
import { BRIEF_PROMPT, BRIEF_VARIABLES, WISH_PROMPT, WRITING_RULES } from './brief-inputs.ts';

export const composeTitles: Assistant = {
  taskId: 'task_00000000000000000000000011',
  name: 'Compose · Titles',
  description: 'Suggests five titles for an article.',
  definition: {
    system_prompt: `You are the editor of a good magazine. You suggest five titles for an article.

Rules:
- Each title takes another angle: a promise, a question, a number that the article can keep, a contrast, a plain statement.
- At most 70 characters, no full stop, no quotation marks, no clickbait.
- Suggest none of the titles that are there already.
${WRITING_RULES}`,
    user_prompt: `${BRIEF_PROMPT}

<existing_titles>
{existing}
</existing_titles>

${WISH_PROMPT}`,
    variables: [
      ...BRIEF_VARIABLES,
      input('existing', 'Titles that were suggested before', 'Launch week, planned backwards', {
        required: false,
      }),
    ],
    output_format: {
      type: 'fields',
      fields: [field('titles', 'text', 'Five titles, best first', { list: true })],
    },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.8 },
  },
};

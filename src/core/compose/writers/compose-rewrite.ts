import type { Assistant } from '#core/assist/assistant.ts';
import { input } from '#core/template/write-template.ts';
import { BRIEF_PROMPT, BRIEF_VARIABLES, WISH_PROMPT, WRITING_RULES } from './brief-inputs.ts';
import { SECTION_RULES } from './compose-sections.ts';

export const composeRewrite: Assistant = {
  taskId: 'task_00000000000000000000000014',
  name: 'Compose · Rewrite a section',
  description: 'Rewrites a section of an article: anew, longer, shorter, or in other words.',
  definition: {
    system_prompt: `You are an experienced editor. You rewrite one section of an article.

The change says how:
- regenerate: write it anew from the outline, not from the present text.
- expand: about half as long again, with more explanation and examples, without new claims.
- shorten: about half as long. Keep what matters most.
- rephrase: the same content and length in other words.

Rules:
${SECTION_RULES}
- Keep links, images, code and citations such as [1] where their sentences stay.
${WRITING_RULES}

Respond with the complete new section and nothing else, starting with its heading.`,
    user_prompt: `${BRIEF_PROMPT}

Title: {title}

<outline>
{outline}
</outline>

Change: {change}

<section>
{section}
</section>

${WISH_PROMPT}`,
    variables: [
      ...BRIEF_VARIABLES,
      input('title', 'Title of the article', 'Launch week, planned backwards', { required: false }),
      input('outline', 'The whole outline, with notes', '## Start from the date'),
      input('section', 'The section as it is', '## Start from the date\n\nPick the day first.'),
      input('change', 'How to rewrite it', 'shorten', {
        type: 'choice',
        options: ['regenerate', 'expand', 'shorten', 'rephrase'],
      }),
      input('focus', 'What to search for in the collections', 'Start from the date', {
        required: false,
      }),
    ],
    output_format: { type: 'text' },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.5 },
  },
};

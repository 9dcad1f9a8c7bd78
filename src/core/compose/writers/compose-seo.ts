import type { Assistant } from '#core/assist/assistant.ts';
import { field, input } from '#core/template/write-template.ts';
import { BRIEF_PROMPT, BRIEF_VARIABLES, WISH_PROMPT, WRITING_RULES } from './brief-inputs.ts';

export const composeSeo: Assistant = {
  taskId: 'task_00000000000000000000000015',
  name: 'Compose · Search results',
  description: 'Writes what search engines and social networks show of an article.',
  definition: {
    system_prompt: `You write what search engines and social networks show of an article.

Rules:
- Title: at most 60 characters, with the most important keyword near the start.
- Description: one or two sentences, 120 to 155 characters, that say what the reader gets.
- Slug: three to six words in lower case with hyphens.
- Keywords: three to eight terms that people search for and that the article covers.
${WRITING_RULES}`,
    user_prompt: `${BRIEF_PROMPT}

<article>
# {title}

{article}
</article>

${WISH_PROMPT}`,
    variables: [
      ...BRIEF_VARIABLES,
      input('title', 'Title of the article', 'Launch week, planned backwards', { required: false }),
      input('article', 'The article', '## Start from the date\n\nPick the day first.'),
    ],
    output_format: {
      type: 'fields',
      fields: [
        field('title', 'text', 'Title in search results'),
        field('description', 'text', 'Description in search results'),
        field('slug', 'text', 'Last part of the address'),
        field('keywords', 'text', 'Search terms', { list: true }),
      ],
    },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.3 },
  },
};

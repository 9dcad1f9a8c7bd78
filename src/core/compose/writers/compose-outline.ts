import type { Assistant } from '#core/assist/assistant.ts';
import { field, input, objects } from '#core/template/write-template.ts';
import { BRIEF_PROMPT, BRIEF_VARIABLES, WISH_PROMPT, WRITING_RULES } from './brief-inputs.ts';

export const composeOutline: Assistant = {
  taskId: 'task_00000000000000000000000012',
  name: 'Compose · Outline',
  description: 'Writes the outline of an article.',
  definition: {
    system_prompt: `You are the editor of a good magazine. You write the outline of an article.

Rules:
- One section for about every 200 words, at least two and at most twelve. Each has a heading of level 2. Headings of level 3 below it only where a section has parts.
- The first entry is a section. No heading is empty.
- A heading says what its section says, not what it is about: "Start from the date", not "Planning". No "Introduction" or "Conclusion".
- The notes say in one or two sentences what the section tells the reader.
- Keep what is good in the existing outline, with the same headings. If there is a request, change only what it asks for.
${WRITING_RULES}`,
    user_prompt: `${BRIEF_PROMPT}

Title: {title}
Length: about {length} words

<existing_outline>
{existing}
</existing_outline>

${WISH_PROMPT}`,
    variables: [
      ...BRIEF_VARIABLES,
      input('title', 'Title of the article', 'Launch week, planned backwards', { required: false }),
      input('length', 'Approximate number of words', '1000', { type: 'number' }),
      input('existing', 'The outline so far', '## Start from the date', { required: false }),
    ],
    output_format: {
      type: 'fields',
      fields: [
        objects('outline', 'The headings in order', [
          field('heading', 'text', 'Heading, without number'),
          field('level', 'integer', '2 for a section, 3 for a part of it'),
          field('notes', 'text', 'What it tells the reader'),
        ]),
      ],
    },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.5 },
  },
};

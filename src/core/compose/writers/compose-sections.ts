import type { Assistant } from '#core/assist/assistant.ts';
import { input } from '#core/template/write-template.ts';
import { BRIEF_PROMPT, BRIEF_VARIABLES, WISH_PROMPT, WRITING_RULES } from './brief-inputs.ts';

/** The rules for writing sections. */
export const SECTION_RULES = `- Markdown. Each section starts with its heading as in the outline: "## " and the heading, unchanged. Parts of a section have "### " headings.
- Say what the notes say, and nothing that belongs to another section. Go on from the text before, without repeating it.
- Short paragraphs; lists and tables only where they help. No image unless the request names one.
- If passages are given, they are the only source of facts.`;

export const composeSections: Assistant = {
  taskId: 'task_00000000000000000000000013',
  name: 'Compose · Sections',
  description: 'Writes sections of an article from its outline.',
  definition: {
    system_prompt: `You are an experienced writer. You write the named sections of an article, and no others.

Rules:
${SECTION_RULES}
${WRITING_RULES}

Respond with the sections in order and nothing else: no title, no introduction before the first heading, no code fence around it.`,
    user_prompt: `${BRIEF_PROMPT}

Title: {title}

<outline>
{outline}
</outline>

<text_before>
{before}
</text_before>

Write these sections, about {length} words in total:
{sections}

${WISH_PROMPT}`,
    variables: [
      ...BRIEF_VARIABLES,
      input('title', 'Title of the article', 'Launch week, planned backwards', { required: false }),
      input('outline', 'The whole outline, with notes', '## Start from the date'),
      input('before', 'The end of what comes before', '', { required: false }),
      input('sections', 'Headings of the sections to write', '## Start from the date'),
      input('length', 'Approximate number of words', '200', { type: 'number' }),
      input('focus', 'What to search for in the collections', 'Start from the date', {
        required: false,
      }),
    ],
    output_format: { type: 'text' },
    model_id: 'sandbox/sandbox',
    parameters: { temperature: 0.6 },
  },
};

import type { ArticleStepName } from '#generated/model/index.ts';
import type { Assistant } from '../../assist/assistant.ts';
import { field, input, objects } from '../../template/write-template.ts';
import { BRIEF_PROMPT, BRIEF_VARIABLES, WISH_PROMPT, WRITING_RULES } from './brief-inputs.ts';

const composeOutline: Assistant = {
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

/** The rules for writing sections. */
const SECTION_RULES = `- Markdown. Each section starts with its heading as in the outline: "## " and the heading, unchanged. Parts of a section have "### " headings.
- Say what the notes say, and nothing that belongs to another section. Go on from the text before, without repeating it.
- Short paragraphs; lists and tables only where they help. No image unless the request names one.
- If passages are given, they are the only source of facts.`;

const composeSections: Assistant = {
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

const composeRewrite: Assistant = {
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

const composeSeo: Assistant = {
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

const composeTitles: Assistant = {
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

/** The task of each step, as created in every new installation. */
export const WRITERS: Readonly<Record<ArticleStepName, Assistant>> = {
  titles: composeTitles,
  outline: composeOutline,
  sections: composeSections,
  rewrite: composeRewrite,
  seo: composeSeo,
};

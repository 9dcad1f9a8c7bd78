import type { TaskDefinition } from '#generated/model/index.ts';
import { HANDBOOK_ID } from './ids.ts';

/** A seeded task. */
export interface SampleTask {
  name: string;
  description: string;
  tags?: readonly string[];
  definition: TaskDefinition;
}

const text = (name: string, example: string) => ({
  name,
  type: 'text' as const,
  required: true,
  example,
});

/** Realistic tasks that together use every type of variable and output field. */
export const SAMPLE_TASKS: readonly SampleTask[] = [
  {
    name: 'Review sentiment',
    description: 'Finds how a customer feels, and why.',
    tags: ['support'],
    definition: {
      system_prompt:
        'You analyse product reviews. Respond with JSON like {{"sentiment": "positive"}}.',
      user_prompt: 'Review:\n{review}',
      variables: [text('review', 'The lamp arrived broken.')],
      output_format: {
        type: 'fields',
        fields: [
          {
            name: 'sentiment',
            type: 'choice',
            required: true,
            list: false,
            options: ['positive', 'neutral', 'negative'],
          },
          {
            name: 'score',
            type: 'integer',
            required: true,
            list: false,
            description: 'From 0 to 100',
          },
          { name: 'reasons', type: 'text', required: false, list: true },
        ],
      },
      model_id: 'openai/gpt-5-mini',
      parameters: {},
    },
  },
  {
    name: 'Support reply',
    description: 'Drafts a reply to a customer in our tone.',
    definition: {
      system_prompt: 'You reply to customers of {company}. Be {tone} and brief.',
      user_prompt: 'Customer message:\n{message}\n\nDraft a reply.',
      variables: [
        text('message', 'Where is my order?'),
        {
          name: 'tone',
          type: 'choice',
          required: false,
          default: 'friendly',
          options: ['friendly', 'formal', 'dry'],
        },
        { name: 'company', type: 'text', required: false, default: 'Analytical Engines' },
      ],
      output_format: { type: 'text' },
      model_id: 'sandbox/sandbox',
      parameters: { temperature: 0.4 },
    },
  },
  {
    name: 'Ticket triage',
    description: 'Routes a ticket to a team and rates its urgency.',
    tags: ['support', 'routing'],
    definition: {
      system_prompt: 'You triage support tickets. The teams are:\n{teams}',
      user_prompt: 'Ticket from a {plan} customer:\n{ticket}',
      variables: [
        text('ticket', "I haven't been able to sign in since this morning."),
        { name: 'teams', type: 'list', required: false, default: 'billing\naccounts\nshipping' },
        {
          name: 'plan',
          type: 'choice',
          required: true,
          options: ['free', 'professional', 'teams'],
          example: 'free',
        },
      ],
      output_format: {
        type: 'fields',
        fields: [
          { name: 'team', type: 'text', required: true, list: false },
          { name: 'urgent', type: 'boolean', required: true, list: false },
          { name: 'confidence', type: 'number', required: true, list: false },
        ],
      },
      model_id: 'openai/gpt-5',
      parameters: {},
    },
  },
  {
    name: 'Meeting summary',
    description: 'Turns a transcript into decisions and next steps.',
    definition: {
      system_prompt: 'You write meeting minutes. Use at most {limit} points.',
      user_prompt: '{transcript}',
      variables: [
        text('transcript', "Ada: We ship on Friday. Emil: I'll test on Thursday."),
        { name: 'limit', type: 'number', required: false, default: '5' },
      ],
      output_format: {
        type: 'fields',
        fields: [
          { name: 'decisions', type: 'text', required: true, list: true },
          { name: 'next_steps', type: 'text', required: true, list: true },
        ],
      },
      model_id: 'sandbox/sandbox',
      parameters: { max_output_tokens: 800 },
    },
  },
  {
    name: 'Product description',
    description: 'Writes the text of a product page from its data.',
    definition: {
      system_prompt: 'You write product descriptions for an online shop.',
      user_prompt: 'Data:\n{product}\nMention the price: {withPrice}',
      variables: [
        { name: 'product', type: 'json', required: true, example: '{"name":"Lamp","price":49}' },
        { name: 'withPrice', type: 'boolean', required: false, default: 'true' },
      ],
      output_format: { type: 'text' },
      model_id: 'compatible/llama-3.3-70b',
      parameters: { temperature: 0.9 },
    },
  },
  {
    name: 'Language of a text',
    description: '',
    definition: {
      system_prompt: 'You identify languages.',
      user_prompt: '{text}',
      variables: [text('text', 'Guten Morgen')],
      output_format: {
        type: 'fields',
        fields: [
          {
            name: 'language',
            type: 'text',
            required: true,
            list: false,
            description: 'Its ISO 639-1 code',
          },
        ],
      },
      model_id: 'sandbox/sandbox',
      parameters: {},
    },
  },
  {
    name: 'Answer from the handbook',
    description: 'Answers questions of agents from the support handbook, with citations.',
    tags: ['support'],
    definition: {
      system_prompt:
        'You help support agents. Answer in one or two sentences, using only the passages.',
      user_prompt: 'Question: {question}\n\n{passages}',
      variables: [text('question', 'How quickly do we refund?')],
      output_format: { type: 'text' },
      model_id: 'sandbox/sandbox',
      parameters: { temperature: 0.1 },
      retrieval: {
        collection_ids: [HANDBOOK_ID],
        query_variable: 'question',
        top_k: 4,
        max_tokens: 120,
      },
    },
  },
];

import { checkCitations } from '#core/collection/cite/citations.ts';
import { DAY_MS } from '#core/limits.ts';
import { newChat } from '#domain/chat/chat.service.ts';
import type { ChatMessageRow, ChatRow } from '#domain/chat/chat.tables.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import { getChatMessageMock } from '#generated/model/index.faker.ts';
import type { ChatConfig, ChatGrounding } from '#generated/model/index.ts';
import { seedRow } from '../memory/seed-row.ts';
import type { Scenario } from '../scenarios.ts';
import { type StoreData, timestamp } from '../store.ts';
import { toPassage } from './answers.ts';
import { HANDBOOK_ID, ORG_ID, PROJECT_ID, seedId } from './ids.ts';

const MINUTE = 60_000;
/** The messages of the long chat in the scenario `large`. */
const LONG = 5000;
const MODEL = 'sandbox/sandbox';

interface SeededExchange {
  question: string;
  answer: string;
  /** The headings of the passages that the answer was given, best first. */
  found?: readonly string[];
  grounding?: ChatGrounding;
  rating?: 'up' | 'down';
  note?: string;
}

interface SeededChat {
  title: string;
  config: ChatConfig;
  /** How long ago (ms) it was last used. */
  ago: number;
  exchanges: readonly SeededExchange[];
  owner?: number;
  audience?: ChatRow['audience'];
  isPinned?: boolean;
}

const HANDBOOK: ChatConfig = {
  type: 'collections',
  model_id: null,
  system_prompt: 'You answer questions of support agents in one short paragraph.',
  temperature: 0.2,
  collection_ids: [HANDBOOK_ID],
  top_k: 8,
  greeting: 'Ask the support handbook',
  suggestions: [
    'What do we offer when something arrives damaged?',
    'How quickly do we refund?',
    'Who can return what?',
  ],
};

const WRITING: ChatConfig = {
  type: 'model',
  model_id: null,
  system_prompt: 'You edit texts. Keep the meaning, and explain each change in a few words.',
};

const CHATS: readonly SeededChat[] = [
  {
    title: 'Damaged on arrival',
    config: HANDBOOK,
    ago: 20 * MINUTE,
    isPinned: true,
    audience: 'project',
    exchanges: [
      {
        question: 'What do we offer when something arrives damaged?',
        found: ['Damaged on arrival', 'Who can return what', 'Lost parcels'],
        answer:
          'Ask for one photo of the damage and one of the box, then “offer a replacement first, then a refund” [1]. Members also get a voucher of 20 euros [1]. Lamps that were mounted count as used unless they arrived damaged [2].',
        grounding: 'partly',
        rating: 'up',
      },
      {
        question: 'And how quickly do we refund?',
        found: ['How refunds are paid', 'Who can return what'],
        answer:
          'We refund to the original payment method within five working days after the parcel has been checked [1].',
        grounding: 'supported',
      },
      {
        question: 'Where is our office in Oslo?',
        found: ['How refunds are paid'],
        answer: "The handbook doesn't say where any office is.",
        grounding: 'no_answer',
      },
    ],
  },
  {
    title: 'Reply to a late delivery',
    config: WRITING,
    ago: 3 * 60 * MINUTE,
    exchanges: [
      {
        question:
          'Make this friendlier: “Your parcel is late. We do not know why. You will get it next week.”',
        answer:
          "Here is a friendlier version:\n\n> We're sorry that your parcel is late. The carrier hasn't told us the reason yet, but we expect it to reach you **next week**.\n\nWhat changed:\n\n| Before | After | Why |\n| --- | --- | --- |\n| is late | We're sorry that … is late | starts with empathy |\n| We do not know why | The carrier hasn't told us | says who does |\n\n1. No promise was added.\n2. The date stays vague on purpose.",
      },
      {
        question: 'Now as an email template with placeholders.',
        answer:
          "Use it with these two variables:\n\n```text\nHello {name},\n\nwe're sorry that your parcel {number} is late. The carrier hasn't told us\nthe reason yet, but we expect it to reach you next week.\n```\n\nSee [the style guide](https://example.com/style) for the signature.",
      },
    ],
  },
  {
    title: 'Who can return what?',
    config: HANDBOOK,
    ago: DAY_MS + 60 * MINUTE,
    owner: 1,
    audience: 'project',
    exchanges: [
      {
        question: 'Who can return what?',
        found: ['Who can return what'],
        answer: 'Customers have 30 days to return unused goods [1].',
        grounding: 'supported',
        rating: 'down',
        note: 'It should mention opened boxes.',
      },
    ],
  },
  {
    title: 'Names for the new lamp',
    config: WRITING,
    ago: 5 * DAY_MS,
    exchanges: [
      {
        question: 'Five short names for a warm bedside lamp, please.',
        answer: '- Ember\n- Dusk\n- Halo\n- Amberly\n- Nightfold',
      },
    ],
  },
  {
    title: 'Holiday greeting for customers',
    config: WRITING,
    ago: 41 * DAY_MS,
    exchanges: [
      {
        question: 'A holiday greeting in two sentences.',
        answer: 'Thank you for a bright year. We wish you warm and restful holidays.',
      },
    ],
  },
];

/** Chats of the project, most of them the first person's. */
export function seedChats(data: StoreData, scenario: Scenario, now: number): void {
  const people = Object.values(data.tables.user);
  const all = [...CHATS];
  if (scenario === 'large') all.push(longChat());
  let messages = 0;
  for (const [index, seeded] of all.entries()) {
    const owner = people[seeded.owner ?? 0];
    if (!owner) continue;
    messages = addChat(data, { seeded, owner, number: index + 1, messages, now });
  }
}

interface Added {
  seeded: SeededChat;
  owner: UserRow;
  number: number;
  /** How many messages other chats have. */
  messages: number;
  now: number;
}

function addChat(data: StoreData, { seeded, owner, number, messages, now }: Added): number {
  const { tables } = data;
  const { title, config, ago, exchanges, audience = 'private', isPinned } = seeded;
  const last = now - ago;
  const startedAt = timestamp(last - exchanges.length * MINUTE);
  const id = seedId('chat', number);
  let count = 0;
  let parent: string | null = null;
  for (const [index, exchange] of exchanges.entries()) {
    const at = last - (exchanges.length - index) * MINUTE;
    for (const role of ['user', 'assistant'] as const) {
      count += 1;
      const place = {
        id: seedId('message', messages + count),
        chatId: id,
        position: count,
        parent,
      };
      const message = messageRow(data, { ...place, owner, role, exchange, at });
      tables.chat_message[message.id] = message;
      parent = message.id;
    }
  }
  tables.chat[id] = {
    ...newChat({
      org_id: ORG_ID,
      project_id: PROJECT_ID,
      kind: 'chat',
      title,
      config,
      owner_type: 'user',
      owner_id: owner.id,
      owner_name: owner.name,
      created_at: startedAt,
    }),
    id,
    audience,
    message_count: count,
    change: count,
    last_message_id: parent,
    last_message_at: timestamp(last),
  };
  tables.chat_config[`${id} 1`] = {
    chat_id: id,
    number: 1,
    config,
    created_by_id: owner.id,
    created_by_name: owner.name,
    created_at: startedAt,
  };
  if (isPinned) tables.chat_pin[`${id} ${owner.id}`] = { chat_id: id, user_id: owner.id };
  return messages + count;
}

interface SeededMessage {
  id: string;
  chatId: string;
  position: number;
  owner: UserRow;
  role: ChatMessageRow['role'];
  exchange: SeededExchange;
  at: number;
  parent: string | null;
}

function messageRow(
  data: StoreData,
  { id, chatId, position, owner, role, exchange, at, parent }: SeededMessage,
): ChatMessageRow {
  const isAnswer = role === 'assistant';
  const { question, answer, found = [], grounding, rating, note } = exchange;
  const created_at = timestamp(at + (isAnswer ? 1 : 0));
  const message = {
    id,
    chat_id: chatId,
    project_id: PROJECT_ID,
    parent_id: parent,
    position,
    change: position,
    role,
    author_type: 'user' as const,
    author_id: owner.id,
    author_name: owner.name,
    text: question,
    attachment_ids: [],
    status: 'succeeded' as const,
    attempts: isAnswer ? 1 : 0,
    config_version: 1,
    citations: [],
    passages: [],
    steps: [],
    actions: [],
    created_at,
    ended_at: created_at,
  };
  if (!isAnswer) return seedRow('chat_message', getChatMessageMock, message);
  const used = passagesOf(data, found);
  const { output, citations } = checkCitations({ type: 'text' }, answer, used);
  const latency_ms = 1100 + answer.length * 3;
  return seedRow('chat_message', getChatMessageMock, {
    ...message,
    text: output,
    model_id: MODEL,
    citations,
    passages: used.map(({ chunks, text, ...passage }, index) => ({
      number: index + 1,
      collection_id: passage.collection_id,
      document_id: passage.document_id,
      document_name: passage.document_name,
      page: passage.page,
      heading_path: [...passage.heading_path],
      chunk_id: chunks[0]?.id ?? null,
      text,
    })),
    grounding: grounding ?? null,
    steps: [
      ...(found.length > 0 ? [step('retrieve', 'Support handbook', used.length)] : []),
      step('model', 'Sandbox', null),
      ...(found.length > 0 ? [step('cite', 'citations', null)] : []),
    ],
    usage: {
      input_tokens: 200 + used.length * 60,
      output_tokens: Math.ceil(output.length / 4),
      cost: 0,
    },
    latency_ms,
    rating: rating ?? null,
    rating_note: note ?? null,
    ended_at: timestamp(at + latency_ms),
  });
}

function step(kind: 'retrieve' | 'model' | 'cite', name: string, count: number | null) {
  return { kind, status: 'succeeded', count, name } as const;
}

function passagesOf({ chunks, tables }: StoreData, headings: readonly string[]) {
  const handbook = Object.values(chunks.chunks).filter(
    ({ collection_id }) => collection_id === HANDBOOK_ID,
  );
  return headings.flatMap((heading, rank) => {
    const chunk = handbook.find(({ heading_path }) => heading_path.at(-1) === heading);
    if (!chunk) return [];
    return [toPassage(chunk, tables.document[chunk.document_id]?.name ?? '', rank)];
  });
}

/** A chat as long as they get in practice, to see that it opens and scrolls fast. */
function longChat(): SeededChat {
  const topics = ['refunds', 'lost parcels', 'vouchers', 'opening hours', 'damaged lamps'];
  return {
    title: 'A year of questions',
    config: WRITING,
    ago: 2 * MINUTE,
    exchanges: Array.from({ length: LONG / 2 }, (_, index) => {
      const topic = topics[index % topics.length];
      return {
        question: `Question ${index + 1}: what should I know about ${topic}?`,
        answer: `**Answer ${index + 1}.** ${'Agents ask for the order number first, and then look at the date. '.repeat(1 + (index % 5))}\n\n- Be brief about ${topic}.\n- Offer one next step.`,
      };
    }),
  };
}

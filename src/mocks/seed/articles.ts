import { NEW_BRIEF, NEW_SEO } from '#core/compose/article.ts';
import { DAY_MS } from '#core/limits.ts';
import { factsOf, sizeOf } from '#domain/compose/article-edit.ts';
import { withCitations } from '#domain/compose/cited.ts';
import type { StoredContent } from '#domain/compose/compose.tables.ts';
import type { UserRow } from '#domain/user/user.tables.ts';
import { sealWebhookSecret } from '#domain/webhook/webhook-secret.ts';
import { getWebhookMock } from '#generated/model/index.faker.ts';
import type { ArticleHeading, ChatPassage } from '#generated/model/index.ts';
import { seedRow } from '../memory/seed-row.ts';
import { MOCK_SECRETS } from '../secrets.ts';
import { type StoreData, timestamp } from '../store.ts';
import { HANDBOOK_ID, PROJECT_ID, seedId } from './ids.ts';

const HOUR = 3_600_000;

/** Who wrote an article, and when. */
interface Written {
  author: UserRow | undefined;
  cost: number;
  /** The time of its last change. */
  at: number;
  /** The number of its versions. */
  versions?: number;
}

/** Adds the nth article. */
export function addArticle(
  { tables }: StoreData,
  n: number,
  content: StoredContent,
  { author, cost, at, versions = 0 }: Written,
): void {
  const id = seedId('article', n);
  const { id: by_id = '', name: by_name = '' } = author ?? {};
  tables.article[id] = {
    id,
    project_id: PROJECT_ID,
    ...factsOf(content),
    cost,
    is_cost_unknown: false,
    publication: null,
    latest_version: versions,
    version: 1,
    created_by_id: by_id,
    created_by_name: by_name,
    updated_by_id: by_id,
    updated_by_name: by_name,
    created_at: timestamp(at - 2 * HOUR),
    updated_at: timestamp(at),
  };
  tables.article_content[`${id} 0`] = { article_id: id, number: 0, content };
}

/** A finished article with citations, one at its outline, an empty one, and a webhook to publish to. */
export function seedArticles(data: StoreData, now: number): void {
  const { tables } = data;
  const [author] = Object.values(tables.user);
  const by = { created_by_id: author?.id ?? '', created_by_name: author?.name ?? '' };
  const content = finished();
  const at = now - 6 * HOUR;
  addArticle(data, 1, content, { author, cost: 18_400, at, versions: 1 });
  addArticle(data, 2, outlined(), { author, cost: 2100, at: now - DAY_MS });
  const empty = { ...NOTHING, brief: NEW_BRIEF };
  addArticle(data, 3, empty, { author, cost: 0, at: now - 3 * DAY_MS });

  const first = { ...content, sections: content.sections.slice(0, 1) };
  const { title, words } = factsOf(first);
  const version = { article_id: seedId('article', 1), number: 1 };
  tables.article_content[`${version.article_id} 1`] = { ...version, content: first };
  tables.article_version[`${version.article_id} 1`] = {
    ...version,
    name: 'First section only',
    reason: 'named',
    title,
    words,
    size: sizeOf(first),
    ...by,
    created_at: timestamp(at - HOUR),
  };
  seedWebsite(data, now, by);
}

/** A webhook that articles can be published to. */
function seedWebsite(
  { tables }: StoreData,
  now: number,
  by: { created_by_id: string; created_by_name: string },
): void {
  const id = seedId('webhook', 3);
  tables.webhook[id] = seedRow('webhook', getWebhookMock, {
    id,
    project_id: PROJECT_ID,
    name: 'Website',
    url: 'https://www.example.com/hooks/articles',
    events: ['article.published'],
    all_tasks: false,
    secret: sealWebhookSecret(MOCK_SECRETS, 'https://www.example.com', 'whsec_mock'),
    ...by,
    created_at: timestamp(now - 20 * DAY_MS),
  });
}

export const NOTHING: StoredContent = {
  brief: NEW_BRIEF,
  title: '',
  titles: [],
  outline: [],
  sections: [],
  seo: NEW_SEO,
  images: [],
};

const BRIEF = {
  ...NEW_BRIEF,
  topic: 'How our shop handles returns',
  audience: 'Customers who have just ordered a lamp',
  tone: 'Friendly and concrete',
  length: 400,
  keywords: ['lamp returns', 'refund'],
  collection_ids: [HANDBOOK_ID],
};

function heading(n: number, text: string, notes: string, level = 2): ArticleHeading {
  return { id: seedId('heading', n), heading: text, level, notes };
}

const PASSAGE: ChatPassage = {
  number: 1,
  collection_id: HANDBOOK_ID,
  document_id: seedId('document', 1),
  document_name: 'Refunds and returns.md',
  page: null,
  heading_path: ['Refunds and returns', 'Who can return what'],
  chunk_id: seedId('chunk', 1),
  text: 'Customers can return unused goods within 30 days of delivery. Lamps that were mounted count as used unless they arrived damaged.',
};

export function finished(): StoredContent {
  const outline = [
    heading(1, 'Thirty days to change your mind', 'What can be returned, and for how long.'),
    heading(2, 'When your money is back', 'How long a refund takes.'),
  ];
  const refund: ChatPassage = {
    ...PASSAGE,
    heading_path: ['Refunds and returns', 'How refunds are paid'],
    chunk_id: seedId('chunk', 2),
    text: 'We refund to the original payment method within five working days after the parcel has been checked.',
  };
  const texts = [
    'You can return unused goods within 30 days of delivery [1]. A lamp that was mounted counts as used, unless it arrived damaged [1].\n\n### What to keep\n\n- The box\n- The order confirmation',
    'Refunds go to the original payment method within five working days after the parcel has been checked [1]. Most arrive the next morning [1].',
  ];
  return {
    ...NOTHING,
    brief: BRIEF,
    title: 'Returning a lamp, step by step',
    titles: [
      { id: seedId('title', 1), text: 'Returning a lamp, step by step', kept: true },
      { id: seedId('title', 2), text: 'Thirty days to change your mind', kept: false },
    ],
    outline,
    sections: outline.map(({ id, heading: text }, index) =>
      withCitations({
        id,
        markdown: `## ${text}\n\n${texts[index]}`,
        is_unchanged: false,
        passages: [index === 0 ? PASSAGE : refund],
      }),
    ),
    seo: {
      title: 'How to return a lamp',
      description:
        'Thirty days, one box and no questions: how returns and refunds work in our shop.',
      slug: 'return-a-lamp',
      keywords: ['lamp returns', 'refund'],
      image_id: null,
    },
  };
}

export function outlined(): StoredContent {
  return {
    ...NOTHING,
    brief: { ...BRIEF, topic: 'Choosing a lamp for a small room', collection_ids: [] },
    title: 'Small room, right light',
    titles: [{ id: seedId('title', 3), text: 'Small room, right light', kept: true }],
    outline: [
      heading(11, 'Start with the darkest corner', 'Where light is missing most.'),
      heading(12, 'Measure before you order', 'Height and reach.', 3),
      heading(13, 'Warm or cold', 'Which colour suits which room.'),
      heading(14, 'What to avoid', 'Three mistakes.'),
    ],
  };
}

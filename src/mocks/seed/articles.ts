import { NEW_BRIEF, NEW_SEO } from '#core/compose/article.ts';
import { DAY_MS } from '#core/limits.ts';
import { factsOf, sizeOf } from '#domain/compose/article-edit.ts';
import { withCitations } from '#domain/compose/cited.ts';
import type { StoredContent } from '#domain/compose/compose.store.ts';
import type { ArticleHeading, ChatPassage } from '#generated/model/index.ts';
import { type StoreData, timestamp } from '../store.ts';
import { HANDBOOK_ID, PROJECT_ID, seedId } from './ids.ts';

const HOUR = 3_600_000;

/** A finished article with citations, one at its outline, an empty one, and a webhook to publish to. */
export function seedArticles(data: StoreData, now: number): void {
  const { tables } = data;
  const [owner] = Object.values(tables.user);
  const by = { created_by_id: owner?.id ?? '', created_by_name: owner?.name ?? '' };
  const updated = { updated_by_id: by.created_by_id, updated_by_name: by.created_by_name };
  const articles: [StoredContent, cost: number, age: number][] = [
    [finished(), 18_400, 6 * HOUR],
    [outlined(), 2100, DAY_MS],
    [{ ...NOTHING, brief: NEW_BRIEF }, 0, 3 * DAY_MS],
  ];
  for (const [index, [content, cost, age]] of articles.entries()) {
    const id = seedId('article', index + 1);
    const isFinished = index === 0;
    tables.article[id] = {
      id,
      project_id: PROJECT_ID,
      ...factsOf(content),
      cost,
      is_cost_unknown: false,
      publication: null,
      latest_version: isFinished ? 1 : 0,
      version: 1,
      ...by,
      ...updated,
      created_at: timestamp(now - age - 2 * HOUR),
      updated_at: timestamp(now - age),
    };
    tables.article_content[`${id} 0`] = { article_id: id, number: 0, content };
    if (!isFinished) continue;
    const first = { ...content, sections: content.sections.slice(0, 1) };
    const { title, words } = factsOf(first);
    const version = { article_id: id, number: 1 };
    tables.article_content[`${id} 1`] = { ...version, content: first };
    tables.article_version[`${id} 1`] = {
      ...version,
      name: 'First section only',
      reason: 'named',
      title,
      words,
      size: sizeOf(first),
      ...by,
      created_at: timestamp(now - age - HOUR),
    };
  }
  seedWebsite(data, now, by);
}

/** A webhook that articles can be published to. */
function seedWebsite(
  { tables }: StoreData,
  now: number,
  by: { created_by_id: string; created_by_name: string },
): void {
  const id = seedId('webhook', 3);
  tables.webhook[id] = {
    id,
    project_id: PROJECT_ID,
    name: 'Website',
    url: 'https://www.example.com/hooks/articles',
    events: ['article.published'],
    all_tasks: false,
    status: 'active',
    failures: 0,
    failing_since: null,
    last_delivered_at: null,
    secret: '',
    old_secret: null,
    old_secret_until: null,
    ...by,
    created_at: timestamp(now - 20 * DAY_MS),
    version: 1,
  };
}

const NOTHING: StoredContent = {
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

function finished(): StoredContent {
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

function outlined(): StoredContent {
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

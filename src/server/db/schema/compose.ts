/** Articles. */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { SectionTarget } from '#core/compose/sections.ts';
import type { StepResult, StoredContent } from '#domain/compose/compose.store.ts';
import type {
  ArticlePublication,
  ArticleStage,
  ArticleStepRequest,
  ArticleVersionReason,
} from '#generated/model/index.ts';
import { at, jsonb } from '../columns.ts';

const ofArticle = () =>
  text('article_id')
    .notNull()
    .references(() => article.id, { onDelete: 'cascade' });

export const article = pgTable(
  'article',
  {
    id: text('id').primaryKey(),
    project_id: text('project_id').notNull(),
    title: text('title').notNull(),
    topic: text('topic').notNull(),
    stage: text('stage').$type<ArticleStage>().notNull(),
    words: integer('words').notNull(),
    cost: bigint('cost', { mode: 'number' }).notNull(),
    is_cost_unknown: boolean('is_cost_unknown').notNull(),
    publication: jsonb<ArticlePublication | null>('publication'),
    latest_version: integer('latest_version').notNull(),
    version: integer('version').notNull(),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    updated_by_id: text('updated_by_id').notNull(),
    updated_by_name: text('updated_by_name').notNull(),
    created_at: at('created_at').notNull(),
    updated_at: at('updated_at').notNull(),
  },
  (t) => [
    index('article_project_updated').on(t.project_id, t.updated_at, t.id),
    index('article_created_by').on(t.created_by_id),
    index('article_updated_by').on(t.updated_by_id),
  ],
);

export const articleContent = pgTable(
  'article_content',
  {
    article_id: ofArticle(),
    number: integer('number').notNull(),
    content: jsonb<StoredContent>('content').notNull(),
  },
  (t) => [primaryKey({ columns: [t.article_id, t.number] })],
);

export const articleVersion = pgTable(
  'article_version',
  {
    article_id: ofArticle(),
    number: integer('number').notNull(),
    name: text('name'),
    reason: text('reason').$type<ArticleVersionReason>().notNull(),
    title: text('title').notNull(),
    words: integer('words').notNull(),
    size: integer('size').notNull(),
    created_by_id: text('created_by_id').notNull(),
    created_by_name: text('created_by_name').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.article_id, t.number] }),
    index('article_version_created_by').on(t.created_by_id),
  ],
);

export const articleStep = pgTable(
  'article_step',
  {
    run_id: text('run_id').primaryKey(),
    article_id: text('article_id').notNull(),
    project_id: text('project_id').notNull(),
    request: jsonb<ArticleStepRequest>('request').notNull(),
    targets: jsonb<SectionTarget[]>('targets').notNull(),
    is_sample: boolean('is_sample').notNull(),
    caller_id: text('caller_id').notNull(),
    caller_name: text('caller_name').notNull(),
    idempotency_key: text('idempotency_key'),
    created_at: at('created_at').notNull(),
    result: jsonb<StepResult | null>('result'),
    settled_at: at('settled_at'),
  },
  (t) => [
    uniqueIndex('article_step_idempotency')
      .on(t.caller_id, t.idempotency_key)
      .where(sql`${t.idempotency_key} is not null`),
    index('article_step_article').on(t.article_id, t.created_at),
  ],
);

export const articleFile = pgTable(
  'article_file',
  {
    id: text('id').primaryKey(),
    /** Not a foreign key: the file is deleted after the article, by the sweep. */
    article_id: text('article_id').notNull(),
    file: text('file').notNull(),
    created_at: at('created_at').notNull(),
  },
  (t) => [index('article_file_article').on(t.article_id)],
);

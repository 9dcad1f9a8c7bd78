import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { SectionTarget } from '#core/compose/sections.ts';
import type {
  ArticleBrief,
  ArticleHeading,
  ArticleImage,
  ArticlePublication,
  ArticleSeo,
  ArticleStage,
  ArticleStepRequest,
  ArticleTitle,
  ArticleVersionReason,
  ChatPassage,
  RunCitation,
  RunError,
} from '#generated/model/index.ts';
import { at, createdBy, creation, isSet, jsonb, micros, partOf, updatedBy } from '../columns.ts';
import type { StoreTables } from '../table.ts';

/** The result of a step for the article. */
export interface StepResult {
  changed: string[];
  unchanged: string[];
  /** Why the step failed, if it did. The run itself may have succeeded. */
  error: RunError | null;
  /** The version of the article that contains the result. */
  version: number;
}

/** Everything in an article that can be edited. */
export interface StoredContent {
  brief: ArticleBrief;
  title: string;
  titles: ArticleTitle[];
  outline: ArticleHeading[];
  /** Includes sections whose heading was removed from the outline, so that they can be restored with it. */
  sections: StoredSection[];
  seo: ArticleSeo;
  images: ArticleImage[];
}

/** A section as it is stored. */
export interface StoredSection {
  id: string;
  markdown: string;
  /** Whether the last step that should have written the section failed to. */
  is_unchanged: boolean;
  citations: RunCitation[];
  /** The cited passages, numbered from 1. */
  passages: ChatPassage[];
}

const ofArticle = () => partOf(() => article.id);

/** An article, without its contents: lists need only this. */
export const article = pgTable(
  'article',
  {
    id: text().primaryKey(),
    project_id: text().notNull(),
    title: text().notNull(),
    /** The brief's topic, for searches. */
    topic: text().notNull(),
    stage: text().$type<ArticleStage>().notNull(),
    words: integer().notNull(),
    /** Total cost of its steps, in micro-dollars. */
    cost: micros().notNull(),
    /** Whether the cost of any step is unknown. */
    is_cost_unknown: boolean().notNull(),
    publication: jsonb<ArticlePublication | null>(),
    /** The number of its newest version; 0 if there is none. */
    latest_version: integer().notNull(),
    /** Number of writes to the contents, used as the ETag. */
    version: integer().notNull(),
    ...createdBy,
    ...updatedBy,
    created_at: at().notNull(),
    updated_at: at().notNull(),
  },
  (t) => [
    index('article_project_updated').on(t.project_id, t.updated_at, t.id),
    index('article_created_by').on(t.created_by_id),
    index('article_updated_by').on(t.updated_by_id),
  ],
);
export type ArticleRow = typeof article.$inferSelect;

/** The contents of an article, or of one of its versions. */
export const articleContent = pgTable(
  'article_content',
  {
    article_id: ofArticle(),
    /** The version; 0 is the current state. */
    number: integer().notNull(),
    content: jsonb<StoredContent>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.article_id, t.number] })],
);

export const articleVersion = pgTable(
  'article_version',
  {
    article_id: ofArticle(),
    number: integer().notNull(),
    name: text(),
    reason: text().$type<ArticleVersionReason>().notNull(),
    title: text().notNull(),
    words: integer().notNull(),
    /** The length of its contents in characters. */
    size: integer().notNull(),
    ...creation,
  },
  (t) => [
    primaryKey({ columns: [t.article_id, t.number] }),
    index('article_version_created_by').on(t.created_by_id),
  ],
);
export type ArticleVersionRow = typeof articleVersion.$inferSelect;

/** A step. Its ID is the run's. */
export const articleStep = pgTable(
  'article_step',
  {
    run_id: text().primaryKey(),
    article_id: text().notNull(),
    project_id: text().notNull(),
    request: jsonb<ArticleStepRequest>().notNull(),
    /** The sections to write, with the headings that the model was given. */
    targets: jsonb<SectionTarget[]>().notNull(),
    is_sample: boolean().notNull(),
    caller_id: text().notNull(),
    caller_name: text().notNull(),
    idempotency_key: text(),
    created_at: at().notNull(),
    /** Null until the result is part of the article. */
    result: jsonb<StepResult | null>(),
    settled_at: at(),
  },
  (t) => [
    uniqueIndex('article_step_idempotency')
      .on(t.caller_id, t.idempotency_key)
      .where(isSet(t.idempotency_key)),
    index('article_step_article').on(t.article_id, t.created_at),
  ],
);
export type ArticleStepRow = typeof articleStep.$inferSelect;

/** An uploaded image. It is kept when it is removed from the article, because versions may use it. */
export const articleFile = pgTable(
  'article_file',
  {
    id: text().primaryKey(),
    /** Not a foreign key: the file is deleted after the article, by the sweep. */
    article_id: text().notNull(),
    file: text().notNull(),
    created_at: at().notNull(),
  },
  (t) => [index('article_file_article').on(t.article_id)],
);
export type ArticleFileRow = typeof articleFile.$inferSelect;

export const COMPOSE_TABLES = {
  articles: {
    table: article,
    swept: { project_id: 'project' },
    // Titles are part of the content.
    audit: {
      type: 'article',
      name: null,
      shown: 'publication',
      rest: 'id project_id title topic stage words cost is_cost_unknown latest_version version created_by_id created_by_name updated_by_id updated_by_name created_at updated_at',
    },
  },
  contents: { table: articleContent },
  versions: { table: articleVersion },
  steps: { table: articleStep, swept: { article_id: 'article' } },
  files: { table: articleFile, swept: { article_id: 'article' } },
} satisfies StoreTables;

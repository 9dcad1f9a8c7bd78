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
import type { Table } from '../table.ts';

/** An article, without its contents: lists need only this. */
export interface ArticleRow {
  id: string;
  project_id: string;
  title: string;
  /** The brief's topic, for searches. */
  topic: string;
  stage: ArticleStage;
  words: number;
  /** Total cost of its steps, in micro-dollars. */
  cost: number;
  /** Whether the cost of any step is unknown. */
  is_cost_unknown: boolean;
  publication: ArticlePublication | null;
  /** The number of its newest version; 0 if there is none. */
  latest_version: number;
  /** Number of writes to the contents, used as the ETag. */
  version: number;
  created_by_id: string;
  created_by_name: string;
  updated_by_id: string;
  updated_by_name: string;
  created_at: string;
  updated_at: string;
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

/** The contents of an article, or of one of its versions. */
export interface ArticleContentRow {
  article_id: string;
  /** The version; 0 is the current state. */
  number: number;
  content: StoredContent;
}

export interface ArticleVersionRow {
  article_id: string;
  number: number;
  name: string | null;
  reason: ArticleVersionReason;
  title: string;
  words: number;
  /** The length of its contents in characters. */
  size: number;
  created_by_id: string;
  created_by_name: string;
  created_at: string;
}

/** The result of a step for the article. */
export interface StepResult {
  changed: string[];
  unchanged: string[];
  /** Why the step failed, if it did. The run itself may have succeeded. */
  error: RunError | null;
  /** The version of the article that contains the result. */
  version: number;
}

/** A step. Its ID is the run's. */
export interface ArticleStepRow {
  run_id: string;
  article_id: string;
  project_id: string;
  request: ArticleStepRequest;
  /** The sections to write, with the headings that the model was given. */
  targets: SectionTarget[];
  is_sample: boolean;
  caller_id: string;
  caller_name: string;
  idempotency_key: string | null;
  created_at: string;
  /** Null until the result is part of the article. */
  result: StepResult | null;
  settled_at: string | null;
}

/** An uploaded image. It is kept when it is removed from the article, because versions may use it. */
export interface ArticleFileRow {
  id: string;
  article_id: string;
  file: string;
  created_at: string;
}

export interface ComposeStore {
  articles: Table<ArticleRow>;
  contents: Table<ArticleContentRow>;
  versions: Table<ArticleVersionRow>;
  /** A caller's idempotency key is unique: index `article_step_idempotency`. */
  steps: Table<ArticleStepRow>;
  files: Table<ArticleFileRow>;
  /** Files of articles that have been deleted. */
  strayFiles(limit: number): Promise<Pick<ArticleFileRow, 'id' | 'file'>[]>;
}

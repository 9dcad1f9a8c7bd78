import { sectionHeadings } from '#core/compose/article.ts';
import type {
  Article,
  ArticleContent,
  ArticleOpenStep,
  ArticleSection,
  ArticleSectionStatus,
  ArticleSummary,
  ArticleVersion,
} from '#generated/model/index.ts';
import { asView } from '../view.ts';
import type {
  ArticleRow,
  ArticleStepRow,
  ArticleVersionRow,
  StoredContent,
  StoredSection,
} from './compose.tables.ts';

export function toSummary(row: ArticleRow): ArticleSummary {
  const published_at = row.publication?.published_at ?? null;
  return asView('ArticleSummary', row, { cost: costOf(row), published_at });
}

/** @param steps the steps in progress */
export function toArticle(
  row: ArticleRow,
  content: StoredContent,
  steps: readonly ArticleStepRow[],
): Article {
  const writing = new Set(steps.flatMap(writtenBy));
  return asView('Article', row, {
    ...toContent(content, (section) => statusOf(section, writing.has(section.id))),
    cost: costOf(row),
    open_steps: steps.map(toOpenStep),
  });
}

/** The contents as returned by the API: exactly one section per second-level heading. */
export function toContent(
  { sections, ...content }: StoredContent,
  status: (section: StoredSection) => ArticleSectionStatus = statusOf,
): ArticleContent {
  const known = new Map(sections.map((section) => [section.id, section]));
  return {
    ...content,
    sections: sectionHeadings(content.outline).map(({ id }): ArticleSection => {
      const section = known.get(id) ?? emptySection(id);
      const { markdown, citations, passages } = section;
      return { id, markdown, status: status(section), citations, passages };
    }),
  };
}

export function emptySection(id: string): StoredSection {
  return { id, markdown: '', is_unchanged: false, citations: [], passages: [] };
}

export function toVersion(row: ArticleVersionRow): ArticleVersion {
  return asView('ArticleVersion', row);
}

function statusOf(
  { markdown, is_unchanged }: StoredSection,
  isWriting = false,
): ArticleSectionStatus {
  if (isWriting) return 'writing';
  if (is_unchanged) return 'unchanged';
  return markdown.trim() === '' ? 'empty' : 'done';
}

/** The sections whose text a step will replace. A rewrite only proposes one. */
function writtenBy({ request, targets }: ArticleStepRow): string[] {
  return request.step === 'sections' ? targets.map(({ id }) => id) : [];
}

function toOpenStep(row: ArticleStepRow): ArticleOpenStep {
  return {
    step: row.request.step,
    run_id: row.run_id,
    section_ids: row.targets.map(({ id }) => id),
    started_by: { id: row.caller_id, name: row.caller_name },
    started_at: row.created_at,
  };
}

function costOf({ cost, is_cost_unknown }: ArticleRow): number | null {
  return is_cost_unknown ? null : cost;
}

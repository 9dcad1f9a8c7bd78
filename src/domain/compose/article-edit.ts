import { sectionHeadings, stageOf, wordsIn } from '#core/compose/article.ts';
import { ARTICLE_TEXT_MAX, DETACHED_MAX } from '#core/compose/limits.ts';
import type { ArticleUpdate, FieldError } from '#generated/model/index.ts';
import { DETAIL } from '../details.ts';
import { invalidRequest, ProblemError } from '../problem.ts';
import { type CheckedSections, editedSection, type SectionEdit } from './cited.ts';
import type { ArticleRow, StoredContent, StoredSection } from './compose.tables.ts';

/**
 * Applies changes to an article's contents.
 * @throws ProblemError 400 for IDs that are used twice, and for sections without a heading in the outline
 */
export function edited(
  content: StoredContent,
  {
    brief,
    sections = [],
    ...update
  }: Omit<ArticleUpdate, 'sections'> & { sections?: readonly SectionEdit[] },
  checked: CheckedSections,
): StoredContent {
  refuseTwice('/titles', update.titles);
  refuseTwice('/outline', update.outline);
  refuseTwice('/images', update.images);
  refuseTwice('/sections', sections);
  const next = { ...content, ...update, brief: { ...content.brief, ...brief } };
  const known = new Set(sectionHeadings(next.outline).map(({ id }) => id));
  const stray = sections.findIndex(({ id }) => !known.has(id));
  if (stray >= 0)
    throw invalidRequest([{ pointer: `/sections/${stray}/id`, message: DETAIL.sectionUnknown }]);
  return {
    ...next,
    sections: attachedFirst(withTexts(content.sections, sections, checked), known),
  };
}

/** Updates the texts of sections. Sections with a new text are no longer marked as unchanged. */
export function withTexts(
  sections: readonly StoredSection[],
  edits: readonly SectionEdit[],
  checked: CheckedSections,
): StoredSection[] {
  const known = new Map(sections.map((section) => [section.id, section]));
  for (const edit of edits) {
    const before = known.get(edit.id);
    const isSame = before?.markdown === edit.markdown && edit.passages === undefined;
    if (!isSame || before.is_unchanged) known.set(edit.id, editedSection(edit, before, checked));
  }
  return [...known.values()];
}

/** The sections in the outline, followed by the most recently removed ones. */
function attachedFirst(
  sections: readonly StoredSection[],
  known: ReadonlySet<string>,
): StoredSection[] {
  const detached = sections.filter(({ id, markdown }) => !known.has(id) && markdown.trim() !== '');
  return [...sections.filter(({ id }) => known.has(id)), ...detached.slice(-DETACHED_MAX)];
}

/**
 * The columns that lists show and search, derived from the contents.
 * @throws ProblemError 409 for contents that are too large
 */
export function factsOf(
  content: StoredContent,
): Pick<ArticleRow, 'title' | 'topic' | 'stage' | 'words'> {
  if (sizeOf(content) > ARTICLE_TEXT_MAX)
    throw new ProblemError('limit_reached', DETAIL.articleTooLarge(ARTICLE_TEXT_MAX));
  const ids = new Set(sectionHeadings(content.outline).map(({ id }) => id));
  const shown = content.sections.filter(({ id }) => ids.has(id));
  return {
    title: content.title,
    topic: content.brief.topic,
    stage: stageOf({ ...content, sections: shown }),
    words: shown.reduce((sum, { markdown }) => sum + wordsIn(markdown), 0),
  };
}

export function sizeOf(content: StoredContent): number {
  return JSON.stringify(content).length;
}

function refuseTwice(at: string, parts: readonly { id: string }[] = []): void {
  const seen = new Set<string>();
  const errors = parts.flatMap(({ id }, index): FieldError[] => {
    const isTwice = seen.has(id);
    seen.add(id);
    return isTwice ? [{ pointer: `${at}/${index}/id`, message: DETAIL.partTwice }] : [];
  });
  if (errors.length > 0) throw invalidRequest(errors);
}

import type { ArticleContent, ArticleHeading, ArticleStepRequest } from '#generated/model/index.ts';
import { headingsBelow, sectionHeadings } from './article.ts';
import type { SectionTarget } from './sections.ts';
import { briefInputs } from './writers/brief-inputs.ts';

/** The parts of an article that steps depend on. */
export type StepContent = Pick<ArticleContent, 'brief' | 'title' | 'titles' | 'outline'> & {
  sections: readonly { id: string; markdown: string }[];
};

/** The most characters of the article that a step is given. */
const ARTICLE_SHOWN = 100_000;
/** The most characters of the text before a section. */
const BEFORE_SHOWN = 4000;

/** The sections that a step writes: the requested ones, or all. */
export function targetsOf(request: ArticleStepRequest, content: StepContent): SectionTarget[] {
  const all = sectionHeadings(content.outline).map(({ id, heading }) => ({ id, heading }));
  if (request.step === 'rewrite') return all.filter(({ id }) => id === request.section_id);
  if (request.step !== 'sections') return [];
  const { section_ids: ids } = request;
  return ids === undefined ? all : all.filter(({ id }) => ids.includes(id));
}

/** The inputs for a step's task. A customised task may use fewer. */
export function stepInputs(
  request: ArticleStepRequest,
  content: StepContent,
): Record<string, unknown> {
  const { brief, title, outline } = content;
  const common = { ...briefInputs(brief, request.wish), title };
  const targets = targetsOf(request, content);
  switch (request.step) {
    case 'titles':
      return { ...common, existing: content.titles.map(({ text }) => text).join('\n') };
    case 'outline':
      return { ...common, length: brief.length, existing: outlineText(outline) };
    case 'sections':
      return {
        ...common,
        outline: outlineText(outline),
        before: textBefore(content, targets),
        sections: targets.map(({ heading }) => `## ${heading}`).join('\n'),
        length: lengthOf(content, targets),
        focus: focusOf(content, targets),
      };
    case 'rewrite':
      return {
        ...common,
        outline: outlineText(outline),
        section: textOf(content, request.section_id),
        change: request.mode,
        focus: focusOf(content, targets),
      };
    case 'seo':
      return { ...common, article: articleText(content).slice(0, ARTICLE_SHOWN) };
  }
}

/** An outline as Markdown headings, with the notes below them. */
export function outlineText(outline: readonly ArticleHeading[]): string {
  return outline
    .map(({ heading, level, notes }) =>
      [`${'#'.repeat(level)} ${heading}`, ...(notes.trim() === '' ? [] : [notes.trim()])].join(
        '\n',
      ),
    )
    .join('\n');
}

/** The written sections in the order of the outline. */
export function articleText(content: Pick<StepContent, 'outline' | 'sections'>): string {
  return sectionHeadings(content.outline)
    .map(({ id }) => textOf(content, id).trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

function textOf({ sections }: Pick<StepContent, 'sections'>, id: string): string {
  return sections.find((section) => section.id === id)?.markdown ?? '';
}

/** The end of the text before the first section to write. */
function textBefore(content: StepContent, targets: readonly SectionTarget[]): string {
  const { outline } = content;
  const first = outline.findIndex(({ id }) => id === targets[0]?.id);
  return articleText({ ...content, outline: outline.slice(0, Math.max(0, first)) }).slice(
    -BEFORE_SHOWN,
  );
}

/** The number of words for these sections: their share of the article's length. */
function lengthOf({ brief, outline }: StepContent, targets: readonly SectionTarget[]): number {
  const all = sectionHeadings(outline).length;
  return Math.max(50, Math.round((brief.length * targets.length) / Math.max(1, all)));
}

/** The search query for passages: the article's subject and what these sections say. */
function focusOf(
  { brief, title, outline }: StepContent,
  targets: readonly SectionTarget[],
): string {
  const headings = targets.flatMap(({ id, heading }) => [
    heading,
    outline.find((one) => one.id === id)?.notes ?? '',
    ...headingsBelow(outline, id).map((below) => below.heading),
  ]);
  return [...headings, title || brief.topic].filter((text) => text.trim() !== '').join('\n');
}

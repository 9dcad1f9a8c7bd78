import type {
  ArticleBrief,
  ArticleContent,
  ArticleHeading,
  ArticleSeo,
  ArticleStage,
  FieldError,
} from '#generated/model/index.ts';
import { MESSAGES, VALIDATION } from '../messages.ts';
import { SECTION_MAX } from './limits.ts';

/** The contents of a new article. */
export const NEW_BRIEF: ArticleBrief = {
  topic: '',
  audience: '',
  tone: '',
  length: 1000,
  language: 'English',
  keywords: [],
  instructions: '',
  collection_ids: [],
  model_id: null,
};

export const NEW_SEO: ArticleSeo = {
  title: '',
  description: '',
  slug: '',
  keywords: [],
  image_id: null,
};

/** The second-level headings, which are the sections. */
export function sectionHeadings(outline: readonly ArticleHeading[]): ArticleHeading[] {
  return outline.filter(({ level }) => level === 2);
}

/** The subheadings of a section. */
export function headingsBelow(outline: readonly ArticleHeading[], id: string): ArticleHeading[] {
  const start = outline.findIndex((heading) => heading.id === id) + 1;
  const end = outline.findIndex(({ level }, index) => index >= start && level === 2);
  return start === 0 ? [] : outline.slice(start, end === -1 ? undefined : end);
}

/** The errors of an outline, with pointers into the article. */
export function checkOutline(outline: readonly ArticleHeading[]): FieldError[] {
  if (outline.length === 0)
    return [{ pointer: '/outline', message: MESSAGES.compose.headingNeeded }];
  const [first] = outline;
  const misplaced: FieldError[] =
    first?.level === 2
      ? []
      : [{ pointer: '/outline/0/level', message: MESSAGES.compose.sectionHeading }];
  const empty = outline.flatMap(({ heading }, index): FieldError[] =>
    heading.trim() === ''
      ? [{ pointer: `/outline/${index}/heading`, message: MESSAGES.compose.headingNeeded }]
      : [],
  );
  return [...misplaced, ...empty];
}

/** The error of a section's Markdown, which must start with its heading. Undefined if it is valid or empty. */
export function checkSection(markdown: string): string | undefined {
  if (markdown.length > SECTION_MAX) return VALIDATION.sectionTooLong(SECTION_MAX);
  return markdown.trim() === '' || /^\s*## +\S/.test(markdown)
    ? undefined
    : MESSAGES.compose.sectionHeading;
}

/** Everything that keeps an article from being published, with pointers into it. */
export function checkArticle({
  title,
  outline,
  sections,
}: Pick<ArticleContent, 'title' | 'outline'> & {
  sections: readonly { markdown: string }[];
}): FieldError[] {
  const nameless: FieldError[] =
    title.trim() === '' ? [{ pointer: '/title', message: VALIDATION.titleNeeded }] : [];
  const wrong = sections.flatMap(({ markdown }, index): FieldError[] => {
    const message = checkSection(markdown);
    return message ? [{ pointer: `/sections/${index}/markdown`, message }] : [];
  });
  const hasText = sections.some(({ markdown }) => markdown.trim() !== '');
  const empty: FieldError[] = hasText
    ? []
    : [{ pointer: '/sections', message: VALIDATION.textNeeded }];
  return [...nameless, ...checkOutline(outline), ...wrong, ...empty];
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}'’-]*)/gu;
/** Scripts without spaces between words: two characters count as one word. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The approximate number of words in Markdown, excluding the URLs of links and images. */
export function wordsIn(markdown: string): number {
  const text = markdown.replace(/\]\([^()\s]{0,2000}\)/g, ']');
  const dense = text.match(DENSE)?.length ?? 0;
  return (text.replace(DENSE, ' ').match(WORD)?.length ?? 0) + Math.ceil(dense / 2);
}

/** How far an article has come. */
export function stageOf({
  title,
  titles,
  outline,
  sections,
}: Pick<ArticleContent, 'title' | 'titles' | 'outline'> & {
  sections: readonly { id: string; markdown: string }[];
}): ArticleStage {
  const needed = sectionHeadings(outline);
  const written = new Set(
    sections.filter(({ markdown }) => markdown.trim() !== '').map(({ id }) => id),
  );
  const done = needed.filter(({ id }) => written.has(id)).length;
  if (done > 0) return done === needed.length ? 'article' : 'sections';
  if (outline.length > 0) return 'outline';
  return title.trim() !== '' || titles.length > 0 ? 'titles' : 'brief';
}

/** Turns text into a URL slug: lower-case words joined by hyphens. Accents are removed from Latin letters only. */
export function slugOf(text: string, max: number): string {
  return text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})[\u0300-\u036f]+/gu, '$1')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .slice(0, max)
    .replace(/^-+|-+$/g, '')
    .toWellFormed();
}

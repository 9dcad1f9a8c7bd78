import type { ArticleHeading, ArticleSeo, FieldError } from '#generated/model/index.ts';
import { oneLine } from '../assist/generated-task.ts';
import { objectsOf, snakeCased, textOf, textsOf } from '../assist/loose.ts';
import { isObject } from '../json/is-object.ts';
import { MESSAGES } from '../messages.ts';
import { jsonCandidates } from '../task/output/extract-json.ts';
import { checkOutline, slugOf } from './article.ts';
import {
  HEADING_MAX,
  KEYWORD_MAX,
  KEYWORDS_MAX,
  NOTES_MAX,
  SEO_DESCRIPTION_MAX,
  SEO_TITLE_MAX,
  SLUG_MAX,
  TITLE_MAX,
  TITLES_WRITTEN,
  WRITTEN_HEADINGS_MAX,
} from './limits.ts';

/** A heading that a model wrote. It has no ID yet. */
export type WrittenHeading = Omit<ArticleHeading, 'id'>;

/** The parsed output of a model with its JSON, or the reason why it can't be used. */
export type Reading<Result> =
  | { result: Result; json?: unknown; errors?: undefined }
  | { result?: undefined; errors: FieldError[] };

/** The search and social text of an article, without what only people choose. */
export type WrittenSeo = Omit<ArticleSeo, 'image_id'>;

/**
 * Parses the JSON in a model's output: tries `read` on each candidate until one succeeds.
 * @returns the result, or an error with the specified message if there is no JSON or none of it can be used
 */
function readJson<Result>(
  text: string,
  read: (value: unknown) => Reading<Result>,
): Reading<Result> {
  const candidates = jsonCandidates(text).filter((one) => isObject(one) || Array.isArray(one));
  let first: FieldError[] | undefined;
  for (const candidate of candidates) {
    const reading = read(candidate);
    if (reading.errors === undefined) return { ...reading, json: candidate };
    first ??= reading.errors;
  }
  return { errors: first ?? [{ pointer: '', message: MESSAGES.compose.badJson }] };
}

/** Whether a model's output contains any JSON, readable or not. */
export function hasJson(text: string): boolean {
  return jsonCandidates(text).some((one) => isObject(one) || Array.isArray(one));
}

const INVALID = [{ pointer: '', message: MESSAGES.compose.badResponse }];

/** The list in a model's output: the one with one of these names, or the only list. */
function listIn(value: unknown, names: readonly string[]): unknown {
  if (!isObject(value)) return value;
  const object = snakeCased(value);
  const named = names.map((name) => object[name]).find((one) => one !== undefined);
  return named ?? Object.values(object).find(Array.isArray);
}

/** Parses titles: removes duplicates, quotation marks and numbering. */
export function readTitles(text: string): Reading<string[]> {
  return readJson(text, (value): Reading<string[]> => {
    const list = listIn(value, ['titles', 'title_candidates', 'candidates']);
    if (!Array.isArray(list)) return { errors: INVALID };
    const texts = list
      .slice(0, WRITTEN_HEADINGS_MAX)
      .map((one) => textOf(isObject(one) ? (one.title ?? one.text) : one))
      .map((one) => line(one.replace(/^\s{0,9}\d{1,2}[.)]\s+/, ''), TITLE_MAX));
    const titles = [...new Set(texts.filter(Boolean))].slice(0, TITLES_WRITTEN);
    return titles.length === 0 ? { errors: INVALID } : { result: titles };
  });
}

/** Parses an outline, either flat with levels or nested. */
export function readOutline(text: string): Reading<WrittenHeading[]> {
  return readJson(text, (value): Reading<WrittenHeading[]> => {
    const list = listIn(value, ['outline', 'sections', 'headings']);
    if (!Array.isArray(list)) return { errors: INVALID };
    const written = headingsIn(list, undefined);
    if (written.length === 0 || written.length > WRITTEN_HEADINGS_MAX) return { errors: INVALID };
    const top = Math.min(...written.map(({ level }) => level));
    // Models number the top level of an outline 1, 2 or 3.
    const outline = written.map((one) => ({
      ...one,
      level: Math.min(4, one.level - top + 2),
    }));
    const errors = checkOutline(outline.map((one) => ({ ...one, id: '' })));
    return errors.length > 0 ? { errors } : { result: outline };
  });
}

const CHILDREN = ['subsections', 'sub_sections', 'subheadings', 'sub_headings', 'children'];

function headingsIn(list: readonly unknown[], above: number | undefined): WrittenHeading[] {
  // Stops at one more than allowed, which is enough to notice the excess.
  return list.slice(0, WRITTEN_HEADINGS_MAX + 1).flatMap((item) => {
    const [one = {}] = objectsOf([item]);
    const text = textOf(one.heading ?? one.title ?? one.name ?? one.text);
    const marks = /^\s*(#{1,6})\s+/.exec(text)?.[1]?.length;
    const given = Number(one.level ?? Number.NaN);
    const written = Number.isInteger(given) && given >= 1 && given <= 6 ? given : marks;
    const level = above === undefined ? (written ?? 2) : above + 1;
    const notes = textsOf(one.notes ?? one.points ?? one.summary ?? one.description).join(', ');
    const heading = {
      heading: line(text.replace(/^\s*#{1,6}\s+/, ''), HEADING_MAX),
      level,
      notes: typeof one.notes === 'string' ? cut(one.notes, NOTES_MAX) : cut(notes, NOTES_MAX),
    };
    const below = CHILDREN.map((name) => one[name]).find(Array.isArray);
    return [heading, ...(below && level < 6 ? headingsIn(below, level) : [])];
  });
}

/** Parses the search and social text. */
export function readSeo(text: string): Reading<WrittenSeo> {
  return readJson(text, (value): Reading<WrittenSeo> => {
    if (!isObject(value)) return { errors: INVALID };
    const whole = snakeCased(value);
    const one = isObject(whole.seo) ? snakeCased(whole.seo) : whole;
    const title = line(textOf(one.title ?? one.meta_title), SEO_TITLE_MAX);
    const description = textOf(one.description ?? one.meta_description)
      .slice(0, READ_MAX)
      .replace(/\s+/g, ' ')
      .trim();
    if (title === '' || description === '') return { errors: INVALID };
    const keywords = textsOf(one.keywords ?? one.tags).map((word) => line(word, KEYWORD_MAX));
    return {
      result: {
        title,
        description: cut(description, SEO_DESCRIPTION_MAX),
        slug: slugOf(textOf(one.slug).slice(0, READ_MAX) || title, SLUG_MAX),
        keywords: [...new Set(keywords.filter(Boolean))].slice(0, KEYWORDS_MAX),
      },
    };
  });
}

/** Far more than is kept of any text. The rest is ignored. */
const READ_MAX = 5000;

function line(text: string, max: number): string {
  return oneLine(text.slice(0, READ_MAX), max);
}

function cut(text: string, max: number): string {
  return text.trim().slice(0, max).toWellFormed();
}

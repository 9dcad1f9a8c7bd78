import { sectionHeadings } from '#core/compose/article.ts';
import type { ArticleHeading } from '#generated/model/index.ts';

type Texts = Readonly<Record<string, string>>;

const FIRST_LINE = /^(\s*## +)([^\n]*)/;

/** Updates the sections after the outline was edited: sections whose heading was renamed start with the new one. */
export function withHeadings(
  before: readonly ArticleHeading[],
  after: readonly ArticleHeading[],
  sections: Texts,
): Texts {
  const old = new Map(before.map(({ id, heading }) => [id, heading]));
  const renamed = sectionHeadings(after).flatMap(({ id, heading }) => {
    const text = sections[id];
    const present = text === undefined ? undefined : FIRST_LINE.exec(text)?.[2]?.trim();
    // The section may have been given a different heading.
    if (text === undefined || present === heading || present !== old.get(id)?.trim()) return [];
    return [[id, text.replace(FIRST_LINE, (_, mark: string) => `${mark}${heading}`)]];
  });
  return renamed.length === 0 ? sections : { ...sections, ...Object.fromEntries(renamed) };
}

/**
 * Updates the outline after a section was edited: its heading follows the text.
 * @returns the same outline if the heading is the same, so that typing doesn't re-render what shows the outline
 */
export function withHeadingOf(
  outline: ArticleHeading[],
  id: string,
  markdown: string,
): ArticleHeading[] {
  const heading = FIRST_LINE.exec(markdown)?.[2]?.trim();
  const isSame = outline.every((one) => one.id !== id || !heading || one.heading === heading);
  if (isSame) return outline;
  return outline.map((one) => (one.id === id && heading ? { ...one, heading } : one));
}

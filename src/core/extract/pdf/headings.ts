import type { Paragraph } from './paragraphs.ts';

/** The minimum size of a heading, relative to the body text. */
const LARGER = 1.13;
const HEADING_MAX = 200;
const HEADING_LINES_MAX = 3;
const LEVELS = 5;

/**
 * Finds headings by font size. Returns a function for a paragraph's level: 1 for the largest size, 0 if it isn't a
 * heading.
 */
export function headingSizes(pages: readonly Paragraph[][]): (paragraph: Paragraph) => number {
  const characters = new Map<number, number>();
  for (const { size, text } of pages.flat()) {
    const key = rounded(size);
    characters.set(key, (characters.get(key) ?? 0) + text.length);
  }
  const body = [...characters].sort((one, other) => other[1] - one[1])[0]?.[0] ?? 0;
  const larger = new Set<number>();
  for (const paragraph of pages.flat()) {
    if (mayBeHeading(paragraph, body)) larger.add(rounded(paragraph.size));
  }
  const sizes = [...larger].sort((one, other) => other - one);
  return (paragraph) => {
    if (!mayBeHeading(paragraph, body)) return 0;
    return Math.min(LEVELS, sizes.indexOf(rounded(paragraph.size)) + 1);
  };
}

/** A heading such as "2.1 Method" in the size of the body text. Numbers with one level are mostly list items. */
export function isNumberedHeading({ text, lines }: Paragraph): boolean {
  return (
    lines === 1 && text.length <= 80 && /^\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+\p{Lu}[^.;,]*$/u.test(text)
  );
}

function mayBeHeading({ text, size, lines }: Paragraph, body: number): boolean {
  const isShort = text.length <= HEADING_MAX && lines <= HEADING_LINES_MAX;
  return isShort && size > body * LARGER && /\p{L}/u.test(text) && !/ … ?\d+$/.test(text);
}

/** Sizes within half a point are treated as equal. */
function rounded(size: number): number {
  return Math.round(size * 2) / 2;
}

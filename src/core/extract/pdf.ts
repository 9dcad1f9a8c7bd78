import { DOCUMENT_TEXT_MAX } from '../limits.ts';
import type { Extracted } from './extracted.ts';
import type { Line } from './pdf/lines.ts';
import { hyphenatedWords, type Paragraph, paragraphsOf } from './pdf/paragraphs.ts';
import { type PdfPages, readPages } from './pdf/read-pages.ts';
import { HeadingPath } from './text/heading-path.ts';
import { TextBuilder } from './text/text-builder.ts';

/**
 * A PDF: its paragraphs page by page, without headers, footers and line-end hyphens. Text that is larger than the body
 * text is a heading. A sentence that crosses a page break belongs to the page that it begins on.
 */
export async function extractPdf(
  bytes: Uint8Array,
  textMax = DOCUMENT_TEXT_MAX,
): Promise<Extracted> {
  const read = await readPages(bytes, textMax);
  const lines = withoutRunningLines(read.pages);
  const hyphenated = hyphenatedWords(lines);
  const pages = lines.map((page) => paragraphsOf(page, hyphenated));
  mendPageBreaks(pages);
  const levelOf = headingSizes(pages);
  const headings = new HeadingPath();
  const builder = new TextBuilder('pdf', textMax);
  let title = read.title;
  for (const [index, paragraphs] of pages.entries()) {
    for (const paragraph of paragraphs) {
      const level = levelOf(paragraph) || (isNumberedHeading(paragraph) ? 6 : 0);
      const heading_path = level > 0 ? headings.enter(level, paragraph.text) : headings.path;
      const kind = level > 0 ? 'heading' : paragraph.isItem ? 'list' : 'paragraph';
      builder.add(kind, paragraph.text, { page: index + 1, heading_path });
      if (level === 1 && index === 0) title ??= paragraph.text;
    }
  }
  for (const warning of read.warnings) builder.warn(warning);
  return builder.build({ title, pages: read.pages.length, ifEmpty: emptyDetail(read) });
}

function emptyDetail({ images, unknown }: PdfPages): string {
  const recognise = 'Run text recognition (OCR) on it and upload it again.';
  if (unknown > 0) return `The PDF's fonts have no character mapping. ${recognise}`;
  return images > 0 ? `The PDF contains only images. ${recognise}` : 'The PDF contains no text.';
}

/** The minimum size of a heading, relative to the body text. */
const LARGER = 1.13;
const HEADING_MAX = 200;
const HEADING_LINES_MAX = 3;
const LEVELS = 5;

/**
 * Finds headings by font size. Returns a function for a paragraph's level: 1 for the largest size, 0 if it isn't a
 * heading.
 */
function headingSizes(pages: readonly Paragraph[][]): (paragraph: Paragraph) => number {
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
function isNumberedHeading({ text, lines }: Paragraph): boolean {
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

/** The maximum length of a sentence across pages, in characters. */
const SENTENCE_MAX = 1500;
const UNFINISHED = /[\p{L}\p{N},–-]$/u;
const CONTINUES = /^(?:\p{Ll}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;
const FIRST_SENTENCE =
  /^.*?[.!?。！？…]["'”’»)\]]*(?=\s|$|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/su;

/** If a page ends in the middle of a sentence, moves the rest of the sentence to that page. Modifies `pages`. */
function mendPageBreaks(pages: Paragraph[][]): void {
  for (const [index, page] of pages.entries()) {
    const last = page.at(-1);
    const next = pages[index + 1]?.[0];
    if (last === undefined || next === undefined || next.isItem) continue;
    const isOneFont = Math.abs(last.size - next.size) < 0.12 * last.size;
    if (!isOneFont || !UNFINISHED.test(last.text) || !CONTINUES.test(next.text)) continue;
    const rest = FIRST_SENTENCE.exec(next.text.slice(0, SENTENCE_MAX))?.[0] ?? next.text;
    if (rest.length > SENTENCE_MAX) continue;
    last.text = joined(last.text, rest);
    next.text = next.text.slice(rest.length).trim();
    if (next.text === '') pages[index + 1]?.shift();
  }
}

function joined(start: string, rest: string): string {
  if (/\p{L}-$/u.test(start) && /^\p{Ll}/u.test(rest)) return start.slice(0, -1) + rest;
  return /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u.test(start)
    ? start + rest
    : `${start} ${rest}`;
}

/** The number of lines at the top and bottom of a page that may be a header or footer. */
const EDGE = 3;
/**
 * The number of pages on which a line must repeat. It is low because a chapter's header is only on the chapter's pages.
 */
const PAGES_MIN = 3;

/** Removes headers, footers and page numbers: lines at the edges that repeat on other pages, ignoring numbers. */
function withoutRunningLines(pages: readonly Line[][]): Line[][] {
  const counts = new Map<string, number>();
  for (const lines of pages) {
    for (const key of new Set(edgesOf(lines).map(keyOf)))
      counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return pages.map((lines) => {
    const running = new Set(
      edgesOf(lines).filter((line) => (counts.get(keyOf(line)) ?? 0) >= PAGES_MIN),
    );
    return running.size === 0 ? lines : lines.filter((line) => !running.has(line));
  });
}

/** The top and bottom lines. */
function edgesOf(lines: readonly Line[]): Line[] {
  if (lines.length <= EDGE * 2) return [...lines];
  const sorted = [...lines].sort((one, other) => other.y - one.y);
  return [...sorted.slice(0, EDGE), ...sorted.slice(-EDGE)];
}

/** A key that is equal for lines at the same height that differ only in numbers. Page numbers may be at any height. */
function keyOf({ text, y }: Line): string {
  const words = text.trim().slice(0, 200).replace(/\d+/g, '#').replace(/\s+/g, ' ');
  const isNumber = /^[\W_]*(?:#|[ivxlcdm]+)[\W_]*$/i.test(words);
  return isNumber ? '#' : `${Math.round(y / 4)} ${words}`;
}

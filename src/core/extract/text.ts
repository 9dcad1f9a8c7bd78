import { DOCUMENT_PAGES_MAX, DOCUMENT_TEXT_MAX } from '../limits.ts';
import { type Block, type Extracted, ExtractFailure } from './extracted.ts';
import { cleanText, oneLine } from './text/clean-text.ts';
import { HeadingPath } from './text/heading-path.ts';
import { type Line, linesOf } from './text/lines.ts';
import { tooMuchText } from './text/text-builder.ts';

/** The maximum length of a heading, in characters. */
const HEADING_LINE_MAX = 80;

/**
 * Plain text, unchanged. Empty lines separate paragraphs, form feeds separate pages. A short line on its own is a
 * heading if it is numbered, in capitals or named a chapter.
 */
export function extractText(written: string, textMax = DOCUMENT_TEXT_MAX): Extracted {
  const pages = written.split('\f', DOCUMENT_PAGES_MAX + 1);
  // A final form feed doesn't begin another page.
  if (pages.length > 1 && pages.at(-1)?.trim() === '') pages.pop();
  const isPaged = pages.length > 1 && pages.length <= DOCUMENT_PAGES_MAX;
  const reader = new PageReader(textMax);
  if (isPaged) for (const [index, page] of pages.entries()) reader.add(page, index + 1);
  else reader.add(written);
  const { text, blocks } = reader;
  if (blocks.length === 0) throw new ExtractFailure('empty', 'The document contains no text.');
  return {
    kind: 'text',
    title: null,
    text,
    blocks,
    pages: isPaged ? pages.length : null,
    warnings: [],
  };
}

class PageReader {
  readonly blocks: Block[] = [];
  readonly #headings = new HeadingPath();
  readonly #texts: string[] = [];
  readonly #textMax: number;
  #length = 0;

  constructor(textMax: number) {
    this.#textMax = textMax;
  }

  get text(): string {
    return this.#texts.join('\n\n').trimEnd();
  }

  add(written: string, page?: number): void {
    const text = cleanText(written).trimEnd();
    for (const paragraph of paragraphsOf(text)) {
      const content = text.slice(paragraph.start, paragraph.end);
      const level = content.length > HEADING_LINE_MAX ? 0 : headingLevel(content);
      this.blocks.push({
        kind: level > 0 ? 'heading' : 'paragraph',
        start: this.#length + paragraph.start,
        end: this.#length + paragraph.end,
        heading_path:
          level > 0
            ? this.#headings.enter(level, content.replace(UNDERLINE, ''))
            : this.#headings.path,
        ...(page !== undefined && { page }),
      });
    }
    this.#texts.push(text);
    this.#length += text.length + 2;
    if (this.#length > this.#textMax + 2) throw tooMuchText(this.#textMax);
  }
}

/** Lines up to the next empty one. */
function* paragraphsOf(text: string): Generator<Line> {
  let open: Line | undefined;
  for (const { start, end } of linesOf(text)) {
    const content = text.slice(start, end).trimEnd();
    if (content === '') {
      if (open !== undefined) yield open;
      open = undefined;
    } else if (open === undefined) {
      open = { start, end: start + content.length };
    } else {
      open.end = start + content.length;
    }
  }
  if (open !== undefined) yield open;
}

const NAMED =
  /^(?:chapter|part|book|appendix|annex|section|kapitel|teil|anhang|chapitre|capítulo)\s+[\dIVXLC]/i;
const NUMBERED = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?\s+\p{Lu}/u;
/** The underline of a heading. */
const UNDERLINE = /\n\s*(?:={3,}|-{3,}|~{3,})$/;
const UNDERLINED = /^[^\n]+\n\s*(={3,}|-{3,}|~{3,})$/;

/** A paragraph's heading level: 1 for the outermost; 0 if it isn't a heading. */
function headingLevel(paragraph: string): number {
  const underline = UNDERLINED.exec(paragraph)?.[1];
  if (underline !== undefined) return underline.startsWith('=') ? 1 : 2;
  const line = oneLine(paragraph);
  if (paragraph.trim().includes('\n') || /[.,;:!?]$/.test(line.replace(/^\S+\.$/, ''))) return 0;
  const number = NUMBERED.exec(line)?.[1];
  if (number !== undefined) return number.split('.').length + 1;
  if (NAMED.test(line)) return 1;
  const isCapitals = /\p{Lu}{3}/u.test(line) && !/\p{Ll}/u.test(line) && !/\d{3}/.test(line);
  return isCapitals ? 2 : 0;
}

import { DOCUMENT_TEXT_MAX } from '../limits.ts';
import { type Block, type BlockKind, type Extracted, ExtractFailure } from './extracted.ts';
import { cleanText, oneLine } from './text/clean-text.ts';
import { HeadingPath } from './text/heading-path.ts';
import { linesOf } from './text/lines.ts';
import { cleanTitle, tooMuchText } from './text/text-builder.ts';

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-{2,})[ \t]*$/;
const DIVIDER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;

/** The current block: consecutive lines of one kind. */
interface Open {
  kind: BlockKind;
  start: number;
  end: number;
  /** The characters that end a fenced code block. */
  fence?: string;
}

/**
 * A Markdown document. Its text is the source itself, which reads well and loses nothing; the blocks describe its
 * structure. Lines are enough for that, and cost a hundredth of a syntax tree: documents have millions of characters.
 */
export function extractMarkdown(written: string, textMax = DOCUMENT_TEXT_MAX): Extracted {
  const text = cleanText(written).trimEnd();
  if (text.length > textMax) throw tooMuchText(textMax);
  const reader = new MarkdownReader(text);
  const blocks = reader.read();
  if (blocks.length === 0) throw new ExtractFailure('empty', 'The document contains no text.');
  return { kind: 'markdown', title: reader.title(), text, blocks, pages: null, warnings: [] };
}

class MarkdownReader {
  readonly #text: string;
  readonly #headings = new HeadingPath();
  readonly #blocks: Block[] = [];
  #open: Open | undefined;
  #isAfterBlank = true;
  #frontMatter = '';
  #firstHeading: string | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Block[] {
    const from = this.#skipFrontMatter();
    for (const { start, end } of linesOf(this.#text)) {
      if (start >= from) this.#line(start, end);
    }
    this.#close();
    return this.#blocks;
  }

  title(): string | null {
    const named = /^title:[ \t]*(.+)$/m.exec(this.#frontMatter)?.[1]?.trim();
    return cleanTitle(named?.replace(/^(["'])(.*)\1$/, '$2')) ?? cleanTitle(this.#firstHeading);
  }

  /** Front matter (the lines between `---` at the top) stays one block. */
  #skipFrontMatter(): number {
    if (!this.#text.startsWith('---\n')) return 0;
    const end = this.#text.indexOf('\n---', 3);
    if (end === -1 || end > 20_000 || !/^[\w-]+:/m.test(this.#text.slice(4, end + 1))) return 0;
    this.#frontMatter = this.#text.slice(4, end);
    this.#blocks.push({ kind: 'code', start: 0, end: end + 4, heading_path: [] });
    return end + 4;
  }

  #line(start: number, end: number): void {
    const line = this.#text.slice(start, end);
    const open = this.#open;
    if (open?.fence !== undefined) {
      this.#extend(end);
      if (line.trim().startsWith(open.fence) && /^[`~]+$/.test(line.trim())) this.#close();
      return;
    }
    const isBlank = line.trim() === '';
    const isIndented = /^(?: {2,}|\t)/.test(line);
    if (isBlank) {
      if (open?.kind === 'paragraph' || open?.kind === 'table') this.#close();
    } else if (isIndented && (open?.kind === 'list' || open?.kind === 'code')) this.#extend(end);
    else if (HEADING.test(line)) this.#heading(start, end, line);
    else if (FENCE.test(line)) this.#begin('code', start, end, FENCE.exec(line)?.[1]);
    else if (open?.kind === 'paragraph' && UNDERLINE.test(line)) this.#underlined(line, end);
    else if (RULE.test(line)) this.#begin('paragraph', start, end);
    else if (ITEM.test(line)) this.#begin('list', start, end);
    else if (open?.kind === 'paragraph' && this.#isDivider(line)) this.#table(start, end);
    else if (open === undefined && this.#isAfterBlank && /^(?: {4}|\t)/.test(line))
      this.#begin('code', start, end);
    else if (open === undefined || this.#isAfterBlank || open.kind === 'code')
      this.#begin('paragraph', start, end);
    else this.#extend(end);
    this.#isAfterBlank = isBlank;
  }

  #isDivider(line: string): boolean {
    const header = this.#open && this.#text.slice(this.#open.start, this.#open.end);
    return header?.includes('|') === true && line.includes('-') && DIVIDER.test(line);
  }

  #heading(start: number, end: number, line: string): void {
    this.#close();
    const marks = HEADING.exec(line)?.[1] ?? '#';
    const text = line
      .trim()
      .slice(marks.length)
      .replace(/[ \t]#+$/, '');
    this.#addHeading(start, end, marks.length, text);
  }

  /** A setext heading: a paragraph above a line of `=` or `-`. */
  #underlined(line: string, end: number): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const level = line.trim().startsWith('=') ? 1 : 2;
    this.#addHeading(open.start, end, level, this.#text.slice(open.start, open.end));
  }

  #addHeading(start: number, end: number, level: number, written: string): void {
    const text = plain(written);
    this.#firstHeading ??= text;
    const heading_path = this.#headings.enter(level, text);
    this.#blocks.push({ kind: 'heading', start, end, heading_path });
  }

  /** The line above the delimiter row is the header; lines before it stay a paragraph. */
  #table(start: number, end: number): void {
    const open = this.#open;
    if (open === undefined) return;
    const headerStart = this.#text.lastIndexOf('\n', start - 2) + 1;
    if (headerStart > open.start) {
      open.end = headerStart - 1;
      this.#close();
    }
    this.#open = { kind: 'table', start: Math.max(headerStart, open.start), end };
  }

  #begin(kind: BlockKind, start: number, end: number, fence?: string): void {
    this.#close();
    this.#open = { kind, start, end, ...(fence !== undefined && { fence }) };
  }

  #extend(end: number): void {
    if (this.#open !== undefined) this.#open.end = end;
  }

  #close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return;
    const { kind, start } = open;
    const end = start + this.#text.slice(start, open.end).trimEnd().length;
    if (end > start) this.#blocks.push({ kind, start, end, heading_path: this.#headings.path });
  }
}

/** A heading without its markup. */
function plain(markdown: string): string {
  return oneLine(
    markdown
      .slice(0, 2000)
      .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^<>]{1,200}>/g, '')
      .replace(/\{#[\w-]+\}\s*$/, '')
      .replace(/[*`]+|(?<!\w)_+|_+(?!\w)/g, ''),
  );
}

import { type Inline, parseInline } from './inline.ts';

/** A block of Markdown. */
export type Block =
  | { type: 'heading'; level: number; children: Inline[] }
  | { type: 'paragraph'; children: Inline[] }
  | { type: 'code'; text: string }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; start: number | null; items: Block[][] }
  | { type: 'table'; alignments: Alignment[]; head: Inline[][]; rows: Inline[][][] }
  | { type: 'rule' };

/** How a column is aligned; null for the text's own direction. */
export type Alignment = 'left' | 'center' | 'right' | null;

const DEPTH_MAX = 6;
const COLUMNS_MAX = 50;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*)$/;
const RULE = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])([ \t]+)(?=\S)/;
const QUOTE = /^ {0,3}> ?/;
const DIVIDER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*){0,50}\|?[ \t]*$/;

/**
 * Parses the blocks of Markdown in linear time. HTML isn't supported; anything that isn't recognised is a paragraph.
 * The server exports articles between requests, and micromark takes seconds for some texts as long as a section (`**a`
 * or tables without cells, repeated) and overflows the stack for nested quotations.
 */
export function parseMarkdown(markdown: string): Block[] {
  return parseBlocks(markdown.replace(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'), 0);
}

function parseBlocks(lines: readonly string[], depth: number): Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const take = (test: (line: string) => boolean) => {
    const from = at;
    while (at < lines.length && test(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    if (line.trim() === '') at += 1;
    else if (fence !== undefined) {
      at += 1;
      const code = take((one) => !closes(one, fence));
      at += 1;
      blocks.push({ type: 'code', text: code.join('\n') });
    } else if (heading) {
      at += 1;
      const text = (heading[2] ?? '').replace(/[ \t]#+[ \t]*$/, '').trim();
      blocks.push({ type: 'heading', level: heading[1]?.length ?? 2, children: parseInline(text) });
    } else if (RULE.test(line)) {
      at += 1;
      blocks.push({ type: 'rule' });
    } else if (depth < DEPTH_MAX && QUOTE.test(line)) {
      const quoted = take((one) => QUOTE.test(one)).map((one) => one.replace(QUOTE, ''));
      blocks.push({ type: 'quote', blocks: parseBlocks(quoted, depth + 1) });
    } else if (depth < DEPTH_MAX && ITEM.test(line)) blocks.push(parseList(take, line, depth));
    else if (line.includes('|') && DIVIDER.test(lines[at + 1] ?? '') && hasBar(lines[at + 1])) {
      blocks.push(tableOf(take((one) => one.includes('|'))));
    } else {
      at += 1;
      const rest = take((one) => one.trim() !== '' && !startsBlock(one));
      blocks.push({ type: 'paragraph', children: parseInline([line, ...rest].join('\n').trim()) });
    }
  }
  return blocks;
}

type Take = (test: (line: string) => boolean) => readonly string[];

/** Parses a list: items with the same kind of marker. Lines indented below a marker belong to its item. */
function parseList(take: Take, first: string, depth: number): Block {
  const isOrdered = (line: string) => /\d/.test(ITEM.exec(line)?.[2] ?? '');
  const ordered = isOrdered(first);
  const items: string[][] = [];
  let offset = 0;
  let isAfterBlank = false;
  take((line) => {
    const item = ITEM.exec(line);
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '') {
      items.at(-1)?.push('');
      isAfterBlank = true;
      return true;
    }
    if (items.length > 0 && indent >= offset) items.at(-1)?.push(line.slice(offset));
    else if (item && isOrdered(line) === ordered) {
      offset = item[0].length;
      items.push([withBox(line.slice(offset))]);
    } else if (!isAfterBlank && !startsBlock(line)) items.at(-1)?.push(line);
    else return false;
    isAfterBlank = false;
    return true;
  });
  return {
    type: 'list',
    start: ordered ? Number.parseInt(first.trim(), 10) : null,
    items: items.map((lines) => parseBlocks(lines, depth + 1)),
  };
}

/** The box of a task in a list, as a character that Word and HTML show alike. */
function withBox(item: string): string {
  return item.replace(/^\[([ xX])\] /, (_, mark) => (mark === ' ' ? '☐ ' : '☑ '));
}

function closes(line: string, fence: string): boolean {
  const mark = FENCE.exec(line)?.[1];
  return mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length;
}

function startsBlock(line: string): boolean {
  return (
    FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line) || ITEM.test(line)
  );
}

function hasBar(line = ''): boolean {
  return line.includes('|');
}

function tableOf(lines: readonly string[]): Block {
  const [head = [], , ...rows] = lines.map(cellsOf);
  const marks = splitCells(lines[1] ?? '');
  return {
    type: 'table',
    alignments: head.map((_, index) => alignmentOf(marks[index] ?? '')),
    head,
    rows: rows.map((row) => head.map((_, index) => row[index] ?? [])),
  };
}

/** The alignment that a divider such as `:-:` sets. */
function alignmentOf(mark: string): Alignment {
  const isLeft = mark.startsWith(':');
  if (mark.endsWith(':')) return isLeft ? 'center' : 'right';
  return isLeft ? 'left' : null;
}

function cellsOf(line: string): Inline[][] {
  return splitCells(line).map((cell) => parseInline(cell));
}

/** The cells of a row. An escaped bar is part of the text. */
function splitCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/, COLUMNS_MAX)
    .map((cell) => cell.trim());
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bytes,
  docx,
  epub,
  type PdfLine,
  pdf,
  pptx,
  row,
  shape,
  wordParagraph,
  xlsx,
} from '#core/extract/testing-files.ts';
import { withRows } from './rows.ts';

/**
 * The documents of the evaluation set. Their content is in `documents/*.md`: `@@ name.pdf` begins a document, and `@@page`,
 * `@@slide`, `@@chapter` or `@@sheet Name` a part of it. The files themselves are made from that.
 */
export interface TestDocument {
  name: string;
  /** `pdf`, `docx` and so on. */
  type: string;
  parts: Part[];
}

/** A page, slide, chapter or sheet. */
interface Part {
  /** Of a sheet. */
  name: string | null;
  lines: Line[];
  /** As it is written. */
  source: string;
}

type Line =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph' | 'item'; text: string }
  | { kind: 'row'; cells: string[] };

export function testDocuments(): TestDocument[] {
  const folder = join(import.meta.dirname, 'documents');
  return readdirSync(folder)
    .sort()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split(/^@@ /m).slice(1))
    .map((written) => {
      const [name = '', ...lines] = written.trim().split('\n');
      const type = name.split('.').at(-1) ?? '';
      return { name, type, parts: partsOf(withRows(lines.join('\n'))) };
    });
}

function partsOf(text: string): Part[] {
  const [first = '', ...rest] = text.split(/^@@(?=page|slide|chapter|sheet)/m);
  const named = rest.map((part) => {
    const [mark = '', ...lines] = part.split('\n');
    const [, ...name] = mark.split(' ');
    return { name: name.join(' ') || null, source: lines.join('\n') };
  });
  return [{ name: null, source: first }, ...named]
    .filter(({ source }) => source.trim() !== '')
    .map((part) => ({ ...part, lines: part.source.split('\n').flatMap(lineOf) }));
}

function lineOf(written: string): Line[] {
  const text = written.trim();
  if (text === '') return [];
  const heading = /^(#+) (.*)/.exec(text);
  if (heading) return [{ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' }];
  if (text.startsWith('|')) {
    const cells = text.slice(1, -1).split('|');
    return [{ kind: 'row', cells: cells.map((cell) => cell.trim()) }];
  }
  const item = /^(?:-|\d+\.) (.*)/.exec(text)?.[1];
  return [item === undefined ? { kind: 'paragraph', text } : { kind: 'item', text: item }];
}

/** The file of a document. */
export function fileOf({ name, type, parts }: TestDocument): Uint8Array {
  const make = FILES[type];
  if (!make) throw new Error(`There is no way to make “${name}”`);
  return make(parts, name);
}

const FILES: Readonly<Record<string, (parts: Part[], name: string) => Uint8Array>> = {
  pdf: (parts) => pdf(parts.map(({ lines }) => pdfLines(lines))),
  docx: (parts) => docx(parts.flatMap(({ lines }) => lines.map(wordLine)).join('')),
  xlsx: (parts) =>
    xlsx(
      Object.fromEntries(
        parts.map(({ name, lines }) => [
          name ?? 'Sheet',
          lines.map((line, at) => row(at + 1, ...cellsOf(line).map(cellValue))).join(''),
        ]),
      ),
    ),
  pptx: (parts) =>
    pptx(
      parts.map(({ lines }) => {
        const [title, ...rest] = lines.map(textOf);
        const body = shape(escaped(rest.join('\n')), { type: 'body', y: 2 });
        return { shapes: shape(escaped(title ?? ''), { type: 'title' }) + body };
      }),
    ),
  epub: (parts) =>
    epub(parts.map(({ lines }) => ({ body: htmlOf(lines), name: escaped(textOf(lines[0])) }))),
  html: (parts) =>
    bytes(
      `<!doctype html><meta charset="utf-8"><title>${escaped(textOf(parts[0]?.lines[0]))}</title><nav><a href="/">Home</a></nav><main>${parts.map(({ lines }) => htmlOf(lines)).join('')}</main><script>track('page')</script>`,
    ),
  csv: (parts) =>
    bytes(
      parts
        .flatMap(({ lines }) => lines.map((line) => cellsOf(line).map(quoted).join(',')))
        .join('\r\n'),
    ),
  json: ([part]) => bytes(part?.source ?? ''),
  md: ([part]) => bytes(part?.source ?? ''),
  txt: ([part], name) => (ENCODINGS[name] ?? bytes)(part?.source ?? ''),
};

/** Texts that aren't written in UTF-8. */
const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'pismo-ru.txt': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'folheto-pt.txt': (text) => Buffer.from(text, 'latin1'),
  'school-letter-es.txt': (text) => Buffer.from(text, 'latin1'),
};

const PDF_WIDTH = 88;

function pdfLines(lines: readonly Line[]): PdfLine[] {
  let top = 770;
  return lines.flatMap((line) => {
    const size = line.kind !== 'heading' ? 11 : line.level === 1 ? 24 : 16;
    top -= line.kind === 'heading' ? 24 : 10;
    return wrapped(textOf(line)).map((text): PdfLine => {
      top -= size * 1.25;
      return [50, top, size, text];
    });
  });
}

function wrapped(text: string): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length > PDF_WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

const WORD_STYLES: Readonly<Record<string, string>> = {
  1: '<w:pStyle w:val="berschrift1"/>',
  2: '<w:pStyle w:val="H2"/>',
  item: '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>',
};

function wordLine(line: Line): string {
  return wordParagraph(
    escaped(textOf(line)),
    WORD_STYLES[line.kind === 'heading' ? line.level : line.kind],
  );
}

function htmlOf(lines: readonly Line[]): string {
  const tag = (line: Line) =>
    line.kind === 'heading' ? `h${line.level}` : line.kind === 'item' ? 'li' : 'p';
  const all = lines.map((line) => `<${tag(line)}>${escaped(textOf(line))}</${tag(line)}>`);
  return all.join('').replace(/(?:<li>.*?<\/li>)+/g, (items) => `<ul>${items}</ul>`);
}

/** The text of a line; the cells of a row, by commas. */
export function textOf(line: Line | undefined): string {
  if (!line) return '';
  return line.kind === 'row' ? line.cells.join(', ') : line.text;
}

export function cellsOf(line: Line): string[] {
  return line.kind === 'row' ? line.cells : [textOf(line)];
}

function cellValue(cell: string): string | number {
  return /^\d+$/.test(cell) ? Number(cell) : escaped(cell);
}

function quoted(cell: string): string {
  return /[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import { DOCUMENT_COLUMNS_MAX } from '../../limits.ts';
import { oneLine } from '../text/clean-text.ts';

/** The cells of a table, and whether its first row is a header. */
export interface Grid {
  rows: string[][];
  hasHeader: boolean;
}

/**
 * The cells of a table, a cell over several rows repeated in each of them.
 * @returns undefined for a table that only arranges a page: one with other tables or headings in it, or one column
 */
export function gridOf(table: Element, textOf: (cell: Element) => string): Grid | undefined {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return undefined;
  if (table.querySelector('table,h1,h2,h3,h4,article,section,form') !== null) return undefined;
  const rows: string[][] = [];
  /** What cells of earlier rows still fill, by column. */
  const spans = new Map<number, { text: string; rows: number }>();
  const trs = [...table.querySelectorAll('tr')];
  for (const tr of trs) rows.push(rowOf(tr, spans, textOf));
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  if (filled.every((row) => row.length < 2)) return undefined;
  const first = trs[0];
  const cells = [...(first?.children ?? [])];
  const isHead = first?.parentElement?.localName === 'thead';
  const hasHeader = isHead || (cells.length > 0 && cells.every((cell) => cell.localName === 'th'));
  return { rows: filled, hasHeader };
}

function rowOf(
  tr: Element,
  spans: Map<number, { text: string; rows: number }>,
  textOf: (cell: Element) => string,
): string[] {
  const row: string[] = [];
  const fill = () => {
    for (let span = spans.get(row.length); span !== undefined; span = spans.get(row.length)) {
      span.rows -= 1;
      if (span.rows === 0) spans.delete(row.length);
      row.push(span.text);
    }
  };
  for (const cell of tr.children) {
    if (cell.localName !== 'td' && cell.localName !== 'th') continue;
    fill();
    if (row.length >= DOCUMENT_COLUMNS_MAX) break;
    const text = oneLine(textOf(cell));
    const below = span(cell, 'rowspan') - 1;
    const columns = span(cell, 'colspan');
    for (let column = 0; column < columns; column += 1) {
      if (below > 0) spans.set(row.length, { text: column === 0 ? text : '', rows: below });
      row.push(column === 0 ? text : '');
    }
  }
  fill();
  return row;
}

function span(cell: Element, name: string): number {
  const count = Number.parseInt(cell.getAttribute(name) ?? '1', 10);
  return Number.isFinite(count) ? Math.min(Math.max(count, 1), 100) : 1;
}

/** A table in Markdown, which models read well. */
export function markdownTable({ rows, hasHeader }: Grid): string {
  const width = Math.max(...rows.map((row) => row.length));
  const line = (row: readonly string[]) => {
    const cells = Array.from({ length: width }, (_, column) => row[column] ?? '');
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  };
  const divider = `|${' --- |'.repeat(width)}`;
  const [header = [], ...body] = hasHeader ? rows : [[], ...rows];
  return [line(header), divider, ...body.map(line)].join('\n');
}

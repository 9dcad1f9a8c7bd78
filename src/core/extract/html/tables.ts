import { DOCUMENT_COLUMNS_MAX } from '../../limits.ts';
import { oneLine } from '../text/clean-text.ts';

/**
 * The cells of a table. A cell that spans several rows is repeated in each.
 * @returns undefined for layout tables: those with one column, or with tables or headings inside
 */
export function gridOf(table: Element, textOf: (cell: Element) => string): string[][] | undefined {
  const role = table.getAttribute('role');
  if (role === 'presentation' || role === 'none') return undefined;
  if (table.querySelector('table,h1,h2,h3,h4,article,section,form') !== null) return undefined;
  const rows: string[][] = [];
  /** Cells from earlier rows that span into this one, by column. */
  const spans = new Map<number, { text: string; rows: number }>();
  for (const tr of table.querySelectorAll('tr')) rows.push(rowOf(tr, spans, textOf));
  const filled = rows.filter((row) => row.some((cell) => cell !== ''));
  if (filled.every((row) => row.length < 2)) return undefined;
  return filled;
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

/** A table in Markdown, which models read well. Its first row becomes the header, because Markdown tables need one. */
export function markdownTable([header = [], ...body]: readonly string[][]): string {
  const width = Math.max(header.length, ...body.map((row) => row.length));
  const line = (row: readonly string[]) => {
    const cells = Array.from({ length: width }, (_, column) => row[column] ?? '');
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  };
  return [line(header), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

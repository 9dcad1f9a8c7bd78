import { DOCUMENT_COLUMNS_MAX } from '../../limits.ts';
import type { Place } from '../extracted.ts';
import type { TextBuilder } from './text-builder.ts';

/** The number of rows searched for the header. */
const LOOKED_AT = 20;
const HEADER_CELL_MAX = 200;

/**
 * Appends the rows of a table, each as a block that repeats the header, so that it can be understood by itself:
 *
 *     Name: Anna
 *     City: Berlin
 *
 * Lines above the header become paragraphs. Without a header, a row's cells are on one line.
 */
export function addRecords(builder: TextBuilder, rows: Iterable<string[]>, place: Place): void {
  const first: string[][] = [];
  let header: string[] | undefined;
  let isDecided = false;
  for (const row of rows) {
    if (isDecided) {
      addRecord(builder, header, row, place);
      continue;
    }
    first.push(row.map((cell) => cell.trim()));
    if (first.length < LOOKED_AT) continue;
    header = addFirst(builder, first, place);
    isDecided = true;
  }
  if (!isDecided) addFirst(builder, first, place);
}

/** @returns the header, when there is one */
function addFirst(builder: TextBuilder, rows: string[][], place: Place): string[] | undefined {
  const at = headerAt(rows);
  const header = at === -1 ? undefined : rows[at];
  rows.forEach((row, index) => {
    if (index < at) builder.add('paragraph', filled(row).join(' '), place);
    else if (index > at) addRecord(builder, header, row, place);
  });
  // A table with only a header: its column names are all the text there is.
  if (header !== undefined && at === rows.length - 1) addRecord(builder, undefined, header, place);
  return header;
}

function addRecord(
  builder: TextBuilder,
  header: string[] | undefined,
  row: string[],
  place: Place,
): void {
  const cells = row.slice(0, DOCUMENT_COLUMNS_MAX);
  if (header === undefined) {
    builder.add('table', filled(cells).join(' | '), place);
    return;
  }
  const lines: string[] = [];
  cells.forEach((cell, column) => {
    const value = cell.trim();
    if (value !== '') lines.push(`${header[column] || `Column ${column + 1}`}: ${value}`);
  });
  builder.add('table', lines.join('\n'), place);
}

/** The index of the header: the first row as wide as the table, if it looks like column names; otherwise -1. */
function headerAt(rows: string[][]): number {
  const width = Math.max(0, ...rows.map((row) => filled(row).length));
  const at = rows.findIndex((row) => filled(row).length * 2 > width);
  const row = filled(rows[at] ?? []);
  const isHeader =
    row.every((cell) => cell.length <= HEADER_CELL_MAX && !NUMBER_OR_DATE.test(cell)) &&
    new Set(row).size === row.length;
  return isHeader ? at : -1;
}

const NUMBER_OR_DATE = /^[\d\s.,:/%€$£+-]*\d[\d\s.,:/%€$£+-]*$/;

function filled(row: string[]): string[] {
  return row.filter((cell) => cell.trim() !== '');
}

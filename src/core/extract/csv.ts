import { csvRows } from '../evaluation/csv.ts';
import type { Extracted } from './extracted.ts';
import { addRecords } from './text/records.ts';
import { TextBuilder } from './text/text-builder.ts';

/** Comma-, semicolon- or tab-separated values: one block per row. */
export function extractCsv(text: string, textMax?: number): Extracted {
  const builder = new TextBuilder('csv', textMax);
  addRecords(builder, rowsOf(text), { heading_path: [] });
  return builder.build({ title: null, ifEmpty: 'The file contains no rows.' });
}

function* rowsOf(text: string): Generator<string[]> {
  for (const row of csvRows(text)) yield row.cells;
}

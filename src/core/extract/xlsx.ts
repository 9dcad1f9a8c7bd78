import { DOCUMENT_PAGES_MAX } from '../limits.ts';
import { type Extracted, ExtractFailure } from './extracted.ts';
import { titleOf } from './office/package.ts';
import { sheetRows } from './office/sheet-rows.ts';
import { readWorkbook, type Sheet } from './office/workbook.ts';
import { addRecords } from './text/records.ts';
import { TextBuilder } from './text/text-builder.ts';
import { Zip } from './zip/zip.ts';

/** Default sheet names say nothing about the content. */
const UNNAMED =
  /^(?:sheet|tabelle|feuil|hoja|foglio|planilha|blad|arkusz|лист|シート|工作表)\s*\d*$/i;

/** A workbook: one block per row, sheet by sheet. Formulas are replaced with their stored results. */
export function extractXlsx(bytes: Uint8Array, textMax?: number): Extracted {
  const zip = new Zip(bytes);
  const workbook = readWorkbook(zip);
  if (workbook.sheets.length === 0) {
    const detail =
      'The workbook is damaged. Open it in a spreadsheet program, save it again and retry.';
    throw new ExtractFailure('unreadable', detail);
  }
  const builder = new TextBuilder('xlsx', textMax);
  for (const sheet of workbook.sheets.slice(0, DOCUMENT_PAGES_MAX)) {
    if (sheet.isHidden) {
      builder.warn({ message: `Sheet “${sheet.name}” is hidden and is not included` });
      continue;
    }
    let uncalculated = 0;
    const rows = sheetRows(zip, workbook, sheet, () => {
      uncalculated += 1;
    });
    addSheet(builder, sheet, rows);
    if (uncalculated > 0) builder.warn({ message: withoutResults(sheet, uncalculated) });
  }
  return builder.build({ title: titleOf(zip), ifEmpty: 'The workbook contains no text.' });
}

function addSheet(builder: TextBuilder, { name }: Sheet, rows: Generator<string[]>): void {
  const first = rows.next();
  if (first.done === true) return;
  const heading_path = UNNAMED.test(name) ? [] : [name];
  const place = { sheet: name, heading_path };
  if (heading_path.length > 0) builder.add('heading', name, place);
  addRecords(builder, prepend(first.value, rows), place);
}

function* prepend(first: string[], rows: Generator<string[]>): Generator<string[]> {
  yield first;
  yield* rows;
}

function withoutResults({ name }: Sheet, count: number): string {
  const formulas = count === 1 ? '1 formula has' : `${count.toLocaleString('en-US')} formulas have`;
  return `Sheet “${name}”: ${formulas} no stored result. Open and save the file in a spreadsheet program to include it.`;
}

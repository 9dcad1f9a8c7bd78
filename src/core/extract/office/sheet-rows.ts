import { DOCUMENT_COLUMNS_MAX } from '../../limits.ts';
import { type Attributes, XmlReader } from '../zip/xml.ts';
import type { Zip } from '../zip/zip.ts';
import { formatNumber } from './number-format.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** Streams the rows with text of a sheet while it is inflated. A million empty rows cost next to nothing. */
export function* sheetRows(
  zip: Zip,
  workbook: Workbook,
  sheet: Sheet,
  onUncalculated: () => void,
): Generator<string[]> {
  const cells = new CellReader(workbook, onUncalculated);
  const xml = new XmlReader(cells);
  for (const chunk of zip.chunks(sheet.part)) {
    xml.write(chunk);
    yield* cells.take();
  }
  xml.end();
  yield* cells.take();
}

class CellReader {
  readonly #workbook: Workbook;
  readonly #onUncalculated: () => void;
  #rows: string[][] = [];
  #row: string[] = [];
  #column = 0;
  #cell: Attributes = {};
  #value = '';
  #isValue = false;
  #hasFormula = false;

  constructor(workbook: Workbook, onUncalculated: () => void) {
    this.#workbook = workbook;
    this.#onUncalculated = onUncalculated;
  }

  take(): string[][] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'row') {
      this.#row = [];
      this.#column = 0;
    } else if (name === 'c') {
      this.#cell = attributes;
      this.#column = columnOf(attributes.r) ?? this.#column;
      this.#value = '';
      this.#hasFormula = false;
    } else if (name === 'v' || name === 't') this.#isValue = true;
    else if (name === 'f') this.#hasFormula = true;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row' && this.#row.length > 0) this.#rows.push(this.#row);
  }

  text(text: string): void {
    if (this.#isValue) this.#value += text;
  }

  #endCell(): void {
    const column = this.#column;
    this.#column += 1;
    if (this.#hasFormula && this.#value === '') this.#onUncalculated();
    const text = this.#textOf(this.#value).trim();
    if (text === '' || column >= DOCUMENT_COLUMNS_MAX) return;
    while (this.#row.length < column) this.#row.push('');
    this.#row[column] = text;
  }

  #textOf(value: string): string {
    const { t, s } = this.#cell;
    if (t === 's') return this.#workbook.strings[Number(value)] ?? '';
    if (t === 'b') return value === '1' ? 'TRUE' : 'FALSE';
    if (t === undefined || t === 'n') {
      const kind = this.#workbook.styles[Number(s ?? 0)] ?? 'number';
      return formatNumber(value, kind, this.#workbook.is1904);
    }
    // Dates in ISO 8601, texts of formulas, inline texts and errors such as #DIV/0!.
    return value;
  }
}

/** 0 for `A7`, 27 for `AB7`. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

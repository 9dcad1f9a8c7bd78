import Papa from 'papaparse';
import type { DatasetImport, DatasetImportError } from '#generated/model/index.ts';
import { isObject } from '../json/is-object.ts';
import { tryJson } from '../json/try-json.ts';
import { IMPORT_ROWS_MAX } from '../limits.ts';

/** What is in the text: a row by its number (from 1, a header not counted), or why it cannot be read. */
export type Row = { row: number; value: Record<string, unknown> } | DatasetImportError;

export const EXPECTED = 'expected';

/** The rows of an import, and one more than may be read when there are more. */
export function readRows(
  { format, content }: DatasetImport,
  names: ReadonlySet<string>,
): Iterable<Row> {
  return format === 'csv' ? readCsv(content, names) : readJson(content, names);
}

/** The rows with these numbers as a text of their own: what is left to mend when the others were taken. */
export function rowsOf({ format, content }: DatasetImport, numbers: readonly number[]): string {
  const wanted = new Set(numbers);
  if (format === 'jsonl') {
    const left = [...linesOf(content)].filter((_, index) => wanted.has(index + 1));
    return left.join('\n');
  }
  const { data } = Papa.parse<string[]>(withoutMark(content), { skipEmptyLines: 'greedy' });
  return Papa.unparse(data.filter((_, index) => index === 0 || wanted.has(index)));
}

function* readCsv(content: string, names: ReadonlySet<string>): Generator<Row> {
  const { data, errors } = Papa.parse<string[]>(withoutMark(content), {
    skipEmptyLines: 'greedy',
    // The header, and one more than may be read.
    preview: IMPORT_ROWS_MAX + 2,
  });
  const [header, ...rows] = data;
  const columns = (header ?? []).map((name) => columnOf(name.trim(), names));
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (columns.every((name) => name === '')) {
    yield { row: 0, message: 'The first line must name the columns' };
    return;
  }
  if (twice !== undefined) {
    yield { row: 0, message: `The column ${twice} is there twice` };
    return;
  }
  const quotes = new Set(errors.filter(({ type }) => type === 'Quotes').map(({ row }) => row));
  for (const [index, cells] of rows.entries()) {
    const row = index + 1;
    const message = quotes.has(row)
      ? 'A quote is not closed: the text after it was read as one cell'
      : wrongCount(cells, columns);
    yield message
      ? { row, message }
      : {
          row,
          value: nest(
            columns.map((name, at) => [name, cells[at] ?? '']),
            names,
          ),
        };
  }
}

function wrongCount(cells: readonly string[], columns: readonly string[]): string | undefined {
  const [has, needs] = [cells.length, columns.length];
  if (has === needs) return undefined;
  return `Has ${has} ${has === 1 ? 'cell' : 'cells'}, and the first line names ${needs} ${needs === 1 ? 'column' : 'columns'}`;
}

/** Spreadsheets write names with a capital: what is meant is found when nothing has that very name. */
function columnOf(name: string, names: ReadonlySet<string>): string {
  if (names.has(name)) return name;
  const lower = name.toLowerCase();
  if (lower === 'name' || lower === EXPECTED) return lower;
  return [...names].find((one) => one.toLowerCase() === lower) ?? name;
}

/** Excel writes a byte order mark. */
function withoutMark(content: string): string {
  return content.replace(/^\uFEFF/, '');
}

/**
 * Columns to a case: variables, `name`, and `expected` or `expected.field`; a variable of such a name comes first.
 * Empty cells are absent.
 */
function nest(cells: [string, string][], names: ReadonlySet<string>): Record<string, unknown> {
  const inputs: [string, string][] = [];
  const expected: [string, string][] = [];
  const other: [string, string][] = [];
  for (const [column, cell] of cells) {
    if (cell === '' || column === '') continue;
    if (names.has(column)) inputs.push([column, cell]);
    else if (column === 'name' || column === EXPECTED) other.push([column, cell]);
    else if (column.startsWith(`${EXPECTED}.`))
      expected.push([column.slice(EXPECTED.length + 1), cell]);
    else inputs.push([column, cell]);
  }
  return {
    ...Object.fromEntries(other),
    inputs: Object.fromEntries(inputs),
    ...(expected.length > 0 && { expected: Object.fromEntries(expected) }),
  };
}

function* readJson(content: string, names: ReadonlySet<string>): Generator<Row> {
  let row = 0;
  for (const line of linesOf(content)) {
    row += 1;
    const value = tryJson(line);
    if (!isObject(value)) {
      yield { row, message: 'Must be a JSON object on one line' };
    } else if ('inputs' in value && !names.has('inputs')) {
      yield { row, value };
    } else {
      const entries = Object.entries(value);
      const isOther = (name: string) => (name === 'name' || name === EXPECTED) && !names.has(name);
      const inputs = Object.fromEntries(entries.filter(([name]) => !isOther(name)));
      const other = Object.fromEntries(entries.filter(([name]) => isOther(name)));
      yield { row, value: { ...other, inputs } };
    }
  }
}

/** The lines with something on them; of a JSON array its elements. */
function linesOf(content: string): string[] {
  const text = withoutMark(content);
  const array = text.trimStart().startsWith('[') ? tryJson(text) : undefined;
  if (Array.isArray(array)) return array.map((one) => JSON.stringify(one));
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

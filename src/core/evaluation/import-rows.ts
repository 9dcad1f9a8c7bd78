import Papa from 'papaparse';
import type { DatasetImport, DatasetImportError } from '#generated/model/index.ts';
import { isObject } from '../json/is-object.ts';
import { JsonRefused, parseJson, tryJson } from '../json/parse-json.ts';
import { IMPORT_COLUMNS_MAX } from '../limits.ts';
import { TASK_VALIDATION } from '../task/task-validation.ts';
import { csvRows } from './csv.ts';

/** What the text contains: a row by its number (from 1, not counting a header), or why it cannot be read. */
export type Row = { row: number; value: Record<string, unknown> } | DatasetImportError;

export const EXPECTED = 'expected';

/** The rows of an import, plus one more if there are more than may be read. */
export function readRows(
  { format, content }: DatasetImport,
  names: ReadonlySet<string>,
): Iterable<Row> {
  return format === 'csv' ? readCsv(content, names) : readJson(content, names);
}

/** The rows with these numbers as text: what is left to fix after the others were imported. */
export function rowsOf({ format, content }: DatasetImport, numbers: readonly number[]): string {
  const wanted = new Set(numbers);
  if (format === 'jsonl') {
    const left = [...linesOf(content)].filter((_, index) => wanted.has(index + 1));
    return left.join('\n');
  }
  const rows = [...csvRows(withoutMark(content))].map(({ cells }) => cells);
  return Papa.unparse(rows.filter((_, index) => index === 0 || wanted.has(index)));
}

function* readCsv(content: string, names: ReadonlySet<string>): Generator<Row> {
  const rows = csvRows(withoutMark(content));
  const header = rows.next().value?.cells ?? [];
  if (header.length > IMPORT_COLUMNS_MAX) {
    yield { row: 0, message: TASK_VALIDATION.importColumns(IMPORT_COLUMNS_MAX) };
    return;
  }
  const columns = header.map((name) => columnOf(name.trim(), names));
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (columns.every((name) => name === '')) {
    yield { row: 0, message: 'The first line must name the columns' };
    return;
  }
  if (twice !== undefined) {
    yield { row: 0, message: `Duplicate column ${twice}` };
    return;
  }
  let row = 0;
  for (const { cells, isBroken } of rows) {
    row += 1;
    const message = isBroken
      ? 'Unclosed quote: the rest of the text was read as one cell'
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
  return `Has ${has} ${has === 1 ? 'cell' : 'cells'}, but the first line names ${needs} ${needs === 1 ? 'column' : 'columns'}`;
}

/** Spreadsheets may capitalise names, so a name without an exact match is compared without case. */
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
 * Turns columns into a case: variables, `name`, and `expected` or `expected.field`; a variable of the same name takes
 * precedence. Empty cells are absent.
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
    const value = objectIn(line);
    if (typeof value === 'string') {
      yield { row, message: value };
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

/** The object that a line contains, or why it can't be read. */
function objectIn(line: string): Record<string, unknown> | string {
  try {
    const value = parseJson(line);
    if (isObject(value)) return value;
  } catch (error) {
    if (error instanceof JsonRefused) return error.message;
  }
  return 'Must be a JSON object on one line';
}

/** The non-empty lines, or the elements of a JSON array. */
function linesOf(content: string): string[] {
  const text = withoutMark(content);
  const array = text.trimStart().startsWith('[') ? tryJson(text) : undefined;
  if (Array.isArray(array)) return array.map((one) => JSON.stringify(one));
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '');
}

import Papa from 'papaparse';
import type {
  DatasetImport,
  DatasetImportError,
  OutputFormat,
  RunResult,
  TaskVariable,
} from '#generated/model/index.ts';
import { unstorable } from '../storable.ts';
import { checkInputs, parseFormValue } from '../task/inputs.ts';

/** A case as a row of an import says it. */
export interface ImportedCase {
  name: string;
  inputs: Record<string, unknown>;
  expected: RunResult;
}

/** What is in the text: a row by its number (from 1, a header not counted), or why it cannot be read. */
type Row = { row: number; value: Record<string, unknown> } | DatasetImportError;

const EXPECTED = 'expected';

/**
 * Reads cases from CSV or JSONL. Each row is checked as a call of the task would be; one that is wrong does not
 * keep the others out.
 * @param variables the task's inputs
 * @param format the task's output, which says how texts under `expected.field` are read
 */
export function readCases(
  { format, content }: DatasetImport,
  variables: readonly TaskVariable[],
  output: OutputFormat,
): { cases: ImportedCase[]; errors: DatasetImportError[] } {
  const cases: ImportedCase[] = [];
  const errors: DatasetImportError[] = [];
  const names = new Set(variables.map((variable) => variable.name));
  for (const row of format === 'csv' ? readCsv(content, names) : readLines(content, names)) {
    const read = 'message' in row ? row : toCase(row.row, row.value, variables, output);
    if ('message' in read) errors.push(read);
    else cases.push(read);
  }
  return { cases, errors };
}

function* readCsv(content: string, names: ReadonlySet<string>): Generator<Row> {
  // Excel writes a byte order mark.
  const { data, errors, meta } = Papa.parse<Record<string, string>>(
    content.replace(/^\uFEFF/, ''),
    {
      header: true,
      skipEmptyLines: 'greedy',
      transformHeader: (name) => name.trim(),
    },
  );
  if (!meta.fields?.some((name) => name !== '')) {
    yield { row: 0, message: 'The first line must name the columns' };
    return;
  }
  const bad = new Map(errors.map(({ row, message }) => [row ?? -1, message]));
  const whole = bad.get(-1);
  // A single column needs no delimiter.
  if (whole && !/delimiting/i.test(whole)) yield { row: 0, message: whole };
  for (const [index, cells] of data.entries()) {
    const message = bad.get(index);
    yield message ? { row: index + 1, message } : { row: index + 1, value: nest(cells, names) };
  }
}

/**
 * Columns to a case: variables, `name`, and `expected` or `expected.field`; a variable of such a name comes first.
 * Empty cells are absent.
 */
function nest(cells: Record<string, string>, names: ReadonlySet<string>): Record<string, unknown> {
  const inputs: Record<string, string> = {};
  const expected: Record<string, string> = {};
  const other: Record<string, unknown> = {};
  for (const [column, cell] of Object.entries(cells)) {
    if (cell === '' || column === '') continue;
    if (names.has(column)) inputs[column] = cell;
    else if (column === 'name' || column === EXPECTED) other[column] = cell;
    else if (column.startsWith(`${EXPECTED}.`)) expected[column.slice(EXPECTED.length + 1)] = cell;
    else inputs[column] = cell;
  }
  return { ...other, inputs, ...(Object.keys(expected).length > 0 && { expected }) };
}

function* readLines(content: string, names: ReadonlySet<string>): Generator<Row> {
  let row = 0;
  for (const line of content.split(/\r\n|\r|\n/)) {
    if (line.trim() === '') continue;
    row += 1;
    const value = parse(line);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      yield { row, message: 'Must be a JSON object on one line' };
    } else if ('inputs' in value && !names.has('inputs')) {
      yield { row, value: value as Record<string, unknown> };
    } else {
      const entries = Object.entries(value);
      const isOther = (name: string) => (name === 'name' || name === EXPECTED) && !names.has(name);
      const inputs = Object.fromEntries(entries.filter(([name]) => !isOther(name)));
      yield {
        row,
        value: { ...Object.fromEntries(entries.filter(([name]) => isOther(name))), inputs },
      };
    }
  }
}

function toCase(
  row: number,
  { name, inputs, expected }: Record<string, unknown>,
  variables: readonly TaskVariable[],
  output: OutputFormat,
): ImportedCase | DatasetImportError {
  if (typeof inputs !== 'object' || inputs === null || Array.isArray(inputs)) {
    return { row, message: '`inputs` must be a JSON object' };
  }
  const { values, errors } = checkInputs(variables, inputs as Record<string, unknown>);
  const [first] = errors;
  if (first) {
    const input = first.pointer.replace('/inputs/', '');
    const { message } = first;
    return { row, message: message.startsWith(input) ? message : `${input}: ${message}` };
  }
  const kept = { inputs: values, expected: expectedOf(expected, output) };
  // An escape within a line may stand for what no text can hold.
  const lost = unstorable(kept.inputs) ?? unstorable({ expected: kept.expected, name });
  if (lost) return { row, message: `${lost.pointer.split('/')[1]}: ${lost.message}` };
  return { name: typeof name === 'string' ? name.slice(0, 120) : '', ...kept };
}

/** What is expected, with each field's text read as the field's type. */
function expectedOf(given: unknown, output: OutputFormat): RunResult {
  if (given === undefined || given === null) return null;
  if (output.type === 'text') return typeof given === 'string' ? given : JSON.stringify(given);
  const value = typeof given === 'string' ? parse(given) : given;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return String(given);
  const entries = Object.entries(value).map(([name, cell]) => {
    const field = output.fields?.find((candidate) => candidate.name === name);
    if (typeof cell !== 'string' || !field) return [name, cell];
    return [name, readField(field.list ? 'json' : field.type, cell)];
  });
  return Object.fromEntries(entries);
}

function readField(type: string, cell: string): unknown {
  if (type === 'text' || type === 'choice') return cell;
  const kind =
    type === 'boolean' ? 'boolean' : type === 'json' || type === 'object' ? 'json' : 'number';
  const parsed = parseFormValue({ type: kind }, cell);
  return parsed.ok ? parsed.value : cell;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

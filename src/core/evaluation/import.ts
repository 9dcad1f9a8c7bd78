import type {
  DatasetImport,
  DatasetImportError,
  OutputFormat,
  RunResult,
  TaskVariable,
} from '#generated/model/index.ts';
import { isObject } from '../json/is-object.ts';
import { tryJson } from '../json/parse-json.ts';
import { unstorable } from '../json/storable.ts';
import { DATASET_CASES_MAX, IMPORT_ROWS_MAX, NAME_MAX } from '../limits.ts';
import { checkInputs, parseFormValue } from '../task/input/inputs.ts';
import { TASK_VALIDATION } from '../task/task-validation.ts';
import { EXPECTED, type Row, readRows } from './import-rows.ts';

/** A case as given by a row of an import. */
export interface ImportedCase {
  name: string;
  inputs: Record<string, unknown>;
  expected: RunResult;
}

/** The text of an import, and the task's contract to validate its rows against. */
export interface CasesToRead extends DatasetImport {
  /** The task's inputs. */
  variables: readonly TaskVariable[];
  /** The task's output format, which determines how texts under `expected.field` are read. */
  output: OutputFormat;
  /** The number of cases that can still be added. */
  room?: number;
}

export interface CasesRead {
  cases: ImportedCase[];
  /** How many rows were rejected. */
  rejected: number;
  errors: DatasetImportError[];
}

/**
 * Reads cases from CSV or JSONL. Each row is validated like a call of the task; invalid rows do not affect the others.
 * Takes up to half a second, so large imports are read in a thread.
 */
export function readCases({
  format,
  content,
  variables,
  output,
  room = DATASET_CASES_MAX,
}: CasesToRead): CasesRead {
  const cases: ImportedCase[] = [];
  const errors: DatasetImportError[] = [];
  const names = new Set(variables.map((variable) => variable.name));
  let rows = 0;
  for (const row of readRows({ format, content }, names)) {
    rows += 1;
    if (rows > IMPORT_ROWS_MAX) {
      errors.push({ row: 0, message: TASK_VALIDATION.importRows(IMPORT_ROWS_MAX) });
      break;
    }
    const read = cases.length < room ? toCase(row, variables, output) : full(row);
    if ('message' in read) errors.push(read);
    else cases.push(read);
  }
  if (rows === 0) errors.push({ row: 0, message: TASK_VALIDATION.importEmpty });
  // Errors about the import as a whole have no row.
  const rejected = errors.filter(({ row }) => row > 0).length;
  return { cases, rejected, errors };
}

function full({ row }: Row): DatasetImportError {
  return { row, message: TASK_VALIDATION.caseLimit(DATASET_CASES_MAX) };
}

function toCase(
  found: Row,
  variables: readonly TaskVariable[],
  output: OutputFormat,
): ImportedCase | DatasetImportError {
  if ('message' in found) return found;
  const { row, value } = found;
  const { name, inputs, expected } = value;
  if (!isObject(inputs)) return { row, message: '`inputs` must be a JSON object' };
  const { values, errors } = checkInputs(variables, inputs);
  const [first] = errors;
  if (first) {
    const input = first.pointer.replace('/inputs/', '');
    const { message } = first;
    return { row, message: message.startsWith(input) ? message : `${input}: ${message}` };
  }
  const wanted = expectedOf(expected, output);
  if ('message' in wanted) return { row, message: wanted.message };
  const kept = { inputs: values, expected: wanted.value };
  // An escape sequence may stand for a character that text cannot contain.
  const lost = unstorable(kept.inputs) ?? unstorable({ expected: kept.expected, name });
  if (lost) return { row, message: `${lost.pointer.split('/')[1]}: ${lost.message}` };
  return { name: typeof name === 'string' ? name.slice(0, NAME_MAX) : '', ...kept };
}

/** The expected output, with each field's text read as the field's type; or why the task can never produce it. */
function expectedOf(
  given: unknown,
  output: OutputFormat,
): { value: RunResult } | { message: string } {
  if (given === undefined || given === null) return { value: null };
  if (output.type === 'text')
    return { value: typeof given === 'string' ? given : JSON.stringify(given) };
  const value = typeof given === 'string' ? tryJson(given) : given;
  if (!isObject(value)) return { value: String(given) };
  const read: [string, unknown][] = [];
  for (const [name, cell] of Object.entries(value)) {
    const at = `${EXPECTED}.${name}`;
    const field = output.fields?.find((candidate) => candidate.name === name);
    if (output.fields && !field) return { message: `${at}: ${TASK_VALIDATION.fieldUnknown}` };
    if (typeof cell !== 'string' || !field) {
      read.push([name, cell]);
      continue;
    }
    const parsed = readField(field.list ? 'json' : field.type, cell);
    if (!parsed.ok) return { message: `${at}: ${parsed.message}` };
    read.push([name, parsed.value]);
  }
  return { value: Object.fromEntries(read) };
}

function readField(type: string, cell: string): ReturnType<typeof parseFormValue> {
  if (type === 'text' || type === 'choice') return { ok: true, value: cell };
  const kind =
    type === 'boolean' ? 'boolean' : type === 'json' || type === 'object' ? 'json' : 'number';
  return parseFormValue({ type: kind }, cell);
}

import { JsonRefused, parseJson } from '#core/json/parse-json.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { ERRORS_MAX, INPUT_TEXT_MAX } from '#core/limits.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { FieldError, TaskVariable } from '#generated/model/index.ts';
import { fileMistake, isFileType } from './files.ts';
import type { InputValues } from './input-values.ts';
import { renderValue } from './render.ts';

/** A parsed value, or why it is invalid; `value` is undefined for an empty field. */
export type Parsed = { ok: true; value: unknown } | { ok: false; message: string };

/** A number as text, as JavaScript reads it; short enough to be finite. */
export const NUMBER_TEXT =
  /^\s*([+-]?(\d{1,200}\.?\d{0,200}|\.\d{1,200})([eE][+-]?\d{1,2})?|0[xX][\dA-Fa-f]{1,200}|0[oO][0-7]{1,200}|0[bB][01]{1,200})\s*$/;

type Kind = Pick<TaskVariable, 'type' | 'options'>;

/**
 * Validates the inputs of a call and converts each to its variable's type. Missing and null inputs get the variable's
 * default. A number may be given as text (`"3"`), text as a number or boolean, a list as lines of text, JSON as any
 * value, and an image or a file as a data URL.
 *
 * Strict inputs (`strict_inputs` of the definition) have the variable's type already: nothing is converted, and null is
 * a value of JSON only. `acceptedSchema` describes both.
 * @returns the values, and an error for each input that is missing, unknown or cannot be converted
 */
export function checkInputs(
  variables: readonly TaskVariable[],
  inputs: Readonly<Record<string, unknown>>,
  { strict = false }: { strict?: boolean | undefined } = {},
): { values: InputValues; errors: FieldError[] } {
  const values: InputValues = {};
  const errors: FieldError[] = [];
  const known = new Set(variables.map((variable) => variable.name));
  for (const name of Object.keys(inputs)) {
    if (errors.length === ERRORS_MAX) break;
    if (!known.has(name))
      errors.push({ pointer: pointerTo(name), message: TASK_VALIDATION.inputUnknown(name) });
  }
  for (const variable of variables) {
    const given = Object.hasOwn(inputs, variable.name) ? inputs[variable.name] : undefined;
    const isLeftOut = given === undefined || (given === null && !strict);
    const parse = strict ? requireType : parseInput;
    const parsed = isLeftOut ? defaultOf(variable) : parse(variable, given);
    const message = problemOf(variable, parsed);
    if (message) errors.push({ pointer: pointerTo(variable.name), message });
    else if (parsed.ok && parsed.value !== undefined) values[variable.name] = parsed.value;
  }
  return { values, errors };
}

/** The inputs that have a variable. */
export function knownInputs(
  variables: readonly TaskVariable[],
  inputs: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const names = new Set(variables.map(({ name }) => name));
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => names.has(name)));
}

/**
 * Parses what someone typed in a form: a number, `true` or `false`, an option, lines of a list, or JSON. An empty field
 * has no value (`undefined`).
 */
export function parseFormValue(variable: Kind, text: string): Parsed {
  if (variable.type === 'text') return { ok: true, value: text === '' ? undefined : text };
  if (text.trim() === '') return { ok: true, value: undefined };
  if (variable.type === 'json') return parseTyped(text);
  return parseInput(variable, text);
}

/** A variable's default. */
export function defaultOf(variable: TaskVariable): Parsed {
  return parseFormValue(variable, variable.default ?? '');
}

function problemOf(variable: TaskVariable, parsed: Parsed): string | undefined {
  if (!parsed.ok) return parsed.message;
  if (parsed.value === undefined)
    return variable.required ? TASK_VALIDATION.inputMissing(variable.name) : undefined;
  if (isFileType(variable.type)) return undefined;
  return renderValue(parsed.value).length > INPUT_TEXT_MAX
    ? TASK_VALIDATION.inputTooLong(INPUT_TEXT_MAX)
    : undefined;
}

function parseInput(variable: Kind, given: unknown): Parsed {
  switch (variable.type) {
    case 'text':
      return isScalar(given) ? { ok: true, value: String(given) } : no(TASK_VALIDATION.notText);
    case 'number':
      return parseNumber(given);
    case 'boolean':
      return parseBoolean(given);
    case 'choice':
      return parseChoice(variable.options ?? [], given);
    case 'list':
      return parseList(given);
    case 'json':
      return { ok: true, value: given };
    case 'image':
    case 'file': {
      const mistake = fileMistake(variable.type, given);
      return mistake ? no(mistake) : { ok: true, value: given };
    }
  }
}

/** Like `parseInput`, without converting anything. */
function requireType(variable: Kind, given: unknown): Parsed {
  const parsed = parseInput(variable, given);
  if (!parsed.ok || isSame(parsed.value, given)) return parsed;
  return no(mistyped(variable));
}

function mistyped({ type, options = [] }: Kind): string {
  if (type === 'number') return TASK_VALIDATION.notNumber;
  if (type === 'boolean') return TASK_VALIDATION.notBoolean;
  if (type === 'choice') return TASK_VALIDATION.notOption(options);
  return type === 'list' ? TASK_VALIDATION.notTextList : TASK_VALIDATION.notText;
}

/** Whether a value was of the right type, so that parsing it changed nothing. */
function isSame(parsed: unknown, given: unknown): boolean {
  if (!Array.isArray(parsed) || !Array.isArray(given)) return parsed === given;
  return parsed.every((item, i) => item === given[i]);
}

function parseNumber(given: unknown): Parsed {
  const value = typeof given === 'string' && NUMBER_TEXT.test(given) ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value)
    ? { ok: true, value }
    : no(TASK_VALIDATION.notNumber);
}

function parseBoolean(given: unknown): Parsed {
  if (typeof given === 'boolean') return { ok: true, value: given };
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return word === 'true' || word === 'false'
    ? { ok: true, value: word === 'true' }
    : no(TASK_VALIDATION.notBoolean);
}

function parseChoice(options: readonly string[], given: unknown): Parsed {
  if (!isScalar(given)) return no(TASK_VALIDATION.notOption(options));
  const text = String(given);
  const value = options.includes(text) ? text : text.trim();
  return options.includes(value) ? { ok: true, value } : no(TASK_VALIDATION.notOption(options));
}

function parseList(given: unknown): Parsed {
  if (typeof given === 'string') {
    const lines = given.split(/\r\n|\r|\n/).map((line) => line.trim());
    return { ok: true, value: lines.filter((line) => line !== '') };
  }
  if (!Array.isArray(given)) return no(TASK_VALIDATION.notList);
  return given.every(isScalar)
    ? { ok: true, value: given.map(String) }
    : no(TASK_VALIDATION.notListItem);
}

function parseTyped(text: string): Parsed {
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    // Valid, but refused: too deep, too large, or with a name that no object may have.
    return no(error instanceof JsonRefused ? error.message : TASK_VALIDATION.notJson);
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function no(message: string): Parsed {
  return { ok: false, message };
}

function pointerTo(name: string): string {
  return `/inputs/${escapePointer(name)}`;
}

import { JsonRefused, parseJson } from '#core/json/parse-json.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { ERRORS_MAX, INPUT_TEXT_MAX } from '#core/limits.ts';
import { VALIDATION } from '#core/messages.ts';
import type { FieldError, TaskVariable } from '#generated/model/index.ts';
import { fileMistake, fileSchema, isFileType } from './files.ts';
import type { InputValues } from './input-values.ts';
import { renderValue } from './render.ts';

/** A parsed value, or why it is invalid; `value` is undefined for an empty field. */
export type Parsed = { ok: true; value: unknown } | { ok: false; message: string };

type Kind = Pick<TaskVariable, 'type' | 'options'>;

/**
 * Validates the inputs of a call and converts each to its variable's type. Missing and null inputs get the variable's
 * default. A number may be given as text (`"3"`), text as a number or boolean, a list as lines of text, JSON as any
 * value, and an image or a file as a data URL.
 * @returns the values, and an error for each input that is missing, unknown or cannot be converted
 */
export function checkInputs(
  variables: readonly TaskVariable[],
  inputs: Readonly<Record<string, unknown>>,
): { values: InputValues; errors: FieldError[] } {
  const values: InputValues = {};
  const errors: FieldError[] = [];
  const known = new Set(variables.map((variable) => variable.name));
  for (const name of Object.keys(inputs)) {
    if (errors.length === ERRORS_MAX) break;
    if (!known.has(name))
      errors.push({ pointer: pointerTo(name), message: VALIDATION.inputUnknown(name) });
  }
  for (const variable of variables) {
    const given = Object.hasOwn(inputs, variable.name) ? inputs[variable.name] : undefined;
    const parsed =
      given === undefined || given === null ? defaultOf(variable) : parseInput(variable, given);
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

/** The inputs of a call as JSON Schema: everything that `checkInputs` accepts without converting types. */
export function inputSchema(variables: readonly TaskVariable[]): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const variable of variables) {
    const { name } = variable;
    if (Object.hasOwn(properties, name)) continue;
    const fallback = defaultOf(variable);
    const hasDefault = fallback.ok && fallback.value !== undefined;
    const example = parseFormValue(variable, variable.example ?? '');
    properties[name] = {
      ...typeSchema(variable),
      ...(variable.description ? { description: variable.description } : {}),
      ...(hasDefault ? { default: fallback.value } : {}),
      ...(example.ok && example.value !== undefined ? { examples: [example.value] } : {}),
    };
    if (variable.required && !hasDefault) required.push(name);
  }
  return { type: 'object', properties, required, additionalProperties: false };
}

function typeSchema({ type, options = [] }: Kind): Record<string, unknown> {
  if (type === 'choice') return { type: 'string', enum: options };
  if (type === 'list') return { type: 'array', items: { type: 'string' } };
  if (type === 'json') return {};
  if (isFileType(type)) return fileSchema(type);
  return { type: type === 'text' ? 'string' : type };
}

function defaultOf(variable: TaskVariable): Parsed {
  return parseFormValue(variable, variable.default ?? '');
}

function problemOf(variable: TaskVariable, parsed: Parsed): string | undefined {
  if (!parsed.ok) return parsed.message;
  if (parsed.value === undefined)
    return variable.required ? VALIDATION.inputMissing(variable.name) : undefined;
  if (isFileType(variable.type)) return undefined;
  return renderValue(parsed.value).length > INPUT_TEXT_MAX
    ? VALIDATION.inputTooLong(INPUT_TEXT_MAX)
    : undefined;
}

function parseInput(variable: Kind, given: unknown): Parsed {
  switch (variable.type) {
    case 'text':
      return isScalar(given) ? { ok: true, value: String(given) } : no(VALIDATION.notText);
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

function parseNumber(given: unknown): Parsed {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value)
    ? { ok: true, value }
    : no(VALIDATION.notNumber);
}

function parseBoolean(given: unknown): Parsed {
  if (typeof given === 'boolean') return { ok: true, value: given };
  const word = typeof given === 'string' ? given.trim().toLowerCase() : '';
  return word === 'true' || word === 'false'
    ? { ok: true, value: word === 'true' }
    : no(VALIDATION.notBoolean);
}

function parseChoice(options: readonly string[], given: unknown): Parsed {
  if (!isScalar(given)) return no(VALIDATION.notOption(options));
  const text = String(given);
  const value = options.includes(text) ? text : text.trim();
  return options.includes(value) ? { ok: true, value } : no(VALIDATION.notOption(options));
}

function parseList(given: unknown): Parsed {
  if (typeof given === 'string') {
    const lines = given.split(/\r\n|\r|\n/).map((line) => line.trim());
    return { ok: true, value: lines.filter((line) => line !== '') };
  }
  if (!Array.isArray(given)) return no(VALIDATION.notList);
  return given.every(isScalar)
    ? { ok: true, value: given.map(String) }
    : no(VALIDATION.notListItem);
}

function parseTyped(text: string): Parsed {
  try {
    return { ok: true, value: parseJson(text) };
  } catch (error) {
    // Valid, but refused: too deep, too large, or with a name that no object may have.
    return no(error instanceof JsonRefused ? error.message : VALIDATION.notJson);
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

import { isFileType, SAMPLE_FILES } from '#core/task/input/files.ts';
import { checkInputs, parseFormValue } from '#core/task/input/inputs.ts';
import { renderValue } from '#core/task/input/render.ts';
import type { FieldError, RunInputs, TaskVariable } from '#generated/model/index.ts';

/** What stands in the fields of the form, by the variable's name. */
export type InputTexts = Record<string, string>;

/** What each field begins with: what was typed last, else the default, else the example. */
export function firstTexts(
  variables: readonly TaskVariable[],
  typed: Readonly<InputTexts>,
): InputTexts {
  const texts: InputTexts = {};
  for (const { name, default: fallback, example } of variables) {
    texts[name] = Object.hasOwn(typed, name) ? (typed[name] ?? '') : fallback || example || '';
  }
  return texts;
}

/** The fields as they would have been typed for these inputs (a past run's); names without a value are empty. */
export function inputTexts(variables: readonly TaskVariable[], inputs: RunInputs): InputTexts {
  return Object.fromEntries(
    variables.map((variable) => [variable.name, textOf(variable, inputs[variable.name])]),
  );
}

function textOf({ type }: TaskVariable, value: unknown): string {
  if (value === undefined || value === null) return '';
  // A JSON text keeps its quotes, or it would not be JSON when it is read again.
  return type === 'json' ? JSON.stringify(value, null, 2) : renderValue(value);
}

/**
 * Reads the form.
 * @returns the inputs of a call (empty fields are absent, so that defaults apply) and what is wrong, by name
 */
export function readInputs(
  variables: readonly TaskVariable[],
  texts: Readonly<InputTexts>,
): { inputs: RunInputs; errors: Record<string, string> } {
  const inputs: RunInputs = {};
  const errors: Record<string, string> = {};
  for (const variable of variables) {
    const parsed = parseFormValue(variable, texts[variable.name] ?? '');
    if (!parsed.ok) errors[variable.name] = parsed.message;
    else if (parsed.value !== undefined) inputs[variable.name] = parsed.value;
  }
  for (const [name, message] of Object.entries(
    inputErrors(checkInputs(variables, inputs).errors),
  )) {
    errors[name] ??= message;
  }
  return { inputs, errors };
}

/** The errors of a call by the variable's name; those that belong to no input are left out. */
export function inputErrors(errors: readonly FieldError[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { pointer, message } of errors) {
    const name = /^\/inputs\/([^/]+)/.exec(pointer)?.[1];
    if (name) found[name.replaceAll('~1', '/').replaceAll('~0', '~')] ??= message;
  }
  return found;
}

/** The inputs that an example call is filled with: examples, else defaults, else a word for each type. */
export function sampleInputs(variables: readonly TaskVariable[]): RunInputs {
  const inputs: RunInputs = {};
  for (const variable of variables) {
    const { name, example, default: fallback, required } = variable;
    const parsed = parseFormValue(variable, example || fallback || '');
    if (parsed.ok && parsed.value !== undefined) inputs[name] = parsed.value;
    else if (required) inputs[name] = placeholder(variable);
  }
  return inputs;
}

function placeholder({ name, type, options }: TaskVariable): unknown {
  if (type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'choice') return options?.[0] ?? name;
  if (type === 'list') return [name];
  if (isFileType(type)) return SAMPLE_FILES[type];
  return type === 'json' ? {} : name;
}

/** Whether a field must be filled: it is required, and no default stands in for it. */
export function isNeeded(variable: TaskVariable): boolean {
  return variable.required && readInputs([variable], {}).errors[variable.name] !== undefined;
}

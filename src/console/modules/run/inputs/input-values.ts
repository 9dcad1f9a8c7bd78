import { isFileType, SAMPLE_FILES } from '#core/task/input/files.ts';
import { checkInputs, parseFormValue } from '#core/task/input/inputs.ts';
import { renderValue } from '#core/task/input/render.ts';
import type { FieldError, RunInputs, TaskVariable } from '#generated/model/index.ts';

/** The text of the form's fields, by variable name. */
export type InputTexts = Record<string, string>;

/** The initial text of each field: what was typed last, else the default, else the example. */
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

/** The fields' texts for a past run's inputs; fields without a value are empty. */
export function inputTexts(variables: readonly TaskVariable[], inputs: RunInputs): InputTexts {
  return Object.fromEntries(
    variables.map((variable) => [variable.name, textOf(variable, inputs[variable.name])]),
  );
}

function textOf({ type }: TaskVariable, value: unknown): string {
  if (value === undefined || value === null) return '';
  // Keep a JSON string's quotes, or it would no longer parse as JSON.
  return type === 'json' ? JSON.stringify(value, null, 2) : renderValue(value);
}

/**
 * Reads the form.
 * @returns the inputs of a call (empty fields are omitted, so that defaults apply) and the errors by name
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

/** A call's errors by variable name, ignoring those of anything but inputs. */
export function inputErrors(errors: readonly FieldError[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { pointer, message } of errors) {
    const name = /^\/inputs\/([^/]+)/.exec(pointer)?.[1];
    if (name) found[name.replaceAll('~1', '/').replaceAll('~0', '~')] ??= message;
  }
  return found;
}

/** Inputs for an example call: examples, else defaults, else a placeholder per type. */
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

/** Whether a field must be filled in: it is required and has no default. */
export function isNeeded(variable: TaskVariable): boolean {
  return variable.required && readInputs([variable], {}).errors[variable.name] !== undefined;
}

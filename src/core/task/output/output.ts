import { isObject } from '#core/json/is-object.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { ERRORS_MAX } from '#core/limits.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { FieldError, OutputField, OutputFormat } from '#generated/model/index.ts';
import { jsonCandidates } from './extract-json.ts';
import { fixNearMisses } from './near-misses.ts';

/** The parsed output of a model: `output` is null when it does not match the format. */
export interface OutputCheck {
  output: string | Record<string, unknown> | null;
  valid: boolean;
  errors: FieldError[];
  /** Whether the output can be used although the model was cut off, because the incomplete part was removed. */
  acceptsCut?: boolean;
}

/**
 * Parses a model's answer. `text` is taken as it is; for `fields`, the JSON object is found whether it is bare, in a code
 * fence or surrounded by text. Error pointers refer to the output; null counts as an absent optional field.
 */
export function checkOutput(format: OutputFormat, text: string): OutputCheck {
  if (format.type === 'text') return { output: text, valid: true, errors: [] };
  return checkCandidates(format.fields ?? [], jsonCandidates(text));
}

/** Like `checkOutput`, but fixes near misses first: see `fixNearMisses`. */
export function readOutput(format: OutputFormat, text: string): OutputCheck {
  if (format.type === 'text') return { output: text, valid: true, errors: [] };
  const fields = format.fields ?? [];
  const candidates = jsonCandidates(text);
  const exact = checkCandidates(fields, candidates);
  if (exact.valid) return exact;
  return checkCandidates(
    fields,
    candidates.map((value) => fixNearMisses(fields, value)),
  );
}

/** The first candidate that matches; otherwise what is wrong with the first object. */
function checkCandidates(
  fields: readonly OutputField[],
  candidates: readonly unknown[],
): OutputCheck {
  let first: FieldError[] | undefined;
  for (const value of candidates) {
    if (!isObject(value)) continue;
    const errors: FieldError[] = [];
    const output = checkObject(fields, value, '', errors);
    if (errors.length === 0) return { output, valid: true, errors: [] };
    first ??= errors;
  }
  const message = candidates.length > 0 ? TASK_VALIDATION.notObject : TASK_VALIDATION.notJson;
  return invalid(first ?? [{ pointer: '', message }]);
}

/**
 * Recurses as deep as the fields, however deep the value is, and stops once there are enough errors.
 * @param errors receives what is wrong
 */
function checkObject(
  fields: readonly OutputField[],
  value: Record<string, unknown>,
  at: string,
  errors: FieldError[],
): Record<string, unknown> {
  const output: Record<string, unknown> = {};
  const known = new Set(fields.map((field) => field.name));
  for (const name of Object.keys(value)) {
    if (errors.length >= ERRORS_MAX) return output;
    if (!known.has(name))
      errors.push({ pointer: at + pointerTo(name), message: TASK_VALIDATION.outputUnknown(name) });
  }
  for (const field of fields) {
    if (errors.length >= ERRORS_MAX) return output;
    const { name } = field;
    const pointer = at + pointerTo(name);
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (found !== undefined && found !== null)
      output[name] = checkField(field, found, pointer, errors);
    else if (field.required) errors.push({ pointer, message: TASK_VALIDATION.outputMissing(name) });
  }
  return output;
}

function checkField(field: OutputField, value: unknown, at: string, errors: FieldError[]): unknown {
  if (!field.list) return checkItem(field, value, at, errors);
  if (!Array.isArray(value)) {
    errors.push({ pointer: at, message: TASK_VALIDATION.notList });
    return value;
  }
  const items: unknown[] = [];
  for (const [index, item] of value.entries()) {
    if (errors.length >= ERRORS_MAX) return items;
    items.push(checkItem(field, item, `${at}/${index}`, errors));
  }
  return items;
}

function checkItem(field: OutputField, value: unknown, at: string, errors: FieldError[]): unknown {
  if (field.type === 'object' && isObject(value))
    return checkObject(field.fields ?? [], value, at, errors);
  const message = checkValue(field, value);
  if (message) errors.push({ pointer: at, message });
  return value;
}

function checkValue(field: OutputField, value: unknown): string | undefined {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? undefined : TASK_VALIDATION.notText;
    case 'number':
      return Number.isFinite(value) ? undefined : TASK_VALIDATION.notNumber;
    case 'integer':
      return Number.isInteger(value) ? undefined : TASK_VALIDATION.notInteger;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : TASK_VALIDATION.notBoolean;
    case 'choice': {
      const options = field.options ?? [];
      const fits = typeof value === 'string' && options.includes(value);
      return fits ? undefined : TASK_VALIDATION.notOption(options);
    }
    case 'object':
      return TASK_VALIDATION.notObject;
  }
}

function invalid(errors: FieldError[]): OutputCheck {
  return { output: null, valid: false, errors };
}

function pointerTo(name: string): string {
  return `/${escapePointer(name)}`;
}

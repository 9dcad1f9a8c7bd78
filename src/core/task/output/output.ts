import { isObject } from '#core/json/is-object.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { VALIDATION } from '#core/messages.ts';
import type { FieldError, OutputField, OutputFormat } from '#generated/model/index.ts';
import { jsonCandidates } from './extract-json.ts';
import { fixNearMisses } from './near-misses.ts';

/** The parsed output of a model: `output` is null when it does not match the format. */
export interface OutputCheck {
  output: string | Record<string, unknown> | null;
  valid: boolean;
  errors: FieldError[];
}

/**
 * Parses what a model wrote: `text` as it is; for `fields` the JSON object in it, whether bare, in a code fence or
 * surrounded by text. Error pointers refer to the output; null counts as an absent optional field.
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
    const { output, errors } = checkObject(fields, value, '');
    if (errors.length === 0) return { output, valid: true, errors: [] };
    first ??= errors;
  }
  const message = candidates.length > 0 ? VALIDATION.notObject : VALIDATION.notJson;
  return invalid(first ?? [{ pointer: '', message }]);
}

interface Checked {
  output: Record<string, unknown>;
  errors: FieldError[];
}

/** Recurses as deep as the fields, however deep the value is. */
function checkObject(
  fields: readonly OutputField[],
  value: Record<string, unknown>,
  at: string,
): Checked {
  const output: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const known = new Set(fields.map((field) => field.name));
  for (const name of Object.keys(value)) {
    if (!known.has(name))
      errors.push({ pointer: at + pointerTo(name), message: VALIDATION.outputUnknown(name) });
  }
  for (const field of fields) {
    const { name } = field;
    const pointer = at + pointerTo(name);
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (found === undefined || found === null) {
      if (field.required) errors.push({ pointer, message: VALIDATION.outputMissing(name) });
      continue;
    }
    const checked = checkField(field, found, pointer);
    errors.push(...checked.errors);
    output[name] = checked.output;
  }
  return { output, errors };
}

function checkField(
  field: OutputField,
  value: unknown,
  at: string,
): { output: unknown; errors: FieldError[] } {
  if (!field.list) return checkItem(field, value, at);
  if (!Array.isArray(value))
    return { output: value, errors: [{ pointer: at, message: VALIDATION.notList }] };
  const items = value.map((item, index) => checkItem(field, item, `${at}/${index}`));
  return {
    output: items.map(({ output }) => output),
    errors: items.flatMap(({ errors }) => errors),
  };
}

function checkItem(
  field: OutputField,
  value: unknown,
  at: string,
): { output: unknown; errors: FieldError[] } {
  if (field.type === 'object' && isObject(value)) return checkObject(field.fields ?? [], value, at);
  const message = checkValue(field, value);
  return { output: value, errors: message ? [{ pointer: at, message }] : [] };
}

function checkValue(field: OutputField, value: unknown): string | undefined {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' ? undefined : VALIDATION.notText;
    case 'number':
      return Number.isFinite(value) ? undefined : VALIDATION.notNumber;
    case 'integer':
      return Number.isInteger(value) ? undefined : VALIDATION.notInteger;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : VALIDATION.notBoolean;
    case 'choice': {
      const options = field.options ?? [];
      const fits = typeof value === 'string' && options.includes(value);
      return fits ? undefined : VALIDATION.notOption(options);
    }
    case 'object':
      return VALIDATION.notObject;
  }
}

function invalid(errors: FieldError[]): OutputCheck {
  return { output: null, valid: false, errors };
}

function pointerTo(name: string): string {
  return `/${escapePointer(name)}`;
}

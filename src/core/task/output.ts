import type { FieldError, OutputField, OutputFormat } from '#generated/model/index.ts';
import { VALIDATION } from '../messages.ts';
import { escapePointer } from '../pointer.ts';
import { extractJson } from './extract-json.ts';

/** What a model's text comes to: `output` is null when it does not fit the format. */
export interface OutputCheck {
  output: string | Record<string, unknown> | null;
  valid: boolean;
  errors: FieldError[];
}

/**
 * The output of a task as JSON Schema.
 * @param options.allRequired requires every field and lets optional ones be null, as providers with strict
 *   structured output want it; `checkOutput` takes both
 */
export function outputSchema(
  format: OutputFormat,
  options: { allRequired?: boolean } = {},
): Record<string, unknown> {
  if (format.type === 'text') return { type: 'string' };
  const fields = format.fields ?? [];
  const properties: Record<string, unknown> = {};
  for (const field of fields) {
    const schema = fieldSchema(field);
    const nullable = options.allRequired && !field.required;
    properties[field.name] = nullable ? { anyOf: [schema, { type: 'null' }] } : schema;
  }
  const required = fields
    .filter((field) => field.required || options.allRequired)
    .map((f) => f.name);
  return {
    type: 'object',
    properties,
    required: [...new Set(required)],
    additionalProperties: false,
  };
}

/**
 * Reads what a model wrote: with `text` as it stands, with `fields` the JSON object in it, be it bare, in a
 * fence or amid other text. Pointers of errors are into the output; null counts as an absent optional field.
 */
export function checkOutput(format: OutputFormat, text: string): OutputCheck {
  if (format.type === 'text') return { output: text, valid: true, errors: [] };
  const value = extractJson(text);
  if (value === undefined) return invalid([{ pointer: '', message: VALIDATION.notJson }]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return invalid([{ pointer: '', message: VALIDATION.notObject }]);
  }
  return checkObject(format.fields ?? [], value as Record<string, unknown>);
}

function checkObject(fields: readonly OutputField[], value: Record<string, unknown>): OutputCheck {
  const output: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  const known = new Set(fields.map((field) => field.name));
  for (const name of Object.keys(value)) {
    if (!known.has(name))
      errors.push({ pointer: pointerTo(name), message: VALIDATION.outputUnknown(name) });
  }
  for (const field of fields) {
    const { name } = field;
    const found = Object.hasOwn(value, name) ? value[name] : undefined;
    if (found === undefined || found === null) {
      if (field.required)
        errors.push({ pointer: pointerTo(name), message: VALIDATION.outputMissing(name) });
      continue;
    }
    errors.push(...checkField(field, found));
    output[name] = found;
  }
  return errors.length > 0 ? invalid(errors) : { output, valid: true, errors };
}

function checkField(field: OutputField, value: unknown): FieldError[] {
  const at = pointerTo(field.name);
  if (!field.list) {
    const message = checkValue(field, value);
    return message ? [{ pointer: at, message }] : [];
  }
  if (!Array.isArray(value)) return [{ pointer: at, message: VALIDATION.notList }];
  return value.flatMap((item, index) => {
    const message = checkValue(field, item);
    return message ? [{ pointer: `${at}/${index}`, message }] : [];
  });
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
  }
}

function fieldSchema(field: OutputField): Record<string, unknown> {
  const description = field.description ? { description: field.description } : {};
  const item =
    field.type === 'choice'
      ? { type: 'string', enum: field.options ?? [] }
      : plainSchema(field.type);
  return field.list ? { type: 'array', items: item, ...description } : { ...item, ...description };
}

function plainSchema(type: OutputField['type']): Record<string, unknown> {
  return { type: type === 'text' ? 'string' : type };
}

function invalid(errors: FieldError[]): OutputCheck {
  return { output: null, valid: false, errors };
}

function pointerTo(name: string): string {
  return `/${escapePointer(name)}`;
}

import { OUTPUT_DEPTH_MAX, OUTPUT_FIELDS_TOTAL } from '#core/limits.ts';
import { MESSAGES } from '#core/messages.ts';
import { TASK_VALIDATION } from '#core/task/task-validation.ts';
import type { FieldError, OutputField, OutputFormat } from '#generated/model/index.ts';
import { checkOptions } from './option-rules.ts';

const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** Checks the output format of a revision. */
export function checkOutputFormat(format: OutputFormat): FieldError[] {
  if (format.type === 'text') return [];
  const fields = format.fields ?? [];
  const pointer = '/output_format/fields';
  if (fields.length === 0) return [{ pointer, message: MESSAGES.task.outputEmpty }];
  const errors = checkFields(fields, pointer, 1);
  if (countFields(fields, 1) > OUTPUT_FIELDS_TOTAL)
    errors.push({ pointer, message: TASK_VALIDATION.fieldsTooMany(OUTPUT_FIELDS_TOTAL) });
  return errors;
}

function checkFields(fields: readonly OutputField[], at: string, depth: number): FieldError[] {
  const first = new Map<string, number>();
  return fields.flatMap((field, index) => {
    const pointer = `${at}/${index}`;
    const errors: FieldError[] = [];
    if (!FIELD_NAME.test(field.name)) {
      errors.push({ pointer: `${pointer}/name`, message: TASK_VALIDATION.fieldName });
    } else if (first.has(field.name)) {
      errors.push({ pointer: `${pointer}/name`, message: TASK_VALIDATION.fieldTwice });
    }
    first.set(field.name, index);
    if (field.type === 'choice') errors.push(...checkOptions(field.options, `${pointer}/options`));
    if (field.type === 'object')
      errors.push(...checkInner(field.fields ?? [], `${pointer}/fields`, depth + 1));
    return errors;
  });
}

function checkInner(fields: readonly OutputField[], at: string, depth: number): FieldError[] {
  if (depth > OUTPUT_DEPTH_MAX)
    return [{ pointer: at, message: TASK_VALIDATION.fieldsTooDeep(OUTPUT_DEPTH_MAX) }];
  if (fields.length === 0) return [{ pointer: at, message: TASK_VALIDATION.fieldsNeeded }];
  return checkFields(fields, at, depth);
}

function countFields(fields: readonly OutputField[], depth: number): number {
  if (depth > OUTPUT_DEPTH_MAX) return 0;
  return fields.reduce(
    (sum, { type, fields: inner = [] }) =>
      sum + 1 + (type === 'object' ? countFields(inner, depth + 1) : 0),
    0,
  );
}

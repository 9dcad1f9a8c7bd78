import type { OutputField, OutputFormat } from '#generated/model/index.ts';

interface SchemaOptions {
  /**
   * Requires every field and allows null for optional ones, as providers with strict structured output require;
   * `checkOutput` accepts both forms.
   */
  allRequired?: boolean;
}

/** The output of a task as JSON Schema; `outputFormatOf` is the inverse. */
export function outputSchema(
  format: OutputFormat,
  options: SchemaOptions = {},
): Record<string, unknown> {
  return format.type === 'text' ? { type: 'string' } : objectSchema(format.fields ?? [], options);
}

function objectSchema(
  fields: readonly OutputField[],
  options: SchemaOptions,
): Record<string, unknown> {
  const isRequired = (field: OutputField) => field.required || options.allRequired;
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map((field) => [field.name, propertySchema(field, options)]),
    ),
    required: [...new Set(fields.filter(isRequired).map(({ name }) => name))],
    additionalProperties: false,
  };
}

function propertySchema(field: OutputField, options: SchemaOptions): Record<string, unknown> {
  const schema = fieldSchema(field, options);
  return options.allRequired && !field.required ? { anyOf: [schema, { type: 'null' }] } : schema;
}

function fieldSchema(field: OutputField, options: SchemaOptions): Record<string, unknown> {
  const description = field.description ? { description: field.description } : {};
  const value = valueSchema(field, options);
  return field.list
    ? { type: 'array', items: value, ...description }
    : { ...value, ...description };
}

function valueSchema(field: OutputField, options: SchemaOptions): Record<string, unknown> {
  switch (field.type) {
    case 'object':
      return objectSchema(field.fields ?? [], options);
    case 'choice':
      return { type: 'string', enum: field.options ?? [] };
    default:
      return { type: field.type === 'text' ? 'string' : field.type };
  }
}

/** The schema of a parameter, with the JSON Schema keywords that our contract uses there. */
export interface ParameterSchema {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: string[];
  items?: ParameterSchema;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  examples?: unknown[];
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: ParameterSchema;
}

interface Described {
  id: string;
  parameters: readonly Parameter[];
  /** Whether orval generates no validator for it. */
  isLeftOut: boolean;
}

const METHODS = {
  minLength: 'min',
  maxLength: 'max',
  minimum: 'min',
  maximum: 'max',
  minItems: 'min',
  maxItems: 'max',
} as const;
/** Keywords that `zodOf` handles, or that say nothing about which values are valid. */
const KNOWN = ['type', 'format', 'enum', 'items', 'default', 'examples', ...Object.keys(METHODS)];

/**
 * Zod validators for parameters for which orval generates none: those in paths, and those in the queries of streams and
 * exports.
 */
export function parametersFile(header: string, operations: readonly Described[]): string {
  const paths = new Map<string, string>();
  for (const { id, parameters } of operations) {
    for (const { name, schema } of parameters.filter((one) => one.in === 'path')) {
      const validator = zodOf(schema);
      // The mocks look them up by name.
      if ((paths.get(name) ?? validator) !== validator)
        throw new Error(`${id}: the path parameter ${name} has another schema elsewhere`);
      paths.set(name, validator);
    }
  }
  const queries = operations
    .filter(({ isLeftOut }) => isLeftOut)
    .flatMap(({ id, parameters }) => {
      const fields = parameters.filter((one) => one.in === 'query').map(queryField);
      return fields.length === 0 ? [] : `  ${id}: zod.object({ ${fields.join(', ')} }),`;
    });
  const text = [...paths.values(), ...queries].join('\n');
  const schemas = [...new Set([...text.matchAll(/model\.(\w+)/g)].map(([, name = '']) => name))];
  const body = [
    '/** The parameters in paths, by name. */',
    'export const PATH_PARAMETERS = {',
    ...[...paths].map(([name, validator]) => `  ${name}: ${validator},`),
    '};',
    '',
    '/** The queries of streams and exports. */',
    'export const QUERIES = {',
    ...queries,
    '};',
    '',
  ].join('\n');
  return [
    header,
    "import * as zod from 'zod';",
    ...schemas.sort().map((name) => `import { ${name} } from '../model/${fileName(name)}.zod.ts';`),
    '',
    body.replaceAll('model.', ''),
  ].join('\n');
}

function queryField({ name, required, schema }: Parameter): string {
  const hasDefault = schema.default !== undefined;
  return `${name}: ${zodOf(schema)}${required || hasDefault ? '' : '.optional()'}`;
}

function zodOf(schema: ParameterSchema): string {
  if (schema.$ref) return `model.${schema.$ref.split('/').at(-1)}`;
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.includes(keyword));
  if (unknown.length > 0) throw new Error(`A parameter uses ${unknown.join(', ')}`);
  const bounds = Object.entries(METHODS).map(([keyword, method]) => {
    const bound = schema[keyword as keyof typeof METHODS];
    return bound === undefined ? '' : `.${method}(${bound})`;
  });
  const initial = schema.default === undefined ? '' : `.default(${JSON.stringify(schema.default)})`;
  return base(schema) + bounds.join('') + initial;
}

function base({ type, format, enum: values, items = {} }: ParameterSchema): string {
  if (values) return `zod.enum(${JSON.stringify(values)})`;
  if (format === 'date-time') return 'zod.iso.datetime({ offset: true })';
  if (format) throw new Error(`A parameter has the format ${format}`);
  if (type === 'string') return 'zod.string()';
  if (type === 'boolean') return 'zod.boolean()';
  if (type === 'integer') return 'zod.int()';
  if (type === 'array') return `zod.array(${zodOf(items)})`;
  throw new Error(`A parameter has the type ${type}`);
}

/** Orval's file name for a schema. */
function fileName(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

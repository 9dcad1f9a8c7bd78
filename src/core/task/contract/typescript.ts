import { nameIn } from './api-contract.ts';
import type { Schema } from './task-contract.ts';

/**
 * Turns a JSON Schema into TypeScript: a type, and the zod schema that validates it. Names and descriptions always stay
 * text: nothing in them can become code.
 */
export interface WriteOptions {
  /** Rejects unknown properties. Data from a server should be read leniently instead. */
  strict?: boolean;
  indent?: string;
}

const LINE_MAX = 80;

/** A schema as a type. */
export function typeOf(schema: unknown, indent = ''): string {
  if (!isSchema(schema)) return schema === false ? 'never' : 'unknown';
  const name = nameIn(schema.$ref);
  if (name !== undefined) return name;
  if (schema.const !== undefined) return literal(schema.const);
  if (Array.isArray(schema.enum)) return typeOfEnum(schema, schema.enum);
  const branches = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(branches)) return union(branches.map((branch) => typeOf(branch, indent)));
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'number':
    case 'integer':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `Array<${typeOf(schema.items, indent)}>`;
    case 'object':
      return typeOfObject(schema, indent);
    default:
      return 'unknown';
  }
}

/** A schema as zod. A reference becomes the name of its zod schema. */
export function zodOf(schema: unknown, options: WriteOptions = {}): string {
  if (!isSchema(schema)) return schema === false ? 'z.never()' : 'z.unknown()';
  const name = nameIn(schema.$ref);
  if (name !== undefined) return schemaName(name);
  if (schema.const !== undefined) return `z.literal(${literal(schema.const)})`;
  if (Array.isArray(schema.enum)) return zodOfEnum(schema, schema.enum);
  const branches = schema.oneOf ?? schema.anyOf;
  if (Array.isArray(branches)) return zodOfUnion(schema, branches, options);
  if (Array.isArray(schema.type))
    return zodOfUnion(
      {},
      schema.type.map((type) => ({ ...schema, type })),
      options,
    );
  switch (schema.type) {
    case 'string':
      return `z.string()${bounds(schema, 'minLength', 'maxLength')}`;
    case 'number':
      return `z.number()${bounds(schema, 'minimum', 'maximum')}`;
    case 'integer':
      return `z.int()${bounds(schema, 'minimum', 'maximum')}`;
    case 'boolean':
      return 'z.boolean()';
    case 'null':
      return 'z.null()';
    case 'array':
      return `z.array(${zodOf(schema.items, options)})${bounds(schema, 'minItems', 'maxItems')}`;
    case 'object':
      return zodOfObject(schema, options);
    default:
      return 'z.unknown()';
  }
}

/** The name of the zod schema of a type. */
export function schemaName(type: string): string {
  return `${type.charAt(0).toLowerCase()}${type.slice(1)}Schema`;
}

/** A description as a doc comment, followed by a line break; empty if there is none. */
export function docComment(text: unknown, indent = ''): string {
  if (typeof text !== 'string' || text.trim() === '') return '';
  const lines = commentLines(text.trim());
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

/** The lines of a comment, which can neither end the comment nor be a compiler directive. */
export function commentLines(text: string): string[] {
  return text
    .trimEnd()
    .replaceAll('*/', '*\\/')
    .replace(/@ts-/gi, '@ts -')
    .split(/[\n\r\u2028\u2029]+/)
    .map((line) =>
      line
        .replace(/\p{Cc}/gu, ' ')
        .trimEnd()
        .toWellFormed(),
    );
}

function typeOfObject({ properties, required = [] }: Schema, indent: string): string {
  if (!isSchema(properties)) return '{ [name: string]: unknown }';
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, schema]) => {
    const isRequired = (required as string[]).includes(name);
    const type = typeOf(schema, inner);
    const written = isRequired
      ? `: ${type}`
      : `?: ${type === 'unknown' ? type : `${type} | undefined`}`;
    const text = isSchema(schema) ? docComment(schema.description, inner) : '';
    return `${text}${inner}${key(name)}${written};\n`;
  });
  return members.length === 0 ? '{ [name: string]: never }' : `{\n${members.join('')}${indent}}`;
}

function zodOfObject(schema: Schema, options: WriteOptions): string {
  const { properties, required = [] } = schema;
  if (!isSchema(properties)) return 'z.record(z.string(), z.unknown())';
  const { strict = false, indent = '' } = options;
  const inner = `${indent}  `;
  const entries = Object.entries(properties);
  if (entries.length === 0 && strict) return 'z.record(z.string(), z.never())';
  const members = entries.map(([name, property]) => {
    const optional = (required as string[]).includes(name) ? '' : '.optional()';
    // In an object literal `__proto__: x` would set the prototype.
    const written = name === '__proto__' ? `["__proto__"]` : key(name);
    return `${inner}${written}: ${zodOf(property, { ...options, indent: inner })}${optional},\n`;
  });
  const kind = strict && schema.additionalProperties === false ? 'strictObject' : 'object';
  return `z.${kind}({\n${members.join('')}${indent}})`;
}

function typeOfEnum(schema: Schema, values: readonly unknown[]): string {
  const known = values.map(literal);
  return union(schema['x-extensible-enum'] ? [...known, '(string & {})'] : known);
}

function zodOfEnum(schema: Schema, values: readonly unknown[]): string {
  if (schema['x-extensible-enum']) return 'z.string()';
  if (values.length === 0) return 'z.never()';
  return `z.literal([${values.map(literal).join(', ')}])`;
}

function zodOfUnion(schema: Schema, branches: readonly unknown[], options: WriteOptions): string {
  const written = branches.map((branch) => zodOf(branch, options));
  if (written.length < 2) return written[0] ?? 'z.never()';
  const { propertyName } = (schema.discriminator ?? {}) as { propertyName?: string };
  const list = `[${written.join(', ')}]`;
  return propertyName === undefined
    ? `z.union(${list})`
    : `z.discriminatedUnion(${literal(propertyName)}, ${list})`;
}

function bounds(schema: Schema, least: string, most: string): string {
  const part = (name: string, method: string) =>
    typeof schema[name] === 'number' ? `.${method}(${schema[name]})` : '';
  return part(least, 'min') + part(most, 'max');
}

function union(types: readonly string[]): string {
  const distinct = [...new Set(types)];
  if (distinct.length === 0) return 'never';
  const line = distinct.join(' | ');
  return line.length <= LINE_MAX ? line : distinct.map((type) => `\n  | ${type}`).join('');
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

/** JSON as a literal, with strings in single quotes. */
export function literal(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
  const escaped = JSON.stringify(value).slice(1, -1);
  const plain = escaped.replace(/\\(.)/g, (pair, char) => (char === '"' ? char : pair));
  return `'${plain.replaceAll("'", "\\'")}'`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

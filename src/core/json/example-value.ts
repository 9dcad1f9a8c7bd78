import { isObject } from './is-object.ts';
/** The JSON Schema keywords that are used here. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

interface ExampleOptions {
  /** The source of choices and numbers: the same seed always gives the same value. */
  seed: string;
  /** The value of a string field, from its name and a number; by default a text that says it is an example. */
  text?: (name: string, hash: number) => string;
}

/** Beyond this depth a schema is taken to be recursive. */
const DEPTH_MAX = 20;

/** The simplest value that matches a schema; deterministic. Other seeds show other branches of it. */
export function exampleOf(schema: JsonSchema, options: ExampleOptions): unknown {
  const { seed, text = exampleText } = options;
  return exampleAt(schema, { hash: hashText(seed), name: '', depth: 0, text });
}

/**
 * FNV-1a: small, and gives the same result everywhere.
 * @param before the hash of what comes before the text
 */
export function hashText(text: string, before = 0x811c9dc5): number {
  let value = before;
  for (let at = 0; at < text.length; at += 1) {
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return value;
}

interface Place {
  /** The hash of the seed and of the path: the seed itself may be long, and is read once. */
  hash: number;
  /** The property that holds the value. */
  name: string;
  depth: number;
  text: (name: string, hash: number) => string;
}

function exampleAt(schema: unknown, place: Place): unknown {
  if (!isObject(schema) || place.depth > DEPTH_MAX) return null;
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (Array.isArray(schema.enum) && schema.enum.length > 0) {
    return schema.enum[place.hash % schema.enum.length];
  }
  const [branch] = [schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  if (branch !== undefined) return exampleAt(branch, { ...place, depth: place.depth + 1 });
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return objectOf(schema, place);
    case 'array':
      return listOf(schema, place);
    case 'integer':
    case 'number':
      return numberOf(schema, place.hash);
    case 'boolean':
      return place.hash % 2 === 0;
    case 'null':
      return null;
    default:
      return textOf(schema, place);
  }
}

function objectOf({ properties }: Record<string, unknown>, place: Place): unknown {
  const entries = Object.entries(isObject(properties) ? properties : {});
  const values = entries.map(([name, inner]) => [
    name,
    exampleAt(inner, { ...place, name, hash: hashText(name, place.hash), depth: place.depth + 1 }),
  ]);
  return Object.fromEntries(values);
}

function listOf({ items, minItems }: Record<string, unknown>, place: Place): unknown {
  const length = Math.max(1, typeof minItems === 'number' ? minItems : 1);
  const item = Array.isArray(items) ? items[0] : items;
  return Array.from({ length }, (_, index) => {
    const hash = index === 0 ? place.hash : hashText(String(index), place.hash);
    return exampleAt(item, { ...place, hash, depth: place.depth + 1 });
  });
}

function numberOf({ minimum, maximum }: Record<string, unknown>, hash: number): number {
  const low = typeof minimum === 'number' ? Math.ceil(minimum) : 0;
  const high = typeof maximum === 'number' ? Math.floor(maximum) : low + 99;
  return low + (hash % Math.max(1, high - low + 1));
}

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T09:00:00Z',
  date: '2026-01-01',
  time: '09:00:00Z',
  email: 'ada@example.com',
  uri: 'https://example.com/',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function textOf({ format, minLength, maxLength }: Record<string, unknown>, place: Place): string {
  const formatted = typeof format === 'string' ? FORMATS[format] : undefined;
  if (formatted !== undefined) return formatted;
  const text = place.text(place.name, place.hash);
  const long = typeof minLength === 'number' ? text.padEnd(minLength, '.') : text;
  return typeof maxLength === 'number' ? long.slice(0, maxLength) : long;
}

function exampleText(name: string, hash: number): string {
  const what = name === '' ? 'text' : name.replaceAll('_', ' ');
  return `Example ${what} ${1 + (hash % 9)}`;
}

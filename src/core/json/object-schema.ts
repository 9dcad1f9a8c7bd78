import type { FieldError } from '#generated/model/index.ts';
import { SCHEMA_DEPTH_MAX, SCHEMA_PARTS_MAX, SCHEMA_TEXT_MAX } from '../limits.ts';
import { VALIDATION } from '../messages.ts';
import { tooLarge } from '../pattern/pattern-size.ts';
import { isObject } from './is-object.ts';
import { parseJson } from './parse-json.ts';
import { escapePointer, memberOf, unescapePointer } from './pointer.ts';

type Json = Record<string, unknown>;

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
/** Where a schema contains other schemas: a single one, a list, or by name. */
const ONE = [
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentSchema',
];
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const MAPS = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  // Of earlier drafts: schemas or lists of names.
  'dependencies',
];
/** Keywords that refer to another part of the schema depending on how validation came to them. */
const UNSUPPORTED = ['$dynamicRef', '$recursiveRef'];
/** Keywords whose value has one type. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  required: isTexts,
  enum: (value) => Array.isArray(value) && value.length > 0,
  description: isText,
  title: isText,
  pattern: isPattern,
  format: isText,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isTexts),
};

/**
 * Validates a JSON Schema that a person wrote for the arguments of a tool: its size, its keywords, references that are
 * broken or circular. Examines no more of it than the limits allow; never throws.
 * @param at pointer to the schema
 */
export function checkObjectSchema(schema: unknown, at = ''): FieldError[] {
  if (!isObject(schema) || schema.type !== 'object')
    return [{ pointer: at, message: 'Must be the JSON Schema of an object (type: object)' }];
  const checker = new Checker(schema);
  checker.look(schema, at, 1);
  // Serialised only once it is known to be finite.
  if (checker.errors.length === 0 && JSON.stringify(schema).length > SCHEMA_TEXT_MAX)
    checker.errors.push({ pointer: at, message: tooLong() });
  return checker.errors;
}

/** Like `checkObjectSchema`, for text that someone typed or pasted. */
export function readObjectSchema(text: string): { schema: Json | null; errors: FieldError[] } {
  if (text.length > SCHEMA_TEXT_MAX)
    return { schema: null, errors: [{ pointer: '', message: tooLong() }] };
  try {
    const schema: unknown = parseJson(text);
    const errors = checkObjectSchema(schema);
    return { schema: isObject(schema) ? schema : null, errors };
  } catch (error) {
    const message = `Invalid JSON: ${(error as Error).message}`;
    return { schema: null, errors: [{ pointer: '', message }] };
  }
}

/** Resolves a local reference (`#/$defs/address`); undefined when the target does not exist. */
export function resolvePointer(root: unknown, ref: string): unknown {
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return undefined;
  const names = ref
    .slice(2)
    .split('/')
    .map((part) => unescapePointer(decode(part)));
  return names.reduce(memberOf, root);
}

class Checker {
  readonly errors: FieldError[] = [];
  readonly #root: Json;
  readonly #path = new Set<object>();
  #parts = 0;
  #isFull = false;

  constructor(root: Json) {
    this.#root = root;
  }

  look(schema: unknown, at: string, depth: number): void {
    if (this.#isFull || typeof schema === 'boolean' || !this.#enters(schema, at, depth)) return;
    this.#path.add(schema);
    this.#keywords(schema, at);
    this.#values(schema, at);
    this.#reference(schema, at, depth);
    for (const [inner, pointer] of this.#inner(schema, at)) this.look(inner, pointer, depth + 1);
    this.#path.delete(schema);
  }

  #enters(schema: unknown, at: string, depth: number): schema is Json {
    this.#parts += 1;
    if (!isObject(schema)) this.#wrong(at, 'Must be a schema: an object, true or false');
    else if (this.#path.has(schema)) this.#wrong(at, 'The schema contains itself');
    else if (depth > SCHEMA_DEPTH_MAX)
      this.#stop(at, `Must be at most ${SCHEMA_DEPTH_MAX} levels deep`);
    else if (this.#parts > SCHEMA_PARTS_MAX)
      this.#stop(at, `Must have at most ${SCHEMA_PARTS_MAX.toLocaleString('en-US')} subschemas`);
    else return true;
    return false;
  }

  #keywords(schema: Json, at: string): void {
    for (const keyword of UNSUPPORTED) {
      if (Object.hasOwn(schema, keyword))
        this.#wrong(`${at}/${keyword}`, `${keyword} is not supported`);
    }
    if (Object.hasOwn(schema, '$id') && schema !== this.#root)
      this.#wrong(`${at}/$id`, 'Only the whole schema can have an $id');
  }

  #values(schema: Json, at: string): void {
    const types = Array.isArray(schema.type) ? schema.type : [schema.type];
    if (schema.type !== undefined && !types.every((type) => TYPES.has(type as string)))
      this.#wrong(`${at}/type`, `Must be one of: ${[...TYPES].join(', ')}`);
    for (const [keyword, fits] of Object.entries(VALUES)) {
      if (Object.hasOwn(schema, keyword) && !fits(schema[keyword]))
        this.#wrong(`${at}/${keyword}`, `Invalid value for ${keyword}`);
    }
    this.#pattern(schema.pattern, `${at}/pattern`);
    if (isObject(schema.patternProperties)) {
      for (const pattern of Object.keys(schema.patternProperties)) {
        const pointer = `${at}/patternProperties/${escapePointer(pattern)}`;
        if (isPattern(pattern)) this.#pattern(pattern, pointer);
        else this.#wrong(pointer, 'Must be a regular expression');
      }
    }
  }

  #pattern(pattern: unknown, pointer: string): void {
    const problem = typeof pattern === 'string' ? tooLarge(pattern) : undefined;
    if (problem) this.#wrong(pointer, VALIDATION.checkPattern(problem));
  }

  #reference(schema: Json, at: string, depth: number): void {
    const { $ref } = schema;
    if ($ref === undefined) return;
    const target = typeof $ref === 'string' ? resolvePointer(this.#root, $ref) : undefined;
    if (target === undefined)
      this.#wrong(`${at}/$ref`, 'Not found; only references within this schema are supported');
    else this.look(target, `${at}/$ref`, depth + 1);
  }

  *#inner(schema: Json, at: string): Generator<[schema: unknown, pointer: string]> {
    for (const keyword of ONE) {
      if (Object.hasOwn(schema, keyword)) yield [schema[keyword], `${at}/${keyword}`];
    }
    for (const keyword of LISTS) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const list = schema[keyword];
      if (!Array.isArray(list)) this.#wrong(`${at}/${keyword}`, 'Must be a list of schemas');
      else for (const [index, inner] of list.entries()) yield [inner, `${at}/${keyword}/${index}`];
    }
    for (const keyword of MAPS) {
      if (!Object.hasOwn(schema, keyword)) continue;
      const map = schema[keyword];
      if (!isObject(map)) this.#wrong(`${at}/${keyword}`, 'Must be an object of schemas');
      else
        for (const [name, inner] of Object.entries(map))
          if (keyword !== 'dependencies' || !isTexts(inner))
            yield [inner, `${at}/${keyword}/${escapePointer(name)}`];
    }
  }

  #wrong(pointer: string, message: string): void {
    this.errors.push({ pointer, message });
    if (this.errors.length >= 20) this.#isFull = true;
  }

  #stop(pointer: string, message: string): void {
    this.#wrong(pointer, message);
    this.#isFull = true;
  }
}

function tooLong(): string {
  return `A schema can have at most ${SCHEMA_TEXT_MAX.toLocaleString('en-US')} characters`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0;
}

function isPattern(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

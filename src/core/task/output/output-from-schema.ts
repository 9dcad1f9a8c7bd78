import { isObject } from '#core/json/is-object.ts';
import { resolvePointer } from '#core/json/object-schema.ts';
import { parseJson } from '#core/json/parse-json.ts';
import { escapePointer } from '#core/json/pointer.ts';
import { OUTPUT_DEPTH_MAX, OUTPUT_FIELDS_TOTAL, SCHEMA_TEXT_MAX } from '#core/limits.ts';
import type { OutputField, OutputFieldType, OutputFormat } from '#generated/model/index.ts';
import { optionsOf, typeOf, unwrapped } from './schema-shape.ts';

/**
 * Why a schema cannot be an output format (the first six), or what the format cannot express (`keyword`): a length, a
 * pattern, a default.
 */
export type SchemaProblemCode =
  | 'not_a_schema'
  | 'circular'
  | 'too_large'
  | 'too_deep'
  | 'unsupported'
  | 'bad_name'
  | 'keyword';

export interface SchemaProblem {
  code: SchemaProblemCode;
  /** Pointer into the schema. */
  pointer: string;
  message: string;
}

/** An output format and the parts of the schema that it cannot express, or why there is no format. */
export type FormatOfSchema =
  | { ok: true; format: OutputFormat; lost: SchemaProblem[] }
  | { ok: false; errors: SchemaProblem[] };

type Json = Record<string, unknown>;

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;
/** Keywords that do not affect which values are valid. */
const SILENT = new Set(['$schema', '$id', '$anchor', '$comment', '$defs', 'definitions', '$ref']);
const COMBINED = ['allOf', 'not', 'if', 'patternProperties', 'prefixItems', '$dynamicRef'];
const TYPES: Readonly<Record<string, OutputFieldType>> = {
  string: 'text',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
};

/** A schema without the option of being null. */
interface Bare {
  schema: Json;
  pointer: string;
  isNullable: boolean;
  leaveInner: () => void;
}

/** Why the schema cannot be an output format; thrown and caught in this file only. */
class Refusal extends Error {
  readonly problem: SchemaProblem;
  constructor(code: SchemaProblemCode, pointer: string, message: string) {
    super(message);
    this.problem = { code, pointer, message };
  }
}

/**
 * The output format that a JSON Schema describes: the inverse of `outputSchema`, including the form sent to providers
 * (`allRequired`). Local `$ref`s are followed. Never throws, whatever the input.
 */
export function outputFormatOf(schema: unknown): FormatOfSchema {
  try {
    return new Reader(schema).read();
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, errors: [error.problem] };
    throw error;
  }
}

/** Like `outputFormatOf`, for text that someone typed or pasted. */
export function outputFormatOfText(text: string): FormatOfSchema {
  const refuse = (code: SchemaProblemCode, message: string): FormatOfSchema => ({
    ok: false,
    errors: [{ code, pointer: '', message }],
  });
  if (text.length > SCHEMA_TEXT_MAX)
    return refuse('too_large', `A schema can have at most ${count(SCHEMA_TEXT_MAX)} characters.`);
  try {
    return outputFormatOf(unwrapped(parseJson(text)));
  } catch (error) {
    return refuse('not_a_schema', `Invalid JSON: ${(error as Error).message}`);
  }
}

class Reader {
  readonly #root: unknown;
  readonly #lost: SchemaProblem[] = [];
  /** The objects on the path from the root; one that occurs twice is circular. */
  readonly #path = new Set<object>();
  #fields = 0;

  constructor(root: unknown) {
    this.#root = root;
  }

  read(): FormatOfSchema {
    const { schema, leave } = this.#enter(this.#root, '');
    const type = typeOf(schema);
    if (type === 'string' && !schema.enum) {
      this.#lose(schema, '', ['type']);
      return { ok: true, format: { type: 'text' }, lost: this.#lost };
    }
    if (type !== 'object')
      throw new Refusal('unsupported', '', 'The schema must describe an object or a plain string.');
    const fields = this.#readFields(schema, '', 1);
    this.#lose(schema, '', ['type', 'properties', 'required', 'additionalProperties']);
    leave();
    return { ok: true, format: { type: 'fields', fields }, lost: this.#lost };
  }

  #readFields(schema: Json, at: string, depth: number): OutputField[] {
    if (depth > OUTPUT_DEPTH_MAX)
      throw new Refusal('too_deep', at, `Objects can be at most ${OUTPUT_DEPTH_MAX} levels deep.`);
    const properties = schema.properties ?? {};
    if (!isObject(properties))
      throw new Refusal('not_a_schema', `${at}/properties`, 'Must be an object of schemas.');
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    for (const name of required) {
      if (typeof name !== 'string' || !Object.hasOwn(properties, name))
        this.#lost.push({
          code: 'keyword',
          pointer: `${at}/required`,
          message: `${JSON.stringify(name)} is required, but is not a property.`,
        });
    }
    const open = schema.additionalProperties;
    if (open !== undefined && open !== false)
      this.#lost.push({
        code: 'keyword',
        pointer: `${at}/additionalProperties`,
        message: 'Additional properties are not supported.',
      });
    return Object.entries(properties).map(([name, property]) => {
      const pointer = `${at}/properties/${escapePointer(name)}`;
      if (!NAME.test(name))
        throw new Refusal(
          'bad_name',
          pointer,
          `${JSON.stringify(name)} is not a valid field name: a letter, then letters, digits and underscores, at most 64.`,
        );
      this.#fields += 1;
      if (this.#fields > OUTPUT_FIELDS_TOTAL)
        throw new Refusal(
          'too_large',
          pointer,
          `An output can have at most ${OUTPUT_FIELDS_TOTAL} fields.`,
        );
      return this.#readField(name, property, required.has(name), pointer, depth);
    });
  }

  #readField(
    name: string,
    given: unknown,
    isRequired: boolean,
    at: string,
    depth: number,
  ): OutputField {
    const { schema: outer, pointer: outerAt, leave } = this.#enter(given, at);
    const { schema, pointer, isNullable, leaveInner } = this.#withoutNull(outer, outerAt);
    const field: OutputField = {
      name,
      type: 'text',
      // Null means that an optional field is absent; see `checkOutput`.
      required: isRequired && !isNullable,
      list: false,
    };
    if (typeOf(schema) === 'array') {
      const items = this.#enterItem(schema.items, `${pointer}/items`);
      field.list = true;
      Object.assign(field, this.#readValue(items.schema, items.pointer, depth, ['description']));
      this.#lose(schema, pointer, ['type', 'items', 'description']);
      const { description } = items.schema;
      if (schema.description === undefined && description !== undefined)
        this.#describe(field, description, items.pointer);
      else
        this.#lose(
          { description },
          items.pointer,
          description === undefined ? ['description'] : [],
        );
      items.leave();
    } else {
      Object.assign(field, this.#readValue(schema, pointer, depth, ['description']));
    }
    this.#describe(field, schema.description ?? outer.description, pointer);
    leaveInner();
    leave();
    return field;
  }

  #readValue(
    schema: Json,
    at: string,
    depth: number,
    also: readonly string[],
  ): Pick<OutputField, 'type' | 'options' | 'fields'> {
    const type = typeOf(schema);
    const options = optionsOf(schema);
    if (options && (type === 'string' || type === undefined)) {
      this.#lose(schema, at, ['type', 'enum', 'const', ...also]);
      return { type: 'choice', options };
    }
    if (type === 'object') {
      const fields = this.#readFields(schema, at, depth + 1);
      this.#lose(schema, at, ['type', 'properties', 'required', 'additionalProperties', ...also]);
      return { type: 'object', fields };
    }
    if (type === 'array')
      throw new Refusal(
        'unsupported',
        at,
        'Lists of lists are not supported. Wrap the inner list in an object.',
      );
    const plain = type === undefined ? undefined : TYPES[type];
    if (!plain)
      throw new Refusal(
        'unsupported',
        at,
        type === undefined
          ? 'A field needs one type: string, number, integer, boolean, object or array.'
          : `${JSON.stringify(type)} is not a valid field type.`,
      );
    this.#lose(schema, at, ['type', ...also]);
    return { type: plain };
  }

  /** A choice between one schema and null, or a type list with null, means an optional field. */
  #withoutNull(given: Json, at: string): Bare {
    const { nullable, ...outer } = given;
    const none: Bare = {
      schema: outer,
      pointer: at,
      isNullable: nullable === true,
      leaveInner: () => {},
    };
    const values = Array.isArray(outer.enum) ? outer.enum.filter((v) => v !== null) : undefined;
    const bare = { ...outer, ...(values && { enum: values }) };
    if (Array.isArray(outer.type) && outer.type.length === 2 && outer.type.includes('null')) {
      const type = outer.type.find((one) => one !== 'null');
      return { ...none, schema: { ...bare, type }, isNullable: true };
    }
    if (values && values.length < (outer.enum as unknown[]).length)
      return { ...none, schema: bare, isNullable: true };
    const keyword = ['anyOf', 'oneOf'].find((one) => Array.isArray(outer[one]));
    if (!keyword || isObject(outer.properties)) return none;
    return this.#ofAlternatives(none, keyword);
  }

  #ofAlternatives(none: Bare, keyword: string): Bare {
    const { schema: outer, pointer: at } = none;
    const all = outer[keyword] as unknown[];
    const rest = all.filter((one) => !(isObject(one) && one.type === 'null'));
    const isNullable = none.isNullable || rest.length < all.length;
    const pointerOf = (one: unknown) => `${at}/${keyword}/${all.indexOf(one)}`;
    this.#lose(outer, at, [keyword, 'type', 'description']);
    if (rest.length === 1) {
      const inner = this.#enter(rest[0], pointerOf(rest[0]));
      const { schema, pointer, leave } = inner;
      return { schema, pointer, isNullable, leaveInner: leave };
    }
    const texts = rest.map((one) => (isObject(one) ? optionsOf(one) : undefined));
    if (rest.length === 0 || !texts.every((some) => some !== undefined))
      throw new Refusal(
        'unsupported',
        `${at}/${keyword}`,
        'Alternatives are not supported: a field has one type.',
      );
    for (const one of rest) this.#lose(one as Json, pointerOf(one), ['type', 'const', 'enum']);
    const schema = { type: 'string', enum: texts.flat() };
    return { ...none, schema, isNullable };
  }

  /** An item of a list; a choice of constants works here too. A list cannot contain null. */
  #enterItem(given: unknown, at: string) {
    const { schema: outer, pointer: outerAt, leave } = this.#enter(given, at);
    const { schema, pointer, isNullable, leaveInner } = this.#withoutNull(outer, outerAt);
    if (isNullable) this.#note(outerAt, 'Items of a list cannot be null.');
    return {
      schema,
      pointer,
      leave: () => {
        leaveInner();
        leave();
      },
    };
  }

  /** Follows `$ref`s to the schema that they mean. */
  #enter(given: unknown, at: string): { schema: Json; pointer: string; leave: () => void } {
    const entered: object[] = [];
    let schema = given;
    let pointer = at;
    let overrides: Json = {};
    for (;;) {
      if (!isObject(schema))
        throw new Refusal('not_a_schema', pointer, 'Must be a schema: an object with a type.');
      if (this.#path.has(schema))
        throw new Refusal(
          'circular',
          at,
          'The schema contains itself, but an output must be finite.',
        );
      this.#path.add(schema);
      entered.push(schema);
      // `allOf` with one schema is that schema; some generators write a reference with a description this way.
      const isOne = Array.isArray(schema.allOf) && schema.allOf.length === 1;
      const combined = COMBINED.find(
        (keyword) => Object.hasOwn(schema as Json, keyword) && !(keyword === 'allOf' && isOne),
      );
      if (combined)
        throw new Refusal(
          'unsupported',
          `${pointer}/${combined}`,
          `${combined} is not supported: a field has one type.`,
        );
      const { $ref } = schema;
      if (isOne) {
        const { allOf, ...beside } = schema;
        overrides = { ...beside, ...overrides };
        pointer = `${pointer}/allOf/0`;
        schema = (allOf as unknown[])[0];
        continue;
      }
      if ($ref === undefined) break;
      // Keywords beside a reference apply to this use of it.
      const { $ref: _ref, ...beside } = schema;
      overrides = { ...beside, ...overrides };
      const target = typeof $ref === 'string' ? resolvePointer(this.#root, $ref) : undefined;
      if (target === undefined)
        throw new Refusal(
          'unsupported',
          `${pointer}/$ref`,
          `${JSON.stringify($ref)} is not in this schema; only references within it are followed.`,
        );
      pointer = ($ref as string).slice(1);
      schema = target;
    }
    const leave = () => {
      for (const one of entered) this.#path.delete(one);
    };
    return { schema: { ...(schema as Json), ...overrides }, pointer, leave };
  }

  #describe(field: OutputField, given: unknown, at: string): void {
    if (typeof given !== 'string' || given === '') return;
    if (given.length > 1000) this.#note(`${at}/description`, 'Cut to 1,000 characters.');
    field.description = given.slice(0, 1000);
  }

  /** Notes the parts of a schema that the format cannot express. */
  #lose(schema: Json, at: string, understood: readonly string[]): void {
    for (const keyword of Object.keys(schema)) {
      if (understood.includes(keyword) || SILENT.has(keyword)) continue;
      this.#note(`${at}/${escapePointer(keyword)}`, `${keyword} is not supported and was ignored.`);
    }
  }

  #note(pointer: string, message: string): void {
    if (this.#lost.length < 100) this.#lost.push({ code: 'keyword', pointer, message });
  }
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

import { isObject } from '#core/json/is-object.ts';

type Json = Record<string, unknown>;

/** The schema itself, unwrapped from the structured-output request of a provider. */
export function unwrapped(given: unknown): unknown {
  if (!isObject(given)) return given;
  const isRequest = given.type === 'json_schema';
  if (isRequest && isObject(given.json_schema)) return unwrapped(given.json_schema);
  const isNamed = given.type === undefined && typeof given.name === 'string';
  return (isRequest || isNamed) && isObject(given.schema) ? given.schema : given;
}

/** The type of a schema, stated or implied by its keywords. */
export function typeOf(schema: Json): string | undefined {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type) && type.length === 1) return String(type[0]);
  if (type !== undefined) return undefined;
  if (isObject(schema.properties)) return 'object';
  return schema.items === undefined ? undefined : 'array';
}

/** The strings that a schema allows; undefined when it allows others. */
export function optionsOf(schema: Json): string[] | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (!Array.isArray(values)) return undefined;
  const texts = values.filter((value) => typeof value === 'string');
  return texts.length === values.length ? [...new Set(texts)] : undefined;
}

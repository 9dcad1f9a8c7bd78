import { isObject } from '#core/json/is-object.ts';
import { memberOf, pointerParts } from '#core/json/pointer.ts';
import { writtenOperations } from '../walk.ts';
import { mockExamples } from './mock-examples.ts';

type Json = Record<string, unknown>;

/**
 * Rewrites the bundled contract so that orval generates good code from it. The input is not changed. Each step works
 * around a defect of orval 8.38 and has a test (`orval.test.ts`):
 *
 * - Responses behind a `$ref` are inlined: orval gives those no zod schema and no typed error.
 * - If a status has several media types, only JSON is kept: orval would read all of them as JSON.
 * - Defaults in PATCH bodies are removed: orval's zod inserts them, which would overwrite fields that the caller left
 *   out.
 * - Patterns and exclusive bounds get examples: faker takes `^` and `$` literally, and bounds as inclusive.
 * - Schemas that contain themselves are unrolled: orval leaves the input type of a recursive schema `unknown`.
 * - Examples of whole objects and enums are removed: with them, every mock factory would return one constant. Examples
 *   of single properties stay, so that mocks read like real data.
 */
export function prepareForOrval<T extends object>(document: T): T {
  const copy = structuredClone(document) as Json;
  const components = (copy.components ?? {}) as Record<string, Record<string, Json>>;
  const operations = writtenOperations(copy);
  for (const { method, value: operation } of operations) {
    inlineResponses(operation, components.responses ?? {});
    keepJson(operation);
    if (method === 'PATCH') dropDefaults(operation.requestBody, copy, new Set());
  }
  for (const schema of Object.values(components.schemas ?? {})) {
    if (schema.type === 'object' || schema.oneOf || schema.anyOf || schema.enum)
      delete schema.examples;
  }
  unrollRecursive(components.schemas ?? {});
  addExamples(components.schemas);
  for (const { value } of operations) addExamples(value);
  return copy as T;
}

function inlineResponses(operation: Json, shared: Record<string, Json>): void {
  const responses = (operation.responses ?? {}) as Record<string, Json>;
  for (const [status, response] of Object.entries(responses)) {
    const target = shared[nameOf(response.$ref)];
    if (target) responses[status] = target;
  }
}

function keepJson(operation: Json): void {
  for (const response of Object.values((operation.responses ?? {}) as Record<string, Json>)) {
    const content = response.content as Json | undefined;
    if (content && 'application/json' in content) {
      response.content = { 'application/json': content['application/json'] };
    }
  }
}

function dropDefaults(value: unknown, document: Json, seen: Set<unknown>): void {
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (Array.isArray(value)) {
    for (const item of value) dropDefaults(item, document, seen);
    return;
  }
  const schema = value as Json;
  if ('type' in schema || '$ref' in schema) delete schema.default;
  if (typeof schema.$ref === 'string') dropDefaults(resolve(schema.$ref, document), document, seen);
  for (const inner of Object.values(schema)) dropDefaults(inner, document, seen);
}

/** How many levels of a schema that contains itself are generated: as many as the contract allows for output fields. */
const LEVELS = 5;

/** `OutputField` contains `OutputFieldLevel2`, and so on. The last level lacks the lists that would go deeper. */
function unrollRecursive(schemas: Record<string, Json>): void {
  for (const [name, schema] of Object.entries(schemas)) {
    const own = `#/components/schemas/${name}`;
    const all = (schema.properties ?? {}) as Record<string, Json>;
    const lists = Object.entries(all).filter(
      ([, { items }]) => isObject(items) && items.$ref === own,
    );
    for (let level = 1; lists.length > 0 && level <= LEVELS; level += 1) {
      const properties = { ...all };
      for (const [list, inner] of lists) {
        const items = { $ref: `${own}Level${level + 1}` };
        // Without the example, mocks would be huge.
        properties[list] = { ...inner, items, examples: [[]] };
        if (level === LEVELS) delete properties[list];
      }
      schemas[level === 1 ? name : `${name}Level${level}`] = { ...schema, properties };
    }
  }
}

function addExamples(value: unknown): void {
  if (Array.isArray(value)) value.forEach(addExamples);
  if (!isObject(value)) return;
  if (!value.examples && !value.enum && typeof value.type === 'string') {
    const examples = mockExamples(value);
    if (examples.length > 0) value.examples = examples;
  }
  for (const [key, inner] of Object.entries(value)) if (key !== 'examples') addExamples(inner);
}

/** Resolves a `$ref` within the document. */
function resolve(ref: string, document: Json): unknown {
  return pointerParts(ref.slice(1)).reduce<unknown>(memberOf, document);
}

function nameOf(ref: unknown): string {
  return String(ref ?? '')
    .split('/')
    .at(-1) as string;
}

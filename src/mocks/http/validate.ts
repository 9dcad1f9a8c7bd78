import * as z from 'zod';
import { escapePointer } from '#core/json/pointer.ts';
import type { OperationFacts } from '#domain/call.ts';
import { readJsonBody } from '#domain/json-body.ts';
import { invalidRequest, notFound, ProblemError } from '#domain/problem.ts';
import type { FieldError } from '#generated/model/index.ts';
import * as model from '#generated/model/index.ts';
import { PATH_PARAMETERS, QUERIES } from '#generated/operations/parameters.ts';

const schemas = model as unknown as Readonly<Record<string, z.ZodType | undefined>>;
const queries: Readonly<Record<string, z.ZodType | undefined>> = QUERIES;
const pathParameters: Readonly<Record<string, z.ZodType | undefined>> = PATH_PARAMETERS;
const strictSchemas = new Map<string, z.ZodType>();

/**
 * The path parameters, converted to their types.
 * @throws ProblemError 404 if the operation declares no 400, because nothing can have such an id
 */
export function readPath(
  operation: OperationFacts,
  given: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const schemas = Object.keys(given).flatMap((name) => {
    const schema = pathParameters[name];
    return schema ? [[name, schema] as const] : [];
  });
  const path = schemas.map(([name, schema]) => [name, coerce(schema, [given[name] ?? ''])]);
  const schema = z.object(Object.fromEntries(schemas));
  try {
    return check(schema, Object.fromEntries(path), '/path');
  } catch (error) {
    throw operation.statuses.includes(400) ? error : notFound();
  }
}

/**
 * The query of a request, validated by the generated zod schema, with numbers and lists converted to their
 * types.
 */
export function readQuery(operation: OperationFacts, url: URL): Record<string, unknown> {
  const schema = schemas[`${pascal(operation.id)}Params`] ?? queries[operation.id];
  if (!(schema instanceof z.ZodObject)) return {};
  const query: Record<string, unknown> = {};
  for (const [name, type] of Object.entries(schema.shape)) {
    const given = url.searchParams.getAll(name);
    if (given.length > 0) query[name] = coerce(type as z.ZodType, given);
  }
  return check(schema, query, '/query');
}

/**
 * Validates the headers in the contract. There are no generated schemas for streams, so the contract itself is
 * used.
 */
export function checkHeaders(operation: OperationFacts, headers: Headers): void {
  for (const { name, required, schema } of operation.headers) {
    const given = headers.get(name) ?? undefined;
    if (given !== undefined || required) check(z.fromJSONSchema(schema), given, `/header/${name}`);
  }
}

/** The JSON body of a request, validated by the generated zod schema; unknown fields are rejected. */
export async function readBody(operation: OperationFacts, request: Request): Promise<unknown> {
  if (operation.body === undefined) return undefined;
  const type = request.headers.get('content-type') ?? '';
  const text = await request.text();
  if (text !== '' && !/^application\/json\b/i.test(type)) {
    throw new ProblemError('unsupported_media_type', 'The body must be application/json.');
  }
  return check(strictSchema(operation.body), readJsonBody(text), '');
}

function strictSchema(name: string): z.ZodType {
  const known = strictSchemas.get(name);
  if (known) return known;
  const schema = schemas[name];
  if (!schema) throw new Error(`There is no generated schema ${name}`);
  const made = strict(schema);
  strictSchemas.set(name, made);
  return made;
}

/** The generated schemas accept unknown fields; the contract does not. */
function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.entries(schema.shape).map(([key, type]) => [
      key,
      strict(type as z.ZodType),
    ]);
    return schema.clone({ ...schema.def, shape: Object.fromEntries(shape), catchall: z.never() });
  }
  if (schema instanceof z.ZodArray) {
    return schema.clone({ ...schema.def, element: strict(schema.element as z.ZodType) });
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schema.clone({
      ...schema.def,
      innerType: strict(schema.unwrap() as z.ZodType),
    } as never);
  }
  return schema;
}

function check<T>(schema: z.ZodType, value: T, at: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data as T;
  throw invalidRequest(result.error.issues.flatMap((issue) => toFieldErrors(issue, at)));
}

function toFieldErrors(issue: z.core.$ZodIssue, at: string): FieldError[] {
  const pointer = at + issue.path.map((part) => `/${escapePointer(String(part))}`).join('');
  if (issue.code !== 'unrecognized_keys') return [{ pointer, message: issue.message }];
  return issue.keys.map((key) => ({
    pointer: `${pointer}/${escapePointer(key)}`,
    message: 'Unknown field',
  }));
}

function coerce(type: z.ZodType, given: string[]): unknown {
  const inner = unwrap(type);
  if (inner instanceof z.ZodArray) return given;
  const [first = ''] = given;
  if (inner instanceof z.ZodBoolean) {
    return first === 'true' || (first === 'false' ? false : first);
  }
  if (!(inner instanceof z.ZodNumber)) return first;
  return first.trim() === '' ? first : Number(first);
}

function unwrap(type: z.ZodType): z.ZodType {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault)
    return unwrap(type.unwrap() as z.ZodType);
  return type;
}

function pascal(id: string): string {
  return id.charAt(0).toUpperCase() + id.slice(1);
}

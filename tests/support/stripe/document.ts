import { readFileSync } from 'node:fs';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Params } from './form.ts';

type Json = Record<string, unknown>;
interface Operation {
  parameters?: { name: string; in: string; schema: Json; required?: boolean }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}
interface Route {
  pattern: RegExp;
  path: string;
  operations: Record<string, Operation>;
}

/** Stripe's published OpenAPI document, with which requests to the local server and its responses are checked. */
export class StripeDocument {
  readonly version: string;
  readonly #routes: Route[];
  /** Parameters are texts, so numbers and booleans are read from them. */
  readonly #requests: Ajv2020;
  readonly #responses: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();

  /** @param file `spec3.json` of github.com/stripe/openapi */
  constructor(file: string) {
    const document = JSON.parse(readFileSync(file, 'utf8'));
    this.version = document.info.version;
    this.#routes = Object.entries<Record<string, Operation>>(document.paths)
      .map(([path, operations]) => ({
        path,
        operations,
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
      }))
      // `/v1/invoices/upcoming` before `/v1/invoices/{invoice}`.
      .sort((a, b) => a.path.split('{').length - b.path.split('{').length);
    const components = { components: modern(document.components) as Json };
    const options = { strict: false, allErrors: true, validateFormats: false } as const;
    this.#requests = new Ajv2020({ ...options, coerceTypes: true }).addSchema(components, 'stripe');
    this.#responses = new Ajv2020(options).addSchema(components, 'stripe');
  }

  /** What is wrong with a request: unknown or missing parameters, wrong types and values. */
  request(method: string, path: string, params: Params): string[] {
    const operation = this.#operation(method, path);
    if (!operation) return [`${method} ${path}: unknown`];
    const body = operation.requestBody?.content['application/x-www-form-urlencoded']?.schema;
    const schema = method === 'GET' ? querySchema(operation) : (body ?? {});
    return this.#check(this.#requests, `${method} ${path} request`, closed(schema), params);
  }

  response(method: string, path: string, status: number, body: unknown): string[] {
    const operation = this.#operation(method, path);
    const found = operation?.responses[String(status)] ?? operation?.responses.default;
    const schema = found?.content?.['application/json']?.schema;
    if (!schema) return [`${method} ${path}: unknown`];
    return this.#check(this.#responses, `${method} ${path} ${status}`, schema, body);
  }

  event(event: { type: string; data: { object: { object: string } } }): string[] {
    const schema = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    return [
      ...this.#check(this.#responses, `event ${event.type}`, schema('event'), event),
      ...this.#check(
        this.#responses,
        `event ${event.type}: ${event.data.object.object}`,
        schema(event.data.object.object),
        event.data.object,
      ),
    ];
  }

  #operation(method: string, path: string): Operation | undefined {
    const found = this.#routes.find(
      ({ pattern, operations }) => pattern.test(path) && operations[method.toLowerCase()],
    );
    return found?.operations[method.toLowerCase()];
  }

  #check(ajv: Ajv2020, what: string, schema: Json, value: unknown): string[] {
    const key = what.replaceAll(/\/\w+_\w*\d\w*/g, '/…');
    const validate = this.#validators.get(key) ?? ajv.compile(modern(schema) as Json);
    this.#validators.set(key, validate);
    if (validate(structuredClone(value))) return [];
    return (validate.errors ?? []).map((error) => `${key}: ${textOf(error)}`);
  }
}

function querySchema({ parameters = [] }: Operation): Json {
  const query = parameters.filter((one) => one.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    required: query.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** No parameter is allowed but those that are listed. */
function closed(schema: unknown): Json {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as Json;
  if (typeof schema !== 'object' || schema === null) return schema as unknown as Json;
  const entries = Object.entries(schema).map(([name, inner]) => [name, closed(inner)]);
  const made = Object.fromEntries(entries);
  if (
    made.properties &&
    typeof made.properties === 'object' &&
    made.additionalProperties === undefined
  )
    made.additionalProperties = false;
  return made;
}

/** OpenAPI 3.0 as JSON Schema, with references into the components. */
function modern(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(modern);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, inner]) => [
    name,
    name === '$ref' ? `stripe${inner}` : modern(inner),
  ]);
  const { nullable, ...made } = Object.fromEntries(entries);
  return nullable === true ? { anyOf: [made, { type: 'null' }] } : made;
}

function textOf({ instancePath, message, params, keyword }: ErrorObject): string {
  const extra = ['additionalProperties', 'enum', 'const'].includes(keyword)
    ? ` ${JSON.stringify(params)}`
    : '';
  return `${instancePath || '/'} ${message}${extra}`;
}

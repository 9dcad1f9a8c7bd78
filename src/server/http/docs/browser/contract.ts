/** The contract as far as a request is made from it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  examples?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  format?: string;
}
export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: Schema;
}
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** Content type and schema of the body, when there is one. */
  body: { type: string; schema: Schema } | undefined;
  takesApiKey: boolean;
}
interface RawOperation {
  operationId?: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  security?: Record<string, unknown>[];
}
type PathItem = Record<string, RawOperation | Parameter[]>;
export interface Contract {
  paths: Record<string, PathItem>;
  components: { parameters: Record<string, Parameter>; schemas: Record<string, Schema> };
}

/** Where the API is. */
export const API = '/api/v1';

let loading: Promise<Contract> | undefined;

/** The contract that the server serves, asked for once. */
export function loadContract(): Promise<Contract> {
  loading ??= fetch('/openapi.json').then((response) => response.json() as Promise<Contract>);
  return loading;
}

/** @throws when the contract has no such operation */
export function findOperation(contract: Contract, id: string): Operation {
  for (const [path, item] of Object.entries(contract.paths)) {
    const shared = Array.isArray(item.parameters) ? item.parameters : [];
    for (const [method, raw] of Object.entries(item)) {
      if (Array.isArray(raw) || raw.operationId !== id) continue;
      const all = [...shared, ...(raw.parameters ?? [])];
      const named = (one: Parameter) =>
        (one.$ref && contract.components.parameters[lastOf(one.$ref)]) || one;
      const [type, content] = Object.entries(raw.requestBody?.content ?? {})[0] ?? [];
      return {
        method: method.toUpperCase(),
        path,
        parameters: all.map(named),
        body: type && content ? { type, schema: content.schema } : undefined,
        takesApiKey: raw.security?.some((way) => 'apiKey' in way) ?? false,
      };
    }
  }
  throw new Error(`The contract has no operation ${id}.`);
}

/** A value of a schema to begin with: its example, or one made of its parts. */
export function exampleOf(schema: Schema, contract: Contract, depth = 0): unknown {
  if (schema.$ref) {
    const target = contract.components.schemas[lastOf(schema.$ref)];
    return target && depth < 8 ? exampleOf(target, contract, depth + 1) : null;
  }
  if (schema.examples?.length) return schema.examples[0];
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.properties) {
    const entries = Object.entries(schema.properties).filter(([name]) =>
      schema.required?.includes(name),
    );
    return Object.fromEntries(
      entries.map(([name, inner]) => [name, exampleOf(inner, contract, depth + 1)]),
    );
  }
  const type = [schema.type].flat()[0];
  if (type === 'array') return schema.items ? [exampleOf(schema.items, contract, depth + 1)] : [];
  const zero: Record<string, unknown> = { string: '', integer: 0, number: 0, boolean: false };
  return zero[type ?? ''] ?? (type === 'object' ? {} : null);
}

/**
 * Where the things that a path parameter names are listed: the part of the path before it, when that can be read.
 * `/org/{orgId}/project/{projectId}` → for `projectId`: `/org/{orgId}/project`.
 */
export function listPathOf(contract: Contract, path: string, name: string): string | undefined {
  const [before] = path.split(`/{${name}}`);
  return before && contract.paths[before]?.get ? before : undefined;
}

function lastOf(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}

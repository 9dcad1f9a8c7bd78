import type { Components, OperationObject, Parameter } from '../operation-view.ts';
import type { Schema } from '../schema-view.ts';

/** An operation, as far as a request is made from it. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** Content type and schema of the body, when there is one. */
  body: { type: string; schema: Schema } | undefined;
  takesApiKey: boolean;
}
/** The contract, as far as requests are made from it. */
export interface Contract {
  paths: Record<string, Record<string, OperationObject | Parameter[]>>;
  components: Components;
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
        body: type && content?.schema ? { type, schema: content.schema } : undefined,
        takesApiKey: raw.security?.some((way) => 'apiKey' in way) ?? false,
      };
    }
  }
  throw new Error(`The contract has no operation ${id}.`);
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

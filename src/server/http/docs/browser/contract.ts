import type { Components, OperationObject, Parameter } from '../operation-view.ts';
import type { Schema } from '../schema-view.ts';

/** The parts of an operation needed to build a request. */
export interface Operation {
  method: string;
  path: string;
  parameters: Parameter[];
  /** Content type and schema of the body, if there is one. */
  body: { type: string; schema: Schema } | undefined;
  takesApiKey: boolean;
}
/** The parts of the contract needed to build requests. */
export interface Contract {
  paths: Record<string, Record<string, OperationObject | Parameter[]>>;
  components: Components;
}

/** Base URL of the API. */
export const API = '/api/v1';

let loading: Promise<Contract> | undefined;

/** The server's contract. Fetched once. */
export function loadContract(): Promise<Contract> {
  loading ??= fetch('/openapi.json').then((response) => response.json() as Promise<Contract>);
  return loading;
}

/** @throws if the contract has no such operation */
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
 * The list operation for a path parameter's resources: the part of the path before the parameter, if it has a GET.
 * `/org/{orgId}/project/{projectId}` → for `projectId`: `/org/{orgId}/project`.
 */
export function listPathOf(contract: Contract, path: string, name: string): string | undefined {
  const [before] = path.split(`/{${name}}`);
  return before && contract.paths[before]?.get ? before : undefined;
}

function lastOf(ref: string): string {
  return ref.split('/').at(-1) ?? '';
}

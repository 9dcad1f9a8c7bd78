import type {
  OrgPermission,
  ProjectPermission,
  ResourcePermission,
} from '#generated/model/index.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import contract from '#generated/server/openapi.json' with { type: 'json' };

export type OperationId = keyof RouteHandlers;

/** Who may call an operation: the contract's `x-permission`. */
export type PermissionRule =
  | 'public'
  | 'authenticated'
  | { level: 'organization'; name: OrgPermission }
  | { level: 'project'; name: ProjectPermission }
  | { level: 'task'; name: ResourcePermission };

/** One operation of the contract, as far as the server's own machinery needs it. */
export interface Operation {
  id: OperationId;
  method: string;
  /** As in the contract: `/org/{orgId}`. */
  path: string;
  permission: PermissionRule;
  /** Whether an API key may call it. */
  apiKey: boolean;
  /** Whether it takes an Idempotency-Key. */
  idempotent: boolean;
  /** The statuses that it may answer. */
  statuses: ReadonlySet<number>;
  /** Header names as the contract spells them, by their lower-case form. */
  headers: ReadonlyMap<string, string>;
  /** Query parameters that it knows. */
  query: ReadonlySet<string>;
}

interface RawParameter {
  $ref?: string;
  name: string;
  in: string;
}
interface RawOperation {
  operationId: string;
  'x-permission': PermissionRule;
  security?: Record<string, unknown>[];
  parameters?: RawParameter[];
  responses: Record<string, unknown>;
}
interface RawContract {
  info: { version: string };
  paths: Record<string, Record<string, unknown> & { parameters?: RawParameter[] }>;
  components: { parameters: Record<string, RawParameter> };
}

/** The bundled contract, as `/openapi.json` serves it. */
export const document = contract as unknown as RawContract & Record<string, unknown>;
/** Where the API is. */
export const API_PREFIX = '/api/v1';

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];

/** Every operation of the contract, by its id. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const operation = toOperation(path, method, item[method] as RawOperation, item.parameters);
      return [operation.id, operation] as const;
    }),
  ),
);

function toOperation(
  path: string,
  method: string,
  raw: RawOperation,
  shared: RawParameter[] = [],
): Operation {
  const parameters = [...shared, ...(raw.parameters ?? [])].map(resolve);
  const named = (place: string) => parameters.filter((p) => p.in === place).map((p) => p.name);
  const headers = new Map(named('header').map((name) => [name.toLowerCase(), name]));
  return {
    id: raw.operationId as OperationId,
    method: method.toUpperCase(),
    path,
    permission: raw['x-permission'],
    apiKey: raw.security?.some((scheme) => 'apiKey' in scheme) ?? false,
    idempotent: headers.has('idempotency-key'),
    statuses: new Set(Object.keys(raw.responses).map(Number)),
    headers,
    query: new Set(named('query')),
  };
}

function resolve(parameter: RawParameter): RawParameter {
  const name = parameter.$ref?.split('/').at(-1);
  if (name === undefined) return parameter;
  const found = document.components.parameters[name];
  if (!found) throw new Error(`The contract refers to a parameter that it lacks: ${name}`);
  return found;
}

const patterns = Object.entries(document.paths).map(([path, item]) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  methods: METHODS.filter((method) => item[method]).map((method) => method.toUpperCase()),
}));

/**
 * The methods that a path of the API takes, for `Allow`; none when there is no such path.
 * @param path without the prefix
 */
export function methodsOf(path: string): string[] {
  return patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
}

import type { PermissionRule } from '#domain/call.ts';
import type { RouteHandlers } from '#generated/server/fastify.gen.ts';
import contract from '#generated/server/openapi.json' with { type: 'json' };

export type OperationId = keyof RouteHandlers;

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  /** Where its schema is in the contract, as a pointer. */
  schema: string;
}

/** One operation of the contract, as far as the server's own machinery needs it. */
export interface Operation {
  id: OperationId;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** As in the contract: `/org/{orgId}`. */
  path: string;
  permission: PermissionRule;
  /** Whether an API key may call it. */
  apiKey: boolean;
  /** Whether it takes an Idempotency-Key. */
  idempotent: boolean;
  parameters: readonly Parameter[];
  /** Header names as the contract spells them, by their lower-case form. */
  headers: ReadonlyMap<string, string>;
  /** Query parameters that it knows. */
  query: ReadonlySet<string>;
  /** Where the schema of its JSON body is; undefined when it takes none. */
  body: string | undefined;
  /** The statuses that it may answer, and where the schema of a JSON answer is. */
  answers: ReadonlyMap<number, string | undefined>;
}

interface Content {
  content?: Record<string, unknown>;
}
interface RawParameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
}
interface RawOperation {
  operationId: OperationId;
  'x-permission': PermissionRule;
  security?: Record<string, unknown>[];
  parameters?: RawParameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface RawContract {
  info: { version: string };
  paths: Record<string, Record<string, unknown> & { parameters?: RawParameter[] }>;
  components: { parameters: Record<string, RawParameter> };
}

/** The bundled contract, as `/openapi.json` serves it. */
export const document = contract as unknown as RawContract & Record<string, unknown>;

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const JSON_SCHEMA = ['content', 'application/json', 'schema'];

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
  const at = ['paths', path, method];
  const parameters = [
    ...shared.map((entry, i) => toParameter(entry, ['paths', path, 'parameters', String(i)])),
    ...(raw.parameters ?? []).map((entry, i) =>
      toParameter(entry, [...at, 'parameters', String(i)]),
    ),
  ];
  const named = (place: string) => parameters.filter((p) => p.in === place).map((p) => p.name);
  const headers = new Map(named('header').map((name) => [name.toLowerCase(), name]));
  const isJson = ({ content }: Content) => content?.['application/json'] !== undefined;
  return {
    id: raw.operationId,
    method: method.toUpperCase() as Operation['method'],
    path,
    permission: raw['x-permission'],
    apiKey: raw.security?.some((scheme) => 'apiKey' in scheme) ?? false,
    idempotent: headers.has('idempotency-key'),
    parameters,
    headers,
    query: new Set(named('query')),
    body:
      raw.requestBody && isJson(raw.requestBody)
        ? pointer([...at, 'requestBody', ...JSON_SCHEMA])
        : undefined,
    answers: new Map(
      Object.entries(raw.responses).map(([status, response]) => [
        Number(status),
        isJson(response) ? pointer([...at, 'responses', status, ...JSON_SCHEMA]) : undefined,
      ]),
    ),
  };
}

function toParameter(entry: RawParameter, at: string[]): Parameter {
  const name = entry.$ref?.split('/').at(-1);
  const found = name === undefined ? entry : document.components.parameters[name];
  if (!found) throw new Error(`The contract refers to a parameter that it lacks: ${name}`);
  const place = name === undefined ? at : ['components', 'parameters', name];
  return {
    name: found.name,
    in: found.in,
    required: found.required ?? false,
    schema: pointer([...place, 'schema']),
  };
}

/** A JSON pointer as the fragment of a URI. */
function pointer(parts: readonly string[]): string {
  const escaped = parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#/${escaped.map(encodeURIComponent).join('/')}`;
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

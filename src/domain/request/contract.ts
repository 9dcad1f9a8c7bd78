import type { PermissionRule } from '#domain/call.ts';
import type { OAuthScope } from '#generated/model/index.ts';
import type { OperationId } from '#generated/operations/index.ts';
import contract from '#generated/server/openapi.json' with { type: 'json' };

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  /** JSON pointer to its schema in the contract. */
  schema: string;
}

/** The parts of an operation of the contract that the server needs. */
export interface Operation {
  id: OperationId;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH';
  /** The path as in the contract: `/org/{orgId}`. */
  path: string;
  permission: PermissionRule;
  /** Whether it can be called with an API key. */
  apiKey: boolean;
  /** The scopes that an app's access token needs; absent if no token may. */
  scopes?: readonly OAuthScope[];
  /** Whether the caller's session must have been active within the last minute. */
  sensitive: boolean;
  /** Whether it accepts an Idempotency-Key. */
  idempotent: boolean;
  parameters: readonly Parameter[];
  /** Header names as spelled in the contract, by their lower-case form. */
  headers: ReadonlyMap<string, string>;
  /** Its query parameters. */
  query: ReadonlySet<string>;
  /** Pointer to the schema of its JSON body; undefined if it has none. */
  body: string | undefined;
  /** Its response statuses, with pointers to the schemas of JSON responses. */
  responses: ReadonlyMap<number, string | undefined>;
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
  'x-sensitive'?: true;
  security?: { readonly [scheme: string]: readonly string[] }[];
  parameters?: RawParameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
}
interface RawContract {
  info: { version: string };
  paths: Record<string, Record<string, unknown> & { parameters?: RawParameter[] }>;
  components: { parameters: Record<string, RawParameter> };
}

/** The bundled contract, as served at `/openapi.json`. */
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
    ...scopesOf(raw),
    sensitive: raw['x-sensitive'] ?? false,
    idempotent: headers.has('idempotency-key'),
    parameters,
    headers,
    query: new Set(named('query')),
    body:
      raw.requestBody && isJson(raw.requestBody)
        ? pointer([...at, 'requestBody', ...JSON_SCHEMA])
        : undefined,
    responses: new Map(
      Object.entries(raw.responses).map(([status, response]) => [
        Number(status),
        isJson(response) ? pointer([...at, 'responses', status, ...JSON_SCHEMA]) : undefined,
      ]),
    ),
  };
}

function scopesOf({ security }: RawOperation): Pick<Operation, 'scopes'> {
  const accepted = security?.find((scheme) => 'oauth' in scheme);
  return accepted ? { scopes: accepted.oauth as readonly OAuthScope[] } : {};
}

function toParameter(entry: RawParameter, at: string[]): Parameter {
  const name = entry.$ref?.split('/').at(-1);
  const found = name === undefined ? entry : document.components.parameters[name];
  if (!found) throw new Error(`The contract refers to an unknown parameter: ${name}`);
  const place = name === undefined ? at : ['components', 'parameters', name];
  return {
    name: found.name,
    in: found.in,
    required: found.required ?? false,
    schema: pointer([...place, 'schema']),
  };
}

/** A JSON pointer as a URI fragment. */
function pointer(parts: readonly string[]): string {
  const escaped = parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'));
  return `#/${escaped.map(encodeURIComponent).join('/')}`;
}

const patterns = Object.entries(document.paths).map(([path, item]) => ({
  pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  variables: path.split('{').length - 1,
  methods: METHODS.filter((method) => item[method]).map((method) => method.toUpperCase()),
}));

/**
 * The methods that a path of the API supports, for `Allow`. Empty if the path doesn't exist. If several paths match
 * (`/collection/import`, `/collection/{collectionId}`), the one with the fewest variables counts, as OpenAPI has it.
 * @param path without the prefix
 */
export function methodsOf(path: string): string[] {
  const matching = patterns.filter(({ pattern }) => pattern.test(path));
  const fewest = Math.min(...matching.map(({ variables }) => variables));
  return matching.find(({ variables }) => variables === fewest)?.methods ?? [];
}

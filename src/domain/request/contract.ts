import contract from '#generated/openapi.json' with { type: 'json' };
import type { OperationId } from '#generated/operations/index.ts';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: string;
  required: boolean;
  /** JSON pointer to its schema in the contract. */
  schema: string;
}

/** Where the contract describes the parts of an operation's requests and responses. */
export interface Shape {
  parameters: readonly Parameter[];
  /** Header names as spelled in the contract, by their lower-case form. */
  headers: ReadonlyMap<string, string>;
  /** Pointer to the schema of its JSON body; undefined if it has none. */
  body: string | undefined;
  /** Its response statuses, with pointers to the schemas of JSON responses. */
  responses: ReadonlyMap<number, string | undefined>;
}

interface Content {
  content?: Record<string, object>;
}
interface RawParameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
}
interface RawOperation {
  operationId: OperationId;
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

const SHAPES: ReadonlyMap<string, Shape> = new Map(
  Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const raw = item[method] as RawOperation;
      return [raw.operationId, toShape(['paths', path], method, raw, item.parameters)] as const;
    }),
  ),
);

/** The shape of an operation's requests and responses. */
export function shapeOf(id: OperationId): Shape {
  const shape = SHAPES.get(id);
  if (!shape) throw new Error(`The contract has no operation ${id}`);
  return shape;
}

function toShape(
  path: readonly string[],
  method: string,
  raw: RawOperation,
  shared: RawParameter[] = [],
): Shape {
  const at = [...path, method];
  const parametersAt = (place: readonly string[], entries: RawParameter[] = []) =>
    entries.map((entry, i) => toParameter(entry, [...place, 'parameters', String(i)]));
  const parameters = [...parametersAt(path, shared), ...parametersAt(at, raw.parameters)];
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const schemaAt = (content: Content | undefined, ...place: string[]) =>
    content?.content?.['application/json'] && pointer([...at, ...place, ...JSON_SCHEMA]);
  return {
    parameters,
    headers: new Map(headers.map(({ name }) => [name.toLowerCase(), name])),
    body: schemaAt(raw.requestBody, 'requestBody'),
    responses: new Map(
      Object.entries(raw.responses).map(([status, response]) => [
        Number(status),
        schemaAt(response, 'responses', status),
      ]),
    ),
  };
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

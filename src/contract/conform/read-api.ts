import { isObject } from '#core/json/is-object.ts';
import { type BuildSchema, createBuilder } from '../diff/schema/build.ts';
import type { Source } from '../diff/source.ts';
import {
  type Found,
  member,
  members,
  operationsIn,
  type Parameter,
  type Part,
  parametersIn,
  plainType,
  root,
  SOCKET,
  schemesIn,
} from '../walk.ts';
import type {
  Api,
  ApiBody,
  ApiContent,
  ApiHeader,
  ApiLink,
  ApiOperation,
  ApiParameter,
  ApiResponse,
  ParameterPlace,
  SecurityScheme,
} from './model.ts';

const DEFAULT_STYLE = { path: 'simple', query: 'form', header: 'simple', cookie: 'form' };

interface Reader {
  source: Source;
  request: BuildSchema;
  response: BuildSchema;
}

/**
 * Reads a contract.
 * @throws ContractError when it is not a valid contract
 */
export function readApi(source: Source): Api {
  const request = createBuilder(source, 'request');
  const reader: Reader = { source, request, response: createBuilder(source, 'response') };
  return {
    operations: operationsIn(source).map((found) => readOperation(reader, found)),
    schemes: readSchemes(source),
    prefix: readPrefix(root(source).value),
  };
}

function readOperation(reader: Reader, found: Found): ApiOperation {
  const { name, method, path, value, pointer } = found;
  const { operationId, [SOCKET]: socket, security = root(reader.source).value.security } = value;
  const body = readBody(reader, found);
  return {
    name,
    ...(typeof operationId === 'string' && { operationId }),
    method,
    path,
    parameters: readParameters(reader, found),
    ...(body && { body }),
    ...(isObject(socket) && { socket: readSocket(reader, socket, `${pointer}/${SOCKET}`) }),
    responses: new Map(
      [...members(reader.source, found, 'responses')].map(([status, response]) => [
        status.toUpperCase() === 'DEFAULT' ? 'default' : status.toUpperCase(),
        readResponse(reader, status, response),
      ]),
    ),
    security: Array.isArray(security) ? security.filter(isObject).map(Object.keys) : [],
  };
}

function readSocket({ request, response }: Reader, socket: Record<string, unknown>, at: string) {
  return {
    client: request(socket.client ?? true, `${at}/client`),
    server: response(socket.server ?? true, `${at}/server`),
  };
}

function readParameters(reader: Reader, operation: Found): ApiParameter[] {
  const found = new Map<string, ApiParameter>();
  for (const written of parametersIn(reader.source, operation)) {
    const parameter = readParameter(reader, written);
    if (parameter) found.set(`${parameter.place} ${parameter.name}`, parameter);
  }
  for (const [, name = ''] of operation.path.matchAll(/\{([^}]+)\}/g)) {
    if (found.has(`path ${name}`)) continue;
    const node = reader.request(true, operation.pointer);
    const rest = { raw: true, style: 'simple', explode: false, isJson: false, required: true };
    found.set(`path ${name}`, { name, place: 'path', node, ...rest });
  }
  return [...found.values()];
}

function readParameter(reader: Reader, { name, in: where, value, pointer }: Parameter) {
  const { required, style, explode } = value;
  if (!Object.hasOwn(DEFAULT_STYLE, where)) return undefined;
  const place = where as ParameterPlace;
  // Requests a failure, to try how a caller copes with it.
  if (value['x-conform'] === 'skip' && required !== true) return undefined;
  const [type, media] = Object.entries(isObject(value.content) ? value.content : {})[0] ?? [];
  const [schema, at] = isObject(media)
    ? [media.schema, `${pointer}/content/${type?.replaceAll('/', '~1')}/schema`]
    : [value.schema, `${pointer}/schema`];
  const form = typeof style === 'string' ? style : DEFAULT_STYLE[place];
  return {
    name,
    place,
    required: required === true || place === 'path',
    node: reader.request(schema ?? true, at),
    raw: withExample(schema, value),
    style: form,
    explode: typeof explode === 'boolean' ? explode : form === 'form',
    isJson: type?.includes('json') ?? false,
  };
}

/** An example beside a schema counts as much as one inside it. */
function withExample(schema: unknown, owner: Record<string, unknown>): unknown {
  const examples = examplesOf(owner);
  if (examples.length === 0 || !isObject(schema)) return schema ?? true;
  return { ...schema, examples };
}

function examplesOf({ example, examples }: Record<string, unknown>): unknown[] {
  const named = isObject(examples)
    ? Object.values(examples).flatMap((entry) =>
        isObject(entry) && 'value' in entry ? [entry.value] : [],
      )
    : [];
  return example === undefined ? named : [example, ...named];
}

function readBody(reader: Reader, operation: Part): ApiBody | undefined {
  const body = member(reader.source, operation, 'requestBody');
  const contents = body ? readContents(reader, body, reader.request) : [];
  return contents.length > 0 ? { required: body?.value.required === true, contents } : undefined;
}

function readContents(reader: Reader, owner: Part, build: BuildSchema): ApiContent[] {
  return [...members(reader.source, owner, 'content')].map(([type, media]) => {
    const key = media.value.itemSchema === undefined ? 'schema' : 'itemSchema';
    return {
      type: plainType(type),
      node: build(media.value[key] ?? true, `${media.pointer}/${key}`),
      isItem: key === 'itemSchema',
      hasSchema: media.value[key] !== undefined,
      examples: examplesOf(media.value),
    };
  });
}

function readResponse(reader: Reader, status: string, response: Part): ApiResponse {
  const headers = [...members(reader.source, response, 'headers')].map(
    ([name, { value, pointer }]): ApiHeader => ({
      name,
      required: value.required === true,
      node: reader.response(value.schema ?? true, `${pointer}/schema`),
    }),
  );
  const links = [...members(reader.source, response, 'links')].map(
    ([, { value }]): ApiLink => ({
      ...(typeof value.operationId === 'string' && { operationId: value.operationId }),
      parameters: isObject(value.parameters) ? value.parameters : {},
    }),
  );
  return {
    status,
    contents: readContents(reader, response, reader.response),
    headers: headers.filter(({ name }) => name.toLowerCase() !== 'content-type'),
    links,
  };
}

function readSchemes(source: Source): Map<string, SecurityScheme> {
  const schemes = [...schemesIn(source)].map(([name, { value }]) => [name, toScheme(value)]);
  return new Map(schemes.filter((entry): entry is [string, SecurityScheme] => Boolean(entry[1])));
}

function toScheme(value: Record<string, unknown>): SecurityScheme | undefined {
  if (value.type === 'apiKey' && typeof value.name === 'string') {
    const place = value.in === 'query' || value.in === 'cookie' ? value.in : 'header';
    return { place, name: value.name, kind: 'key' };
  }
  if (value.type === 'mutualTLS') return undefined;
  const kind = String(value.scheme).toLowerCase() === 'basic' ? 'basic' : 'bearer';
  return { place: 'header', name: 'Authorization', kind };
}

function readPrefix(root: Record<string, unknown>): string {
  const [server] = Array.isArray(root.servers) ? root.servers : [];
  if (!isObject(server) || typeof server.url !== 'string') return '';
  const variables = isObject(server.variables) ? server.variables : {};
  const url = server.url.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const variable = variables[name];
    return isObject(variable) ? String(variable.default ?? '') : '';
  });
  return URL.canParse(url, 'http://localhost')
    ? new URL(url, 'http://localhost').pathname.replace(/\/+$/, '')
    : '';
}

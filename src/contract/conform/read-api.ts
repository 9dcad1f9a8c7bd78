import { isObject } from '#core/json/is-object.ts';
import { type BuildSchema, createBuilder } from '../diff/schema/build.ts';
import type { Source } from '../diff/source.ts';
import { members, type Part, part } from '../diff/structure/context.ts';
import { METHODS } from '../diff/structure/operations.ts';
import { RESERVED_HEADERS } from '../diff/structure/parameters.ts';
import { SOCKET } from '../diff/structure/sockets.ts';
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
  root: Part;
  request: BuildSchema;
  response: BuildSchema;
}

/**
 * Reads a contract.
 * @throws ContractError when it is not a valid contract
 */
export function readApi(source: Source): Api {
  const root = { value: isObject(source.root) ? source.root : {}, pointer: '' };
  const reader: Reader = {
    source,
    root,
    request: createBuilder(source, 'request'),
    response: createBuilder(source, 'response'),
  };
  const operations = [...members(source, root, 'paths')].flatMap(([path, item]) =>
    METHODS.filter((method) => isObject(item.value[method])).map((method) =>
      readOperation(reader, path, method, item),
    ),
  );
  return { operations, schemes: readSchemes(reader), prefix: readPrefix(root.value) };
}

function readOperation(reader: Reader, path: string, method: string, item: Part): ApiOperation {
  const own = part(reader.source, item.value[method], `${item.pointer}/${method}`);
  const { operationId } = own.value;
  const body = readBody(reader, own);
  const security = own.value.security ?? reader.root.value.security;
  const socket = own.value[SOCKET];
  return {
    name: `${method.toUpperCase()} ${path}`,
    ...(typeof operationId === 'string' && { operationId }),
    method: method.toUpperCase(),
    path,
    parameters: readParameters(reader, path, item, own),
    ...(body && { body }),
    ...(isObject(socket) && { socket: readSocket(reader, socket, `${own.pointer}/${SOCKET}`) }),
    responses: new Map(
      [...members(reader.source, own, 'responses')].map(([status, response]) => [
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

function readParameters(reader: Reader, path: string, item: Part, own: Part): ApiParameter[] {
  const found = new Map<string, ApiParameter>();
  for (const owner of [item, own]) {
    const list = Array.isArray(owner.value.parameters) ? owner.value.parameters : [];
    list.forEach((entry, index) => {
      const place = part(reader.source, entry, `${owner.pointer}/parameters/${index}`);
      const parameter = readParameter(reader, place);
      if (parameter) found.set(`${parameter.place} ${parameter.name}`, parameter);
    });
  }
  for (const [, name = ''] of path.matchAll(/\{([^}]+)\}/g)) {
    if (found.has(`path ${name}`)) continue;
    const node = reader.request(true, own.pointer);
    const rest = { raw: true, style: 'simple', explode: false, isJson: false, required: true };
    found.set(`path ${name}`, { name, place: 'path', node, ...rest });
  }
  return [...found.values()];
}

function readParameter(reader: Reader, { value, pointer }: Part): ApiParameter | undefined {
  const { name, in: where, required, style, explode } = value;
  if (typeof name !== 'string' || typeof where !== 'string' || !Object.hasOwn(DEFAULT_STYLE, where))
    return undefined;
  const place = where as ParameterPlace;
  // Requests a failure, to try how a caller copes with it.
  if (value['x-conform'] === 'skip' && required !== true) return undefined;
  if (place === 'header' && RESERVED_HEADERS.includes(name.toLowerCase())) return undefined;
  const content = isObject(value.content) ? Object.entries(value.content)[0] : undefined;
  const [schema, at] =
    content && isObject(content[1])
      ? [content[1].schema, `${pointer}/content/${content[0].replaceAll('/', '~1')}/schema`]
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
    isJson: content?.[0].includes('json') ?? false,
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

function readBody(reader: Reader, own: Part): ApiBody | undefined {
  if (own.value.requestBody === undefined) return undefined;
  const body = part(reader.source, own.value.requestBody, `${own.pointer}/requestBody`);
  const contents = readContents(reader, body, reader.request);
  return contents.length > 0 ? { required: body.value.required === true, contents } : undefined;
}

function readContents(reader: Reader, owner: Part, build: BuildSchema): ApiContent[] {
  return [...members(reader.source, owner, 'content')].map(([type, media]) => {
    const key = media.value.itemSchema === undefined ? 'schema' : 'itemSchema';
    return {
      type: type.split(';')[0]?.trim().toLowerCase() ?? '',
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

function readSchemes(reader: Reader): Map<string, SecurityScheme> {
  const components = isObject(reader.root.value.components) ? reader.root.value.components : {};
  const schemes = members(
    reader.source,
    { value: components, pointer: '/components' },
    'securitySchemes',
  );
  return new Map(
    [...schemes].flatMap(([name, { value }]) => {
      const scheme = toScheme(value);
      return scheme ? [[name, scheme] as const] : [];
    }),
  );
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

import { isObject } from '#core/json/is-object.ts';
import { escapePointer } from '#core/json/pointer.ts';
import type { Located, Source } from './diff/source.ts';

/**
 * The one walker over OpenAPI documents: operations, parameters, bodies and responses, with references followed and the
 * pointer of each part.
 */

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
/** The extension that describes the messages of a WebSocket: what its clients send, and what the server sends. */
export const SOCKET = 'x-socket';
/** Headers that a parameter cannot describe. */
const RESERVED_HEADERS = ['accept', 'content-type', 'authorization'];

type Json = Record<string, unknown>;

/** An object in the document, and its pointer. */
export interface Part {
  value: Json;
  pointer: string;
}

/** One operation with its path item, from which it inherits. */
export interface Found extends Part {
  /** `GET` */
  method: string;
  path: string;
  /** `GET /task/{taskId}` */
  name: string;
  item: Part;
}

export interface Parameter extends Part {
  name: string;
  in: string;
}

/** An object in the document, with a `$ref` followed. */
export function part(source: Source, value: unknown, pointer: string): Part {
  let found: Located = { value, pointer };
  for (let steps = 0; isObject(found.value) && typeof found.value.$ref === 'string'; steps += 1) {
    if (steps > 50) throw source.fail('circular', pointer, 'a $ref that only leads to itself.');
    found = source.resolve(found.value.$ref, found.pointer);
  }
  if (!isObject(found.value)) throw source.fail('invalid_document', pointer, 'expected an object.');
  return { value: found.value, pointer: found.pointer };
}

/** The document itself. */
export function root(source: Source): Part {
  return { value: isObject(source.root) ? source.root : {}, pointer: '' };
}

/** A member of an object in the document, if it has one with this name. */
export function member(source: Source, { value, pointer }: Part, key: string): Part | undefined {
  return value[key] === undefined ? undefined : part(source, value[key], `${pointer}/${key}`);
}

/** The members of a map in the document, each with its pointer. */
export function members(source: Source, owner: Part, key: string): Map<string, Part> {
  const { [key]: map = {} } = owner.value;
  const at = `${owner.pointer}/${key}`;
  if (!isObject(map)) throw source.fail('invalid_document', at, `${key} must be an object.`);
  const names = Object.keys(map).filter((name) => !name.startsWith('x-'));
  return new Map(
    names.map((name) => [name, part(source, map[name], `${at}/${escapePointer(name)}`)]),
  );
}

/** The security schemes by name. */
export function schemesIn(source: Source): Map<string, Part> {
  const { components } = root(source).value;
  const owner = { value: isObject(components) ? components : {}, pointer: '/components' };
  return members(source, owner, 'securitySchemes');
}

/** The operations of a map of path items: `paths`, `webhooks` or a callback. */
export function operationsIn(source: Source, owner = root(source), key = 'paths'): Found[] {
  return [...pathItems(source, owner, key)].flatMap(([path, item]) =>
    METHODS.flatMap((key) => {
      const operation = member(source, item, key);
      const method = key.toUpperCase();
      return operation ? [{ ...operation, method, path, name: `${method} ${path}`, item }] : [];
    }),
  );
}

/** Path items as callers see them: keys beside a `$ref` count too, and override those of its target. */
function pathItems(source: Source, owner: Part, key: string): Map<string, Part> {
  const items = members(source, owner, key);
  const written = owner.value[key];
  for (const [path, item] of items) {
    const own = isObject(written) ? written[path] : undefined;
    if (!isObject(own) || typeof own.$ref !== 'string') continue;
    const { $ref: _, ...beside } = own;
    items.set(path, { ...item, value: { ...item.value, ...beside } });
  }
  return items;
}

/** The parameters of an operation, wherever they are declared: those of its path first. */
export function parametersIn(source: Source, found: Found): Parameter[] {
  return [found.item, found].flatMap((owner) => {
    const { parameters = [] } = owner.value;
    const list = `${owner.pointer}/parameters`;
    if (!Array.isArray(parameters)) throw source.fail('invalid_document', list, 'expected a list.');
    return parameters.flatMap((entry: unknown, index) => {
      const { value, pointer } = part(source, entry, `${list}/${index}`);
      const { name, in: place } = value;
      if (typeof name !== 'string' || typeof place !== 'string')
        throw source.fail('invalid_document', pointer, 'a parameter needs `name` and `in`.');
      const isReserved = place === 'header' && RESERVED_HEADERS.includes(name.toLowerCase());
      return isReserved ? [] : [{ value, pointer, name, in: place }];
    });
  });
}

/** The operations as the document writes them, without following references. */
export function writtenOperations(document: Json): Omit<Found, 'item' | 'pointer'>[] {
  const paths = isObject(document.paths) ? document.paths : {};
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {}).flatMap(([key, value]) => {
      const method = key.toUpperCase();
      const isOperation = METHODS.includes(key) && isObject(value);
      return isOperation ? [{ value, method, path, name: `${method} ${path}` }] : [];
    }),
  );
}

/** A media type without parameters, in lower case. */
export function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

/** Whether a declared media type, such as `image/*`, covers another one. */
export function covers(declared: string, type: string): boolean {
  if (declared === '*/*') return true;
  return declared.endsWith('/*') ? type.startsWith(declared.slice(0, -1)) : declared === type;
}

/** Finds the operations at a concrete path: literal paths take precedence over parameters, as servers match them. */
export function router<T extends { path: string }>(operations: readonly T[]) {
  const literals = (parts: string[]) => parts.filter((part) => !part.includes('{')).length;
  const routes = operations
    .map((operation) => ({ operation, template: operation.path.split('/') }))
    .sort((a, b) => literals(b.template) - literals(a.template));
  return {
    routes,
    at(path: string): T[] {
      const parts = path.split('/');
      return routes
        .filter(({ template }) => template.length === parts.length && fits(template, parts))
        .map(({ operation }) => operation);
    },
  };
}

/** Whether a path begins like a template. */
export function fits(template: readonly string[], parts: readonly string[]): boolean {
  return template.every((part, index) =>
    part.includes('{') ? parts[index] !== '' : part === parts[index],
  );
}

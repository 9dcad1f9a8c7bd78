import { isObject } from '#core/json/is-object.ts';
import { join, openSource, type Source } from '../diff/source.ts';
import {
  type Found,
  member,
  members,
  operationsIn,
  type Part,
  parametersIn,
  part,
  SOCKET,
} from '../walk.ts';

export type ItemKind = 'operation' | 'parameter' | 'status' | 'media type' | 'message';

/** One part of a contract that a suite can exercise. */
export interface Item {
  kind: ItemKind;
  /** `GET /task/{taskId}` */
  operation: string;
  /** `query sort`, `404`, `200 text/csv`, `body application/json`, `client hello` */
  name: string;
  pointer: string;
}

/** An operation with everything that it declares. */
export interface DeclaredOperation {
  method: string;
  path: string;
  items: Item[];
}

/** Everything that a bundled contract declares. Path parameters are left out, since every call has them. */
export function declaredIn(document: Record<string, unknown>): DeclaredOperation[] {
  const source = openSource(document, 'contract');
  return operationsIn(source).map((found) => {
    const { method, path } = found;
    return { method, path, items: itemsOf(source, found) };
  });
}

function itemsOf(source: Source, operation: Found): Item[] {
  const { name: own, pointer } = operation;
  const items: Item[] = [{ kind: 'operation', operation: own, name: own, pointer }];
  const add = (kind: ItemKind, name: string, at: string) =>
    items.push({ kind, operation: own, name, pointer: at });
  const addTypes = (of: string, owner: Part) => {
    for (const type of typesOf(owner))
      add('media type', `${of} ${type}`, join(owner.pointer, 'content', type));
  };
  for (const { in: place, name, pointer: at } of parametersIn(source, operation))
    if (place === 'query' || place === 'header') add('parameter', `${place} ${name}`, at);
  const body = member(source, operation, 'requestBody');
  if (body) addTypes('body', body);
  for (const [status, response] of members(source, operation, 'responses')) {
    add('status', status, response.pointer);
    // A single media type is exercised together with its status.
    if (typesOf(response).length > 1) addTypes(status, response);
  }
  for (const [side, union] of members(source, operation, SOCKET))
    for (const type of messageTypes(source, union))
      add('message', `${side} ${type}`, union.pointer);
  return items;
}

/** The values of `type` that distinguish the messages of a union. */
function messageTypes(source: Source, { value, pointer }: Part): string[] {
  const variants = value.oneOf ?? value.anyOf;
  return (Array.isArray(variants) ? variants : []).flatMap((variant: unknown) => {
    const { properties } = part(source, variant, pointer).value;
    const type = isObject(properties) && isObject(properties.type) && properties.type.const;
    return typeof type === 'string' ? [type] : [];
  });
}

function typesOf({ value: { content } }: Part): string[] {
  return Object.keys(isObject(content) ? content : {});
}

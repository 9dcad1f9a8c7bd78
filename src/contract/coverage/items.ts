import { isObject } from '#core/json/is-object.ts';
import { escapePointer, memberOf, pointerParts } from '#core/json/pointer.ts';

import { METHODS } from '../diff/structure/operations.ts';

type Json = Record<string, unknown>;

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
export function declaredIn(document: Json): DeclaredOperation[] {
  const found: DeclaredOperation[] = [];
  for (const [path, item] of Object.entries((document.paths ?? {}) as Record<string, Json>)) {
    for (const method of METHODS) {
      const operation = item?.[method];
      if (!isObject(operation)) continue;
      const at = `/paths/${escapePointer(path)}/${method}`;
      found.push({
        method: method.toUpperCase(),
        path,
        items: itemsOf(document, { item, operation, at, name: `${method.toUpperCase()} ${path}` }),
      });
    }
  }
  return found;
}

interface Around {
  item: Json;
  operation: Json;
  at: string;
  name: string;
}

function itemsOf(document: Json, { item, operation, at, name }: Around): Item[] {
  const items: Item[] = [{ kind: 'operation', operation: name, name, pointer: at }];
  const add = (kind: ItemKind, of: string, pointer: string) =>
    items.push({ kind, operation: name, name: of, pointer });

  const shared = at.slice(0, at.lastIndexOf('/'));
  const parameters = [
    ...list(item.parameters).map((value, i) => [value, `${shared}/parameters/${i}`] as const),
    ...list(operation.parameters).map((value, i) => [value, `${at}/parameters/${i}`] as const),
  ];
  for (const [value, pointer] of parameters) {
    const found = resolve(document, value, pointer);
    const { in: place, name: own } = found.value;
    if (place === 'query' || place === 'header') add('parameter', `${place} ${own}`, found.pointer);
  }
  if (operation.requestBody !== undefined) {
    const body = resolve(document, operation.requestBody, `${at}/requestBody`);
    for (const type of typesOf(body.value))
      add('media type', `body ${type}`, `${body.pointer}/content/${escapePointer(type)}`);
  }
  for (const [status, value] of Object.entries((operation.responses ?? {}) as Json)) {
    const response = resolve(document, value, `${at}/responses/${status}`);
    add('status', status, response.pointer);
    const types = typesOf(response.value);
    // A single media type is exercised together with its status.
    if (types.length > 1)
      for (const type of types)
        add(
          'media type',
          `${status} ${type}`,
          `${response.pointer}/content/${escapePointer(type)}`,
        );
  }
  for (const [side, messages] of Object.entries(
    isObject(operation['x-socket']) ? operation['x-socket'] : {},
  )) {
    const union = resolve(document, messages, `${at}/x-socket/${side}`);
    for (const type of messageTypes(document, union))
      add('message', `${side} ${type}`, union.pointer);
  }
  return items;
}

/** The values of `type` that distinguish the messages of a union. */
function messageTypes(document: Json, { value, pointer }: { value: Json; pointer: string }) {
  return list(value.oneOf ?? value.anyOf).flatMap((variant) => {
    const { properties } = resolve(document, variant, pointer).value;
    const type =
      isObject(properties) && isObject(properties.type) ? properties.type.const : undefined;
    return typeof type === 'string' ? [type] : [];
  });
}

function typesOf(value: Json): string[] {
  return Object.keys((value.content ?? {}) as Json);
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function resolve(
  document: Json,
  value: unknown,
  pointer: string,
): { value: Json; pointer: string } {
  let found = { value, pointer };
  for (let steps = 0; steps < 20; steps += 1) {
    const ref = isObject(found.value) ? found.value.$ref : undefined;
    if (typeof ref !== 'string' || !ref.startsWith('#/')) break;
    const target = pointerParts(ref.slice(1)).reduce<unknown>(memberOf, document);
    found = { value: target, pointer: ref.slice(1) };
  }
  return { value: isObject(found.value) ? found.value : {}, pointer: found.pointer };
}

import { isObject } from '#core/json/is-object.ts';
import type { Source } from '../source.ts';
import { compareBodies } from './bodies.ts';
import {
  add,
  type Comparison,
  type Found,
  members,
  type Operation,
  type Part,
  part,
  root,
} from './context.ts';
import { compareLifecycle, isUnstable, removalOf } from './lifecycle.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { compareServers } from './servers.ts';
import { compareSockets } from './sockets.ts';

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Compares all operations under `paths`, then those of webhooks, where the API is the caller. */
export function compareOperations(comparison: Comparison): void {
  const base = operationsIn(comparison.base.source, root(comparison.base.source), 'paths');
  const next = operationsIn(comparison.next.source, root(comparison.next.source), 'paths');
  comparePairs(comparison, base, next, '');
  const hooksBefore = operationsIn(
    comparison.base.source,
    root(comparison.base.source),
    'webhooks',
  );
  const hooksAfter = operationsIn(comparison.next.source, root(comparison.next.source), 'webhooks');
  comparePairs(comparison, hooksBefore, hooksAfter, 'webhook ');
}

/** The operations of a map of path items, by method and path without parameter names. */
export function operationsIn(source: Source, owner: Part, key: string): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const [path, item] of pathItems(source, owner, key)) {
    for (const method of METHODS) {
      if (item.value[method] === undefined) continue;
      const operation = part(source, item.value[method], `${item.pointer}/${method}`);
      const name = key === 'paths' ? path.replace(/\{[^}]*\}/g, '{}') : path;
      found.set(`${method.toUpperCase()} ${name}`, { operation, item, path });
    }
  }
  return found;
}

/** Path items as callers see them: keys beside a `$ref` count too, and override those of its target. */
function pathItems(source: Source, owner: Part, key: string): Map<string, Part> {
  const items = members(source, owner, key);
  const written = owner.value[key];
  for (const [path, item] of items) {
    const own = isObject(written) ? written[path] : undefined;
    if (!isObject(own) || typeof own.$ref !== 'string') continue;
    const beside = Object.entries(own).filter(([name]) => name !== '$ref');
    if (beside.length === 0) continue;
    items.set(path, { ...item, value: { ...item.value, ...Object.fromEntries(beside) } });
  }
  return items;
}

export function comparePairs(
  comparison: Comparison,
  base: Map<string, Found>,
  next: Map<string, Found>,
  prefix: string,
): void {
  for (const [key, before] of base) {
    const operation = describe(key, before, prefix);
    const after = next.get(key);
    if (after && isUnchanged(comparison, before, after)) continue;
    if (after)
      compareOperation(
        comparison,
        { ...operation, name: describe(key, after, prefix).name },
        before,
        after,
      );
    else add(comparison, operation, removalOf(comparison, before.operation));
  }
  for (const [key, after] of next) {
    if (base.has(key)) continue;
    const operation = describe(key, after, prefix);
    const { pointer } = after.operation;
    add(comparison, operation, {
      level: 'info',
      rule: 'operation-added',
      pointer,
      direction: operation.sends,
      message: 'the operation was added',
    });
  }
}

/** Identical text at the same place; then everything that it refers to is the same, too. */
function isUnchanged({ unchanged }: Comparison, before: Found, after: Found): boolean {
  const { pointer } = before.item;
  return before.path === after.path && pointer === after.item.pointer && unchanged.has(pointer);
}

function describe(key: string, { path }: Found, prefix: string): Operation {
  const method = key.slice(0, key.indexOf(' '));
  return prefix
    ? { name: `${prefix}${method} ${path}`, sends: 'response', receives: 'request' }
    : { name: `${method} ${path}`, sends: 'request', receives: 'response' };
}

function compareOperation(
  comparison: Comparison,
  operation: Operation,
  base: Found,
  next: Found,
): void {
  const first = comparison.changes.length;
  compareLifecycle(comparison, operation, base.operation, next.operation);
  compareParameters(comparison, operation, base, next);
  compareBodies(comparison, operation, base.operation, next.operation);
  compareResponses(comparison, operation, base.operation, next.operation);
  compareSockets(comparison, operation, base.operation, next.operation);
  if (operation.sends === 'request') {
    compareSecurity(comparison, operation, base.operation, next.operation);
    compareServers(comparison, operation, base, next);
  }
  compareCallbacks(comparison, operation, base.operation, next.operation);
  if (isUnstable(comparison.options, base.operation))
    for (const change of comparison.changes.slice(first)) change.level = 'info';
}

function compareCallbacks(
  comparison: Comparison,
  operation: Operation,
  base: Part,
  next: Part,
): void {
  const before = callbacksOf(comparison.base.source, base);
  const after = callbacksOf(comparison.next.source, next);
  comparePairs(comparison, before, after, `${operation.name} callback `);
}

/** The operations of all callbacks; a callback maps expressions to path items. */
function callbacksOf(source: Source, owner: Part): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const [name, callback] of members(source, owner, 'callbacks')) {
    const holder = { value: { [name]: callback.value }, pointer: callback.pointer };
    for (const [key, value] of operationsIn(source, holder, name)) {
      const [method = '', expression = ''] = splitOnce(key);
      found.set(`${method} ${name} ${expression}`, { ...value, path: `${name} ${value.path}` });
    }
  }
  return found;
}

function splitOnce(key: string): [string, string] {
  const at = key.indexOf(' ');
  return [key.slice(0, at), key.slice(at + 1)];
}

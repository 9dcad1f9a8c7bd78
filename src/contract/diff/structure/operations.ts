import { isObject } from '#core/json/is-object.ts';
import type { Source } from '../source.ts';
import { compareBodies } from './bodies.ts';
import {
  answersTo,
  type Comparison,
  type Found,
  members,
  note,
  type Pair,
  type Part,
  part,
  root,
  type Site,
} from './context.ts';
import { compareLifecycle, isUnstable, noteRemoval } from './lifecycle.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { compareServers } from './servers.ts';
import { compareSockets } from './sockets.ts';

export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** Compares all operations under `paths`, then those of webhooks, where the API is the caller. */
export function compareOperations(comparison: Comparison): void {
  for (const [key, prefix] of [
    ['paths', ''],
    ['webhooks', 'webhook '],
  ] as const) {
    const [before, after] = [comparison.base, comparison.next].map(({ source }) =>
      operationsIn(source, root(source), key),
    );
    if (before && after) comparePairs(comparison, before, after, prefix);
  }
}

/** The operations of a map of path items, by method and path without parameter names. */
function operationsIn(source: Source, owner: Part, key: string): Map<string, Found> {
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

function comparePairs(
  comparison: Comparison,
  base: Map<string, Found>,
  next: Map<string, Found>,
  prefix: string,
): void {
  for (const [key, before] of base) {
    const after = next.get(key);
    if (!after) noteRemoval(siteOf(comparison, key, before, prefix), before.operation);
    else if (!isUnchanged(comparison, before, after))
      compareOperation(siteOf(comparison, key, after, prefix), before, after);
  }
  for (const [key, after] of next) {
    if (base.has(key)) continue;
    const site = siteOf(comparison, key, after, prefix);
    note(site, 'info', 'operation-added', after.operation, 'the operation was added');
  }
}

/** Identical text at the same place; then everything that it refers to is the same, too. */
function isUnchanged({ unchanged }: Comparison, before: Found, after: Found): boolean {
  const { pointer } = before.item;
  return before.path === after.path && pointer === after.item.pointer && unchanged.has(pointer);
}

/** An operation with a prefix is called by the API. */
function siteOf(comparison: Comparison, key: string, { path }: Found, prefix: string): Site {
  const operation = `${prefix}${splitOnce(key)[0]} ${path}`;
  return { comparison, operation, direction: prefix ? 'response' : 'request' };
}

function compareOperation(site: Site, base: Found, next: Found): void {
  const { changes, options } = site.comparison;
  const first = changes.length;
  const pair: Pair = [base.operation, next.operation];
  compareLifecycle(site, pair);
  compareParameters(site, base, next);
  compareBodies(site, pair);
  compareResponses(answersTo(site), pair);
  compareSockets(site, pair);
  if (site.direction === 'request') {
    compareSecurity(site, pair);
    compareServers(site, base, next);
  }
  compareCallbacks(site, pair);
  if (isUnstable(options, base.operation))
    for (const change of changes.slice(first)) change.level = 'info';
}

function compareCallbacks({ comparison, operation }: Site, [base, next]: Pair): void {
  const before = callbacksOf(comparison.base.source, base);
  const after = callbacksOf(comparison.next.source, next);
  comparePairs(comparison, before, after, `${operation} callback `);
}

/** The operations of all callbacks; a callback maps expressions to path items. */
function callbacksOf(source: Source, owner: Part): Map<string, Found> {
  const found = new Map<string, Found>();
  for (const [name, callback] of members(source, owner, 'callbacks')) {
    const holder = { value: { [name]: callback.value }, pointer: callback.pointer };
    for (const [key, value] of operationsIn(source, holder, name)) {
      const [method, expression] = splitOnce(key);
      found.set(`${method} ${name} ${expression}`, { ...value, path: `${name} ${value.path}` });
    }
  }
  return found;
}

function splitOnce(key: string): [string, string] {
  const at = key.indexOf(' ');
  return [key.slice(0, at), key.slice(at + 1)];
}

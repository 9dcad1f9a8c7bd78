import { isObject } from '#core/json/is-object.ts';
import { type Found, members, operationsIn, type Part, root, SOCKET } from '../../walk.ts';
import type { Source } from '../source.ts';
import { compareBodies } from './content.ts';
import {
  answersTo,
  type Comparison,
  compareSchemas,
  note,
  type Pair,
  pairsOf,
  type Site,
} from './context.ts';
import { compareLifecycle, isUnstable, noteRemoval } from './lifecycle.ts';
import { compareParameters } from './parameters.ts';
import { compareResponses } from './responses.ts';
import { compareSecurity } from './security.ts';
import { compareServers } from './servers.ts';

/** Operations by method and path, as callers know them. */
type Operations = Map<string, Found>;

/** Compares all operations under `paths`, then those of webhooks, where the API is the caller. */
export function compareOperations(comparison: Comparison): void {
  const { base, next } = comparison;
  // Callers never see the names of path parameters.
  const inPaths = (source: Source) =>
    byKey(operationsIn(source), ({ path }) => path.replace(/\{[^}]*\}/g, '{}'));
  const inWebhooks = (source: Source) => byKey(operationsIn(source, root(source), 'webhooks'));
  comparePairs(comparison, inPaths(base.source), inPaths(next.source), '');
  comparePairs(comparison, inWebhooks(base.source), inWebhooks(next.source), 'webhook ');
}

function byKey(found: Found[], key = ({ path }: Found) => path): Operations {
  return new Map(found.map((one) => [`${one.method} ${key(one)}`, one]));
}

/** @param prefix of operations that the API calls */
function comparePairs(
  comparison: Comparison,
  before: Operations,
  after: Operations,
  prefix: string,
): void {
  const direction = prefix ? 'response' : 'request';
  for (const [, base, next] of pairsOf(before, after)) {
    const operation = `${prefix}${(next ?? base).name}`;
    const site: Site = { comparison, operation, direction };
    if (!base) note(site, 'operation-added', next);
    else if (!next) noteRemoval(site, base);
    else if (!isUnchanged(comparison, base, next)) compareOperation(site, base, next);
  }
}

/** Identical text at the same place; then everything that it refers to is the same, too. */
function isUnchanged({ unchanged }: Comparison, before: Found, after: Found): boolean {
  const { pointer } = before.item;
  return before.path === after.path && pointer === after.item.pointer && unchanged.has(pointer);
}

function compareOperation(site: Site, base: Found, next: Found): void {
  const { changes, options } = site.comparison;
  const first = changes.length;
  const pair: Pair = [base, next];
  compareLifecycle(site, pair);
  compareParameters(site, base, next);
  compareBodies(site, pair);
  compareResponses(answersTo(site), pair);
  compareSockets(site, pair);
  if (site.direction === 'request') {
    compareSecurity(site, pair);
    compareServers(site, base, next);
  }
  const [before, after] = [callbacksIn(site, 'base', base), callbacksIn(site, 'next', next)];
  comparePairs(site.comparison, before, after, `${site.operation} callback `);
  if (isUnstable(options, base)) for (const change of changes.slice(first)) change.level = 'info';
}

/** Compares the messages of an operation that opens sockets. Each message is an example of one direction's schema. */
function compareSockets(site: Site, pair: Pair): void {
  const [before, after] = pair.map(({ value, pointer }): Part | undefined => {
    const socket = value[SOCKET];
    return isObject(socket) ? { value: socket, pointer: `${pointer}/${SOCKET}` } : undefined;
  });
  if (before && !after) note(site, 'socket-removed', before);
  if (!before && after) note(site, 'socket-added', after);
  if (!before || !after) return;
  for (const [side, one] of [
    ['client', site],
    ['server', answersTo(site)],
  ] as const) {
    // One direction's messages, as an object with a schema.
    const messages = ({ value, pointer }: Part): Part => ({
      value: { schema: value[side] ?? true },
      pointer: `${pointer}/${side}`,
    });
    compareSchemas({ ...one, where: `${side} message` }, [messages(before), messages(after)]);
  }
}

/** The operations of all callbacks; a callback maps expressions to path items. */
function callbacksIn({ comparison }: Site, side: 'base' | 'next', owner: Part): Operations {
  const { source } = comparison[side];
  const found = [...members(source, owner, 'callbacks')].flatMap(([name, { value, pointer }]) =>
    operationsIn(source, { value: { [name]: value }, pointer }, name).map((one) => {
      const path = `${name} ${one.path}`;
      return { ...one, path, name: `${one.method} ${path}` };
    }),
  );
  return byKey(found);
}

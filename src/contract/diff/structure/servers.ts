import { isObject } from '../types.ts';
import { add, type Comparison, type Operation } from './context.ts';
import { type Found, root } from './operations.ts';

/** The addresses at which an operation is found: each that was listed must stay. */
export function compareServers(
  comparison: Comparison,
  operation: Operation,
  base: Found,
  next: Found,
): void {
  const before = addressesOf(comparison, 'base', base);
  const after = addressesOf(comparison, 'next', next);
  const pointer = '/servers';
  const gone = [...before].filter((address) => !after.has(address));
  const fresh = [...after].filter((address) => !before.has(address));
  for (const address of gone)
    add(comparison, operation, {
      level: 'breaking',
      rule: 'server-removed',
      pointer,
      direction: 'request',
      message: `the server ${address} was removed`,
    });
  for (const address of fresh)
    add(comparison, operation, {
      level: 'info',
      rule: 'server-added',
      pointer,
      direction: 'request',
      message: `the server ${address} was added`,
    });
}

function addressesOf(
  comparison: Comparison,
  side: 'base' | 'next',
  { operation, item }: Found,
): Set<string> {
  const document = root(comparison[side].source);
  const servers = operation.value.servers ?? item.value.servers ?? document.value.servers;
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return new Set(list.filter(isObject).flatMap(expand));
}

/** The URL with each value that its variables can have; free ones stay as they stand. */
function expand(server: Record<string, unknown>): string[] {
  let urls = [typeof server.url === 'string' ? server.url : '/'];
  const variables = isObject(server.variables) ? server.variables : {};
  for (const [name, variable] of Object.entries(variables)) {
    if (!isObject(variable) || !Array.isArray(variable.enum)) continue;
    const values = variable.enum.map(String);
    urls = urls.flatMap((url) => values.map((value) => url.replaceAll(`{${name}}`, value)));
  }
  return urls.map((url) => url.replace(/(.)\/+$/, '$1'));
}

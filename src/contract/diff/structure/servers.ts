import { isObject } from '#core/json/is-object.ts';
import { type Found, root } from '../../walk.ts';
import { note, pairsOf, type Side, type Site } from './context.ts';

const PLACE = { pointer: '/servers' };

/** The base URLs of an operation: each listed one must remain. */
export function compareServers(site: Site, base: Found, next: Found): void {
  const [before, after] = [addressesOf(site, 'base', base), addressesOf(site, 'next', next)];
  for (const [, was, is] of pairsOf(before, after)) {
    if (!was) note({ ...site, where: is.url }, 'server-added', PLACE);
    else if (!is) note({ ...site, where: was.url }, 'server-removed', PLACE);
    else if (was.usual !== undefined && is.usual !== undefined && was.usual !== is.usual)
      note({ ...site, where: was.usual }, 'server-default-changed', PLACE, { now: is.usual });
  }
}

interface Address {
  url: string;
  /** The URL used when a caller sets no variables. */
  usual?: string;
}

function addressesOf({ comparison }: Site, side: Side, { value, item }: Found) {
  const servers =
    value.servers ?? item.value.servers ?? root(comparison[side].source).value.servers;
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return new Map<string, Address>(list.filter(isObject).flatMap(expand));
}

/** The URL for each combination of its variables' values; free variables stay open, whatever their name. */
function expand(server: Record<string, unknown>): [string, Address][] {
  const template = typeof server.url === 'string' ? server.url : '/';
  let urls = [template];
  let usual = template;
  const variables = isObject(server.variables) ? server.variables : {};
  for (const [name, variable] of Object.entries(variables)) {
    if (!isObject(variable)) continue;
    usual = usual.replaceAll(`{${name}}`, String(variable.default));
    if (!Array.isArray(variable.enum)) continue;
    const values = variable.enum.map(String);
    urls = urls.flatMap((url) => values.map((value) => url.replaceAll(`{${name}}`, value)));
  }
  const address = (url: string) => (usual === template ? { url } : { url, usual: normal(usual) });
  return urls.map((url) => [normal(url), address(url)]);
}

/** Scheme and host are case-insensitive; the default port and a trailing slash have no meaning. */
function normal(url: string): string {
  const [, scheme = '', host = '', path = ''] =
    /^([a-z][a-z\d+.-]*:\/\/)?([^/]*)(.*)$/i.exec(url.replace(/\{[^}]*\}/g, '{}')) ?? [];
  const start = scheme.toLowerCase();
  const port = start === 'https://' ? /:443$/ : start === 'http://' ? /:80$/ : /$^/;
  const place = start === '' ? host : host.toLowerCase().replace(port, '');
  return (start + place + path).replace(/(.)\/+$/, '$1');
}

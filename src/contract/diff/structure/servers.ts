import { isObject } from '#core/json/is-object.ts';
import { type Found, note, root, type Site } from './context.ts';

/** The base URLs of an operation: each listed one must remain. */
export function compareServers(site: Site, base: Found, next: Found): void {
  const before = addressesOf(site, 'base', base);
  const after = addressesOf(site, 'next', next);
  const place = { pointer: '/servers' };
  for (const [key, { url, usual }] of before) {
    const other = after.get(key);
    if (!other)
      note(
        { ...site, where: url },
        'breaking',
        'server-removed',
        place,
        `the server ${url} was removed`,
      );
    else if (usual !== undefined && other.usual !== undefined && usual !== other.usual) {
      const text = `callers that choose no server used ${usual} and now use ${other.usual}`;
      note({ ...site, where: usual }, 'warning', 'server-default-changed', place, text);
    }
  }
  for (const [key, { url }] of after)
    if (!before.has(key))
      note({ ...site, where: url }, 'info', 'server-added', place, `the server ${url} was added`);
}

interface Address {
  url: string;
  /** The URL used when a caller sets no variables. */
  usual?: string;
}

function addressesOf(
  { comparison }: Site,
  side: 'base' | 'next',
  { operation, item }: Found,
): Map<string, Address> {
  const document = root(comparison[side].source);
  const servers = operation.value.servers ?? item.value.servers ?? document.value.servers;
  const list = Array.isArray(servers) && servers.length > 0 ? servers : [{ url: '/' }];
  return new Map(list.filter(isObject).flatMap(expand));
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

import type { SecurityScheme } from './model.ts';

/** What every request carries: what authenticates it, and headers added by the caller of `conform`. */
export interface Credentials {
  headers: Record<string, string>;
  query: [string, string][];
}

/** One credential, in the form that each security scheme of the contract requires. */
export function credentialsFor(
  schemes: Iterable<SecurityScheme>,
  auth: string | undefined,
): Credentials {
  const found: Credentials = { headers: {}, query: [] };
  if (auth === undefined) return found;
  const all = [...schemes];
  for (const { place, name, kind } of all) {
    if (place === 'query') found.query.push([name, auth]);
    else if (place === 'cookie') found.headers.cookie = `${name}=${auth}`;
    else if (kind === 'key') found.headers[name] = auth;
    else found.headers[name] ??= authorization(auth, kind);
  }
  return all.length > 0 ? found : { ...found, headers: { authorization: authorization(auth) } };
}

function authorization(auth: string, kind?: SecurityScheme['kind']): string {
  if (/^\w+ \S/.test(auth)) return auth;
  const isPair = /^[^:\s]+:.*$/.test(auth);
  return kind === 'basic' || (kind === undefined && isPair)
    ? `Basic ${btoa(auth)}`
    : `Bearer ${auth}`;
}

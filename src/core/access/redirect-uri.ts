/** Hosts of the device that a browser runs on: nobody else can receive what is sent there. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * What is wrong with a redirect URI of an app; undefined if nothing. Browsers return to it with a code, so it must be
 * the app's own: https, or http on the person's own device. It is compared character by character later, so it must
 * also be written in the usual way.
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (/[\s\p{Cc}\\]/u.test(uri)) return "Can't contain spaces or backslashes";
  if (uri.includes('*')) return "Can't contain wildcards: list each URI";
  if (uri.includes('#')) return "Can't contain a fragment (#…)";
  const url = URL.parse(uri);
  if (!url) return 'Must be an absolute URL, such as https://example.com/callback';
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'Must be an https URL';
  if (url.username !== '' || url.password !== '' || authorityOf(uri).includes('@'))
    return "Can't contain a user name or password";
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return 'Must be https, unless the host is localhost, 127.0.0.1 or [::1]';
  // `https:/host`, capitals, `/../` and the like: a library of the app might send it in another spelling.
  if (url.href !== uri && url.href !== `${uri}/` && url.origin !== uri)
    return `Must be written as ${url.href}`;
  return undefined;
}

function authorityOf(uri: string): string {
  return /^[a-z]+:\/*([^/?]*)/i.exec(uri)?.[1] ?? '';
}

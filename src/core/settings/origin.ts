/** Allowed origins of a list. */
export const ORIGINS_MAX = 50;

/**
 * The origin that someone means who pastes the address of a page: without path, in lower case, with `https://` if
 * there is no scheme.
 */
export function toOrigin(typed: string): string {
  const text = typed.trim().toLowerCase();
  // Browsers' parsers would encode it.
  if (text.includes('*')) return text;
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//.test(text);
  const isLocal = /^(localhost|127\.0\.0\.1)(:|\/|$)/.test(text);
  const url = URL.parse(hasScheme ? text : `${isLocal ? 'http' : 'https'}://${text}`);
  return url && url.origin !== 'null' && text !== '' ? url.origin : text;
}

/** Why an origin can't be allowed; null if it can. */
export function originProblem(origin: string): string | null {
  if (origin === '') return 'Enter an origin, or remove this line';
  if (origin.includes('*')) return 'Wildcards are not supported. Add each origin.';
  if (!/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/.test(origin) || URL.parse(origin)?.origin !== origin)
    return 'Write it like https://www.example.com';
  return null;
}

/** The same where plain HTTP could be changed on its way, and is only allowed on this machine. */
export function secureOriginProblem(origin: string): string | null {
  const problem = originProblem(origin);
  if (problem !== null || origin.startsWith('https:')) return problem;
  const { hostname } = new URL(origin);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return isLocal ? null : 'Use https. Plain http is only allowed on localhost.';
}

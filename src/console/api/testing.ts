import { vi } from 'vitest';

type Route = Response | (() => Response | Promise<Response>);

/** For tests: a response with a JSON body. */
export function json(body: unknown, status = 200, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** For tests: a problem with this status. */
export function problem(status: number, code = 'internal_error', more?: object): Response {
  const headers = { 'content-type': 'application/problem+json' };
  const type = `/docs/errors#${code}`;
  return json({ type, title: code, status, code, ...more }, status, headers);
}

/** For tests: a token that lives for `seconds`. */
export function jwt(name: string, seconds = 300): string {
  const claims = { sub: name, iat: 1000, exp: 1000 + seconds };
  return `h.${btoa(JSON.stringify(claims))}.s-${name}`;
}

/**
 * For tests: stubs `fetch` by path and records requests.
 * @param routes by `METHOD /path` (without the query); an unknown route returns 404
 */
export function stubFetch(routes: Record<string, Route>) {
  const calls: { method: string; path: string; url: URL; headers: Headers; body: unknown }[] = [];
  const fetch = vi.fn(async (input: URL | string, init: RequestInit = {}) => {
    const url = new URL(input);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    calls.push({ method, path: url.pathname, url, headers: new Headers(init.headers), body });
    const route = routes[`${method} ${url.pathname}`] ?? problem(404, 'not_found');
    return typeof route === 'function' ? route() : route.clone();
  });
  vi.stubGlobal('fetch', fetch);
  const count = (path: string) => calls.filter((call) => call.path === path).length;
  return { calls, count, fetch };
}

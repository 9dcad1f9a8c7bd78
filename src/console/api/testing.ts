import { faker } from '@faker-js/faker/locale/base';
import { vi } from 'vitest';
import { tryJson } from '#core/json/parse-json.ts';
import * as factories from '#generated/model/index.faker.ts';
import { answerTo } from './http/check-response.ts';

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
 * For tests: stubs `fetch` by path and records requests. JSON responses need only the fields that their story is about:
 * the contract's factories add the others that are required.
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
    return completed(
      method,
      url.pathname,
      typeof route === 'function' ? await route() : route.clone(),
    );
  });
  vi.stubGlobal('fetch', fetch);
  const count = (path: string) => calls.filter((call) => call.path === path).length;
  return { calls, count, fetch };
}

const samples = factories as unknown as Record<string, (() => unknown) | undefined>;

/** For tests: a response with the fields that its schema requires, from the contract's factory. */
export async function completed(
  method: string,
  path: string,
  response: Response,
): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  const answer = await answerTo(method, path.replace(/^\/api\/v1/, ''), response.status);
  // The same in each run.
  faker.seed(1);
  const sample = answer && samples[`get${answer.name}Mock`]?.();
  if (!sample || !type.includes('json')) return response;
  const body: unknown = tryJson(await response.clone().text());
  if (body === undefined) return response;
  for (const { path: at } of answer.schema.safeParse(body).error?.issues ?? []) {
    const name = at.at(-1);
    const owner = at.slice(0, -1).reduce(member, body);
    if (name === undefined || typeof owner !== 'object' || owner === null || name in owner)
      continue;
    Reflect.set(owner, name, at.reduce(sampleOf, sample));
  }
  const { status, headers } = response;
  return new Response(JSON.stringify(body), { status, headers });
}

function member(value: unknown, name: PropertyKey): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The same part of a sample, whose lists have at least one item. */
function sampleOf(value: unknown, name: PropertyKey): unknown {
  return member(value, Array.isArray(value) ? 0 : name);
}

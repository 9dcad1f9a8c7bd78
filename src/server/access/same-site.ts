import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#domain/problem.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Protects cookies against other sites: `Origin`, or otherwise `Sec-Fetch-Site`, must show that a write or a socket comes
 * from our own pages. Browsers always send one of them. API clients use bearer tokens.
 * @param origins the exact origins of our pages
 * @returns a check that throws ProblemError 403
 */
export function createSameSiteCheck(origins: readonly string[]) {
  const allowed = new Set(origins);
  return ({ method, headers }: FastifyRequest): void => {
    // Any page may open a socket, and the browser sends the cookie with it.
    const isSocket = headers.upgrade !== undefined;
    if (SAFE.has(method) && !isSocket) return;
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    const isOurs = origin === undefined ? site === 'same-origin' : allowed.has(origin);
    if (isOurs) return;
    throw new ProblemError(
      'forbidden',
      `${isSocket ? 'Sockets' : 'Writes'} with a cookie are accepted only from the console's own pages, not from ${origin ?? 'an unknown origin'}. Use an API key for API calls.`,
    );
  };
}

import type { FastifyRequest } from 'fastify';
import { ProblemError } from '#domain/problem.ts';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Guards cookies against other sites: a write must say, by `Origin` or else by `Sec-Fetch-Site`, that
 * our own pages sent it. Browsers always say; programs have bearers.
 * @param origins the origins of our pages, exactly
 * @returns a check that throws ProblemError 403
 */
export function createSameSiteCheck(origins: readonly string[]) {
  const allowed = new Set(origins);
  return ({ method, headers }: FastifyRequest): void => {
    if (SAFE.has(method)) return;
    const { origin } = headers;
    const site = headers['sec-fetch-site'];
    const isOurs = origin === undefined ? site === 'same-origin' : allowed.has(origin);
    if (isOurs) return;
    throw new ProblemError(
      'forbidden',
      `Writes with a cookie are taken from the console's own pages only, not from ${origin ?? 'an unnamed origin'}. Programs use an API key.`,
    );
  };
}

import { readFile } from 'node:fs/promises';
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Extra requests for the keys per minute that tokens with unknown key ids can cause. */
const EXTRA_PER_MINUTE = 10;

/** Fetches a document, or reads it if its URL is a file's. A file that can't be read throws, like a failed request. */
export async function fetchOrRead(url: string, init?: RequestInit): Promise<Response> {
  if (!url.startsWith('file:')) return fetch(url, init);
  return new Response(await readFile(new URL(url)));
}

/**
 * The public keys of an external identity service. They are loaded when first needed and every ten minutes, and at once
 * when a token names an unknown key, so that a new key works immediately. Made-up key ids cause a few requests a minute
 * at most.
 * @returns a resolver for jose's `jwtVerify`; it throws JWKSNoMatchingKey for unknown keys
 */
export function createOryKeys(url: URL, timeoutMs: number): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(url, {
    timeoutDuration: timeoutMs,
    // Reloading because of unknown keys is decided here.
    cooldownDuration: Number.POSITIVE_INFINITY,
    [customFetch]: fetchOrRead,
  });
  const budget = new RateLimiterMemory({ points: EXTRA_PER_MINUTE, duration: 60 });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      const isAllowed = await budget.consume(url.href).catch(() => null);
      if (!isAllowed) throw error;
      await keys.reload();
      return keys(header, token);
    }
  };
}

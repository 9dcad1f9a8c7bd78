import { createHash } from 'node:crypto';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';
import { createTtlCache } from './ttl-cache.ts';

const LIFETIME_MS = 15_000;
const SIZE = 10_000;

/** A verifier that caches whoami responses briefly, and the function that clears its cache. */
export interface CachedVerifier extends IdentityVerifier {
  /** Call it when a session may have ended. The next request calls whoami again. */
  forget(): void;
}

/**
 * Calls whoami once for several requests, because the console opens a page with five calls at the same time. Cached by a
 * hash, so that no cookie stays in memory. Rejections and failures aren't cached.
 */
export function cacheWhoami(verifier: IdentityVerifier): CachedVerifier {
  const known = createTtlCache<VerifiedPerson>(SIZE, LIFETIME_MS);
  const asking = new Map<string, Promise<VerifiedPerson | null>>();
  let generation = 0;

  async function ask(key: string, cookie: string): Promise<VerifiedPerson | null> {
    const before = generation;
    try {
      const person = await verifier.whoami(cookie);
      if (person && generation === before) known.set(key, person);
      return person;
    } finally {
      asking.delete(key);
    }
  }

  return {
    verifyToken: verifier.verifyToken,
    ...(verifier.isSessionActive && { isSessionActive: verifier.isSessionActive }),
    async whoami(cookie) {
      const key = createHash('sha256').update(cookie).digest('base64');
      const person = known.get(key);
      if (person) return person;
      const asked = asking.get(key) ?? ask(key, cookie);
      asking.set(key, asked);
      return asked;
    },
    forget() {
      generation += 1;
      known.clear();
      asking.clear();
    },
  };
}

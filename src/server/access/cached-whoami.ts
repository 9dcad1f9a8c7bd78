import { createHash } from 'node:crypto';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';
import { createTtlCache } from './ttl-cache.ts';

const LIFETIME_MS = 15_000;
const SIZE = 10_000;

/** A verifier that remembers whoami's answers for a moment, and what makes it forget. */
export interface CachedVerifier extends IdentityVerifier {
  /** Call it when a session may have ended: the next request asks again. */
  forget(): void;
}

/**
 * Asks whoami once for many requests: a console opens a page with five calls at once. Keyed by a hash,
 * so that no cookie lies in memory; refusals and failures are not remembered.
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

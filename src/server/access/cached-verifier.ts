import { createHash } from 'node:crypto';
import { createTtlCache } from '#core/cache/ttl-cache.ts';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';
import type { Invalidation } from './invalidation.ts';

/**
 * An external Ory service doesn't announce ended sessions, so with AUTH_METHOD=cookie they are noticed up to this much
 * later, except by sensitive operations.
 */
const LIFETIME_MS = 15_000;
const SIZE = 10_000;

/**
 * Calls the identity service once for several requests, because the console opens a page with five calls at the same
 * time. A result is dropped on every node as soon as the person's sessions, name or address change, so an ended session
 * is rejected immediately. Only positive results are cached. The session of a token is looked up by each request if
 * nobody announces that it has ended; only requests at the same time share the result.
 */
export function cacheVerifier(
  verifier: IdentityVerifier,
  invalidation: Pick<Invalidation, 'on' | 'isExact'>,
): IdentityVerifier {
  const visitors = createMemory(invalidation);
  const sessions = createMemory(invalidation);
  const { findSession, announces, assumesAddresses = false } = verifier;
  return {
    announces,
    assumesAddresses,
    verifyToken: verifier.verifyToken,
    // Keyed by a hash, so that no cookie stays in memory.
    whoami: (cookie, isFresh = false) =>
      visitors(
        createHash('sha256').update(cookie).digest('base64'),
        () => verifier.whoami(cookie),
        isFresh && !announces,
      ),
    ...(findSession && {
      findSession: (bearer: VerifiedPerson) =>
        sessions(`${bearer.identityId} ${bearer.sessionId}`, () => findSession(bearer), !announces),
    }),
  };
}

type Ask = () => Promise<VerifiedPerson | null>;

/** Results about people, shared by concurrent requests and kept until they expire or the person changes. */
function createMemory({ on, isExact }: Pick<Invalidation, 'on' | 'isExact'>) {
  const known = createTtlCache<VerifiedPerson>(SIZE, LIFETIME_MS);
  const asking = new Map<string, Promise<VerifiedPerson | null>>();
  let generation = 0;
  on(({ identity }) => {
    if (identity === undefined) return;
    // Results of requests in progress may be older than the change.
    generation += 1;
    asking.clear();
    known.deleteWhere((_, { identityId }) => identityId === identity);
  });

  async function find(key: string, ask: Ask): Promise<VerifiedPerson | null> {
    const before = generation;
    const person = await ask();
    if (person && generation === before) known.set(key, person);
    return person;
  }

  return (key: string, ask: Ask, isFresh: boolean): Promise<VerifiedPerson | null> => {
    const person = isExact() && !isFresh ? known.get(key) : undefined;
    if (person) return Promise.resolve(person);
    const shared = asking.get(key);
    if (shared) return shared;
    const found = find(key, ask).finally(() => {
      if (asking.get(key) === found) asking.delete(key);
    });
    asking.set(key, found);
    return found;
  };
}

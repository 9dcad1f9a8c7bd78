import { createTtlCache } from '#core/cache/ttl-cache.ts';
import type { UserPrincipal } from '#domain/principal.ts';
import type { Stores } from '#domain/stores.ts';
import { recogniseUser } from '#domain/user/recognise.ts';
import type { VerifiedPerson } from './identity-verifier.ts';
import type { Invalidation } from './invalidation.ts';

interface Known {
  principal: UserPrincipal;
  identityName: string;
  /** Whether a verified address would change something. */
  isProofNews: boolean;
}

const LIFETIME_MS = 30_000;
const SIZE = 10_000;

/** Finds the user of each caller, with a cache that is invalidated by every change. */
export function createRecognise(stores: Stores, invalidation: Invalidation) {
  const known = createTtlCache<Known>(SIZE, LIFETIME_MS);
  invalidation.on(({ user }) => {
    if (user) known.deleteWhere((_, { principal }) => principal.userId === user);
  });

  return async (person: VerifiedPerson): Promise<UserPrincipal> => {
    const { identityId, sessionId, signedInAt } = person;
    const before = known.get(identityId);
    const isSame = before?.identityName === person.name && before.principal.email === person.email;
    const isProof = person.isVerified && !person.isAssumed;
    if (before && isSame && !(before.isProofNews && isProof)) {
      return { ...before.principal, sessionId, isVerified: person.isVerified, signedInAt };
    }
    const row = await recogniseUser(stores, person);
    const { id: userId, name, email } = row;
    const { isVerified } = person;
    const isUnproven = person.isAssumed === true && row.verified_email !== email;
    const who = { userId, identityId, sessionId, name, email, isVerified, isUnproven };
    const principal: UserPrincipal = { type: 'user', ...who };
    known.set(identityId, {
      principal,
      identityName: row.identity_name,
      isProofNews: row.credit_due_to !== null || row.verified_email !== email,
    });
    return { ...principal, signedInAt };
  };
}

import { IDENTITY_LIFESPANS } from '../identity/limits.ts';
import type { UserPrincipal } from '../principal.ts';
import { ProblemError } from '../problem.ts';

/**
 * Whether a person has to confirm their identity before deleting their account or downloading its data, as they do before
 * changing how they sign in: someone at an unlocked computer must be able to do neither. Where only a token says who
 * they are, nobody knows, and the token's own age has to do.
 */
export function isSignInOld({ signedInAt }: Pick<UserPrincipal, 'signedInAt'>): boolean {
  return signedInAt !== undefined && Date.now() - signedInAt > IDENTITY_LIFESPANS.privileged;
}

/** @throws ProblemError 403 */
export function requireRecentSignIn(person: UserPrincipal): void {
  if (isSignInOld(person))
    throw new ProblemError('sign_in_too_old', "Confirm it's you, then try again.");
}

import { IDENTITY_LIFESPANS } from '../identity/limits.ts';
import type { UserPrincipal } from '../principal.ts';
import { ProblemError } from '../problem.ts';

/**
 * Whether somebody has to confirm their identity before they delete their account or download all of its data, as before
 * changing how they sign in: whoever finds an unlocked computer must be able to do neither. Where only a token says who
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

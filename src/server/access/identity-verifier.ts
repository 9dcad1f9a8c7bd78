import type { IdentityService } from '../identity/service.ts';

/** A person, as the identity service vouches for them. */
export interface VerifiedPerson {
  identityId: string;
  sessionId: string;
  email: string;
  name: string;
}

/** How the API learns who is signed in; the embedded service and a real Ory are asked through it. */
export interface IdentityVerifier {
  /**
   * The bearer of a token, or null when it is not valid (any more).
   * @throws ProblemError 503 `identity_unavailable` when the identity service cannot be asked
   */
  verifyToken(token: string): Promise<VerifiedPerson | null>;
  /**
   * The person that a Cookie header signs in, or null.
   * @throws ProblemError 503 `identity_unavailable` when the identity service cannot be asked
   */
  whoami(cookie: string): Promise<VerifiedPerson | null>;
  /**
   * Whether the session of a token that is still good has not ended meanwhile; absent where only the
   * browser's cookie could tell (a real Ory), so that a token lives to its end there.
   */
  isSessionActive?(sessionId: string): Promise<boolean>;
}

/** The identity service in this process, asked without HTTP. */
export function embeddedVerifier(identity: IdentityService): IdentityVerifier {
  return {
    async verifyToken(token) {
      const claims = await identity.verifyToken(token);
      return claims && person(claims);
    },
    isSessionActive: identity.isSessionActive,
    async whoami(cookie) {
      const found = await identity.whoami({ cookie });
      return found && person(found);
    },
  };
}

function person(who: { sub: string; sid: string; email: string; name: string }): VerifiedPerson {
  return { identityId: who.sub, sessionId: who.sid, email: who.email, name: who.name };
}

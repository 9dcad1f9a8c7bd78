import type { IdentityService } from '../identity/service.ts';

/** A person, as verified by the identity service. */
export interface VerifiedPerson {
  identityId: string;
  sessionId: string;
  email: string;
  name: string;
}

/** How the API identifies the signed-in person, with the embedded service or an external Ory service. */
export interface IdentityVerifier {
  /**
   * The bearer of a token; null if it is invalid or has expired.
   * @throws ProblemError 503 `identity_unavailable` if the identity service is unreachable
   */
  verifyToken(token: string): Promise<VerifiedPerson | null>;
  /**
   * The person whose session is in a Cookie header; null if there is none.
   * @throws ProblemError 503 `identity_unavailable` if the identity service is unreachable
   */
  whoami(cookie: string): Promise<VerifiedPerson | null>;
  /**
   * Whether the session of a valid token is still active. Undefined for an external Ory service, where only the browser's
   * cookie could tell, so tokens stay valid until they expire.
   */
  isSessionActive?(person: VerifiedPerson): Promise<boolean>;
}

/** The identity service in this process, called without HTTP. */
export function embeddedVerifier(identity: IdentityService): IdentityVerifier {
  return {
    async verifyToken(token) {
      const claims = await identity.verifyToken(token);
      return claims && person(claims);
    },
    isSessionActive: ({ sessionId }) => identity.isSessionActive(sessionId),
    async whoami(cookie) {
      const found = await identity.whoami({ cookie });
      return found && person(found);
    },
  };
}

function person(who: { sub: string; sid: string; email: string; name: string }): VerifiedPerson {
  return { identityId: who.sub, sessionId: who.sid, email: who.email, name: who.name };
}

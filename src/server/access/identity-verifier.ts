import type { IdentityService, VerifiedIdentity } from '../identity/service.ts';

/** A person, as verified by the identity service. */
export interface VerifiedPerson {
  identityId: string;
  sessionId: string;
  email: string;
  name: string;
  /** Whether the address is verified, or counts as verified because nobody can verify one. */
  isVerified: boolean;
  /** Whether it only counts as verified, so that someone has to vouch for the person. */
  isAssumed?: boolean;
  /** When the identity service said all this, in milliseconds since 1970: for a token alone, when it was issued. */
  knownAt: number;
  /** How they signed in, such as `password`. Tokens don't say. */
  method?: string | undefined;
  /** When they last signed in or confirmed their identity, in milliseconds since 1970. Tokens don't say. */
  signedInAt?: number | undefined;
}

/** How the API identifies the signed-in person, with the embedded service or an external Ory service. */
export interface IdentityVerifier {
  /**
   * The bearer of a token; null if it is invalid or has expired.
   * @param report told why a token is refused, for the log; the reason never contains the token
   * @throws ProblemError 503 `identity_unavailable` if the identity service is unreachable
   */
  verifyToken(token: string, report?: (reason: string) => void): Promise<VerifiedPerson | null>;
  /**
   * The person whose session is in a Cookie header; null if there is none.
   * @param isFresh whether the result must not come from a cache
   * @throws ProblemError 503 `identity_unavailable` if the identity service is unreachable
   */
  whoami(cookie: string, isFresh?: boolean): Promise<VerifiedPerson | null>;
  /**
   * The current data of a valid token's bearer; null if the session has ended. Undefined for an external Ory service
   * without an admin URL: only the browser's cookie could tell, so tokens stay valid until they expire.
   * @throws ProblemError 503 `identity_unavailable` if the identity service is unreachable
   */
  findSession?(bearer: VerifiedPerson): Promise<VerifiedPerson | null>;
  /** Whether `Invalidation` learns of every session that ends, so that results can be cached without being outdated. */
  announces: boolean;
  /** Whether addresses only count as verified, because nobody can verify one: see `VerifiedPerson.isAssumed`. */
  assumesAddresses?: boolean;
}

/**
 * The identity service in this process, called without HTTP.
 * @param options.isMailSent whether emails are delivered. Otherwise nobody can verify an address, and every address
 * counts as verified.
 * @param options.isTrusted whether everyone who can sign up is trusted to have entered their own address then
 */
export function embeddedVerifier(
  identity: IdentityService,
  { isMailSent, isTrusted }: { isMailSent: boolean; isTrusted: boolean },
): IdentityVerifier {
  const toPerson = (who: VerifiedIdentity): VerifiedPerson => ({
    identityId: who.sub,
    sessionId: who.sid,
    email: who.email,
    name: who.name,
    isVerified: who.isVerified || !isMailSent,
    // Codes in the outbox prove nothing.
    isAssumed: !isMailSent && !isTrusted,
    knownAt: Date.now(),
    method: who.method,
    signedInAt: who.signedInAt,
  });
  return {
    announces: true,
    assumesAddresses: !isMailSent && !isTrusted,
    async verifyToken(token, report) {
      const claims = await identity.verifyToken(token, report);
      return claims && toPerson(claims);
    },
    async findSession({ sessionId }) {
      const found = await identity.findSession(sessionId);
      return found && toPerson(found);
    },
    async whoami(cookie) {
      const found = await identity.whoami({ cookie });
      return found && toPerson(found);
    },
  };
}

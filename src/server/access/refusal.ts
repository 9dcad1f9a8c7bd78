import { errors } from 'jose';

/** Characters of a claim that a reason repeats. */
const VALUE_MAX = 200;

/**
 * Why a token is refused, for the log. It names claims and keys, but never contains the token or its signature.
 * @param error what jose threw
 * @param expected the issuers and the audience that are accepted
 */
export function refusalOf(
  error: unknown,
  expected: { issuer: readonly string[]; audience: string },
): string {
  if (error instanceof errors.JWTExpired) {
    const seconds = Math.floor(Date.now() / 1000) - (error.payload.exp ?? 0);
    return `it expired ${seconds} s ago`;
  }
  if (error instanceof errors.JWTClaimValidationFailed) {
    const { claim, payload } = error;
    const found = payload[claim] === undefined ? 'missing' : shown(payload[claim]);
    if (claim === 'iss') return `its issuer (iss) is ${found} instead of ${expected.issuer[0]}`;
    if (claim === 'aud') return `its audience (aud) is ${found} instead of ${expected.audience}`;
    return `its claim ${claim} is ${found === 'missing' ? found : `not acceptable: ${found}`}`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'its signature is wrong';
  if (error instanceof errors.JWKSNoMatchingKey) return 'the JWKS has no key with its key id (kid)';
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'it is signed with an algorithm that is not accepted';
  return 'it is not a signed JWT';
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}

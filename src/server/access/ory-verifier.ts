import { errors, type JWTPayload, jwtVerify } from 'jose';
import { parseJson } from '#core/json/parse-json.ts';
import { ProblemError } from '#domain/problem.ts';
import type { IdentityVerifier, VerifiedPerson } from './identity-verifier.ts';
import { createOryKeys } from './ory-keys.ts';
import { refusalOf } from './refusal.ts';

/** How to reach an external Ory service, and what its tokens must say. */
export interface OryOptions {
  /** Base URL of the identity service. */
  url: string;
  /** URL of its token keys. Defaults to `<url>/.well-known/jwks.json`. */
  jwksUrl?: string | undefined;
  /** `iss` of its tokens. Defaults to the base URL. A slash at the end doesn't matter. */
  issuer?: string | undefined;
  /** `aud` of its tokens. A token for another service must not work here, so every token needs one. */
  audience: string;
  /** Base URL of its admin API. Without it, a token is valid until it expires. */
  adminUrl?: string | undefined;
  /** The API token of Ory Network's admin API. */
  adminToken?: string | undefined;
}

const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'PS256'];
const TIMEOUT_MS = 5000;
/** Seconds by which the clocks of both services may differ. */
const CLOCK_SECONDS = 10;

/**
 * An external Ory service, called over HTTP. Its token template must add `aud`, `email`, `email_verified` and `name` to
 * the token (with a claims mapper in Kratos), because `sub` alone isn't enough.
 */
export function oryVerifier(options: OryOptions): IdentityVerifier {
  const { audience, adminUrl, adminToken } = options;
  const { base, jwksUrl, issuer } = addressesOf(options);
  const keys = createOryKeys(jwksUrl, TIMEOUT_MS);
  const expected = {
    algorithms: ALGORITHMS,
    issuer: [issuer, `${issuer}/`],
    audience,
    clockTolerance: CLOCK_SECONDS,
    requiredClaims: ['sub', 'sid', 'exp', 'iat'],
  };
  return {
    announces: false,
    async verifyToken(token, report) {
      try {
        const { payload } = await jwtVerify(token, keys, expected);
        return fromClaims(payload);
      } catch (error) {
        if (!isRefusal(error)) throw unavailable(error);
        report?.(refusalOf(error, expected));
        return null;
      }
    },
    whoami: (cookie) => readSession(`${base}/sessions/whoami`, { cookie }, [401, 403]),
    ...(adminUrl && {
      async findSession({ identityId, sessionId }: VerifiedPerson) {
        const path = `/admin/sessions/${encodeURIComponent(sessionId)}?expand=identity`;
        const headers = { ...(adminToken && { authorization: `Bearer ${adminToken}` }) };
        const person = await readSession(withoutSlash(adminUrl) + path, headers, [404]);
        return person?.identityId === identityId ? person : null;
      },
    }),
  };
}

/** The addresses that the settings mean, without slashes at their ends. */
export function addressesOf({ url, jwksUrl, issuer }: OryOptions) {
  const base = withoutSlash(url);
  return {
    base,
    jwksUrl: new URL(jwksUrl ?? `${base}/.well-known/jwks.json`),
    issuer: withoutSlash(issuer ?? base),
  };
}

export function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

/** The person of a session; null if Ory responds with one of the statuses for a missing session. */
async function readSession(
  url: string,
  headers: Record<string, string>,
  none: readonly number[],
): Promise<VerifiedPerson | null> {
  const askedAt = Date.now();
  const response = await fetch(url, {
    headers: { ...headers, accept: 'application/json' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw unavailable(error);
  });
  if (none.includes(response.status)) return null;
  if (!response.ok) throw unavailable(new Error(`${url} responded with ${response.status}`));
  return fromSession(parseJson(await response.text()) as OrySession, askedAt);
}

interface OrySession {
  id: string;
  active?: boolean;
  expires_at?: string;
  authenticated_at?: string;
  authentication_methods?: { method?: unknown; aal?: unknown }[];
  identity?: {
    id: string;
    state?: string;
    traits?: { email?: unknown; name?: unknown };
    verifiable_addresses?: { value?: unknown; verified?: unknown }[];
  };
}

function fromSession(
  { id, active, expires_at, authenticated_at, identity, authentication_methods }: OrySession,
  knownAt: number,
): VerifiedPerson | null {
  if (active === false || !identity || identity.state === 'inactive') return null;
  if (expires_at !== undefined && Date.parse(expires_at) <= Date.now()) return null;
  const email = text(identity.traits?.email);
  const isEmail = (value: unknown) => text(value).toLowerCase() === email.toLowerCase();
  return {
    identityId: identity.id,
    sessionId: id,
    email,
    name: nameOf(identity.traits?.name),
    isVerified: (identity.verifiable_addresses ?? []).some(
      ({ value, verified }) => isEmail(value) && verified === true,
    ),
    knownAt,
    signedInAt: authenticated_at === undefined ? undefined : Date.parse(authenticated_at),
    method: text(authentication_methods?.find(({ aal }) => aal === 'aal1')?.method) || undefined,
  };
}

function fromClaims(claims: JWTPayload): VerifiedPerson {
  return {
    identityId: claims.sub ?? '',
    sessionId: text(claims.sid),
    email: text(claims.email),
    name: nameOf(claims.name),
    isVerified: claims.email_verified === true,
    knownAt: (claims.iat ?? 0) * 1000,
  };
}

/** Ory's presets store a name as a single text or as `{ first, last }`. */
function nameOf(name: unknown): string {
  if (typeof name !== 'object' || name === null) return text(name);
  const { first, last } = name as { first?: unknown; last?: unknown };
  return `${text(first)} ${text(last)}`.trim();
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether the token is invalid. Otherwise the keys could not be loaded, which says nothing about the token. */
function isRefusal(error: unknown): boolean {
  const fetching = [errors.JWKSTimeout, errors.JWKSInvalid];
  return (
    error instanceof errors.JOSEError &&
    error.code !== 'ERR_JOSE_GENERIC' &&
    !fetching.some((kind) => error instanceof kind)
  );
}

function unavailable(cause: unknown): ProblemError {
  return new ProblemError(
    'identity_unavailable',
    "The identity service is unreachable. You're still signed in. Try again in a moment.",
    { cause, headers: { 'retry-after': '5' } },
  );
}

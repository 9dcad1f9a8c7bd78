import { newId } from '#core/ids.ts';
import { parseJson } from '#core/json/parse-json.ts';
import type { IdentityRow, SessionRow } from '#domain/identity/rows.ts';
import type { Store } from '../store.ts';

const TOKEN_SECONDS = 600;

/** The API token of a session. It looks like a JWT but isn't signed. */
export function tokenize(session: SessionRow): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: '/identity',
    sub: session.identityId,
    sid: session.id,
    iat,
    nbf: iat,
    exp: iat + TOKEN_SECONDS,
    jti: newId('job'),
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.mock`;
}

/** The identity and session a token belongs to; undefined if the token or its session has ended. */
export function holderOfToken(
  store: Store,
  token: string,
): { identity: IdentityRow; session: SessionRow } | undefined {
  const claims = decode(token.split('.')[1] ?? '');
  if (claims === undefined || claims.exp * 1000 <= Date.now()) return undefined;
  const session = activeSession(store, claims.sid);
  const identity = session && store.data.identity.identities[session.identityId];
  return identity && { identity, session };
}

/** The session with this id, if it has neither expired nor been revoked. */
export function activeSession(store: Store, id: string | null | undefined): SessionRow | undefined {
  const session = id ? store.data.identity.sessions[id] : undefined;
  return session && session.expiresAt.getTime() > Date.now() ? session : undefined;
}

function encode(value: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

function decode(part: string): { sid: string; exp: number } | undefined {
  try {
    const claims = parseJson(atob(part.replace(/-/g, '+').replace(/_/g, '/'))) as Record<
      string,
      unknown
    >;
    const { sid, exp } = claims;
    return typeof sid === 'string' && typeof exp === 'number' ? { sid, exp } : undefined;
  } catch {
    return undefined;
  }
}

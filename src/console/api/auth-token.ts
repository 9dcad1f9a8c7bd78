import { checkSession, latestSessionCheck, type SessionCheck } from './session.ts';

type CachedToken = { token: string; renewAt: number; expiresAt: number };

/** The part of a token's lifetime after which it is renewed. */
const renewAfter = 0.8;
/** A token this close to expiry (ms) is not sent, since it could expire on the way. */
const margin = 5_000;

let cached: CachedToken | null = null;
let renewal: Promise<string | null> | null = null;

/**
 * The API's bearer token, kept in memory only. Past 80% of its lifetime it is renewed in the background while
 * the old one stays in use; concurrent calls share one renewal.
 * @returns null when nobody is signed in
 * @throws ApiError when the identity service cannot be reached
 */
export async function bearerToken(): Promise<string | null> {
  const now = Date.now();
  if (cached && now < cached.expiresAt - margin) {
    if (now >= cached.renewAt) renewToken().catch(() => undefined);
    return cached.token;
  }
  const check = latestSessionCheck();
  if (!cached && check) return keep(await check);
  return renewToken();
}

/** Requests a new token now, even if the old one is valid; concurrent callers share one request. */
export function renewToken(): Promise<string | null> {
  renewal ??= checkSession()
    .then(keep)
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** Drops the token, when signing out. */
export function dropToken(): void {
  cached = null;
  renewal = null;
}

function keep(check: SessionCheck): string | null {
  if (check.state !== 'authenticated' || check.token === null) {
    cached = null;
    return null;
  }
  if (cached?.token !== check.token) cached = measure(check.token);
  return check.token;
}

/** The lifetime counts from arrival by this machine's clock, which may differ from the issuer's. */
function measure(token: string): CachedToken {
  const life = lifeOf(token);
  const now = Date.now();
  return { token, renewAt: now + life * renewAfter, expiresAt: now + life };
}

/** @returns ms; five minutes when the token does not say */
function lifeOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: number;
      iat?: number;
    };
    const seconds = (claims.exp ?? 0) - (claims.iat ?? 0);
    return seconds > 0 ? seconds * 1000 : 300_000;
  } catch {
    return 300_000;
  }
}

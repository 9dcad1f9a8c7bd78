import { type IdentityContext, later } from '../context.ts';
import * as errors from '../errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { AuthenticationMethod } from '../identity.tables.ts';
import {
  findRecord,
  type IdentityRow,
  type IdentityRows,
  type SessionRecord,
  type SessionRow,
} from '../rows.ts';
import { browserUrl } from '../urls.ts';

const TOUCH_EVERY = 5 * 60_000;
const TOKEN_PREFIX = 'ory_st_';

export type Method = AuthenticationMethod['method'];
export type Aal = AuthenticationMethod['aal'];

const aalOf: Record<Method, Aal> = {
  password: 'aal1',
  code: 'aal1',
  code_recovery: 'aal1',
  passkey: 'aal1',
  totp: 'aal2',
  lookup_secret: 'aal2',
  webauthn: 'aal2',
};

/** The active session of a token. Its last use is recorded now and then. */
export async function sessionOfToken(
  ctx: IdentityContext,
  token: string | undefined,
): Promise<SessionRecord | null> {
  if (!token || token.length > 200) return null;
  const record = await findRecord(ctx.rows, { tokenHash: ctx.hash(token) });
  if (!record) return null;
  const now = ctx.clock().getTime();
  const { session, identity } = record;
  const idle = now - session.lastSeenAt.getTime();
  const over = session.expiresAt.getTime() <= now || idle >= ctx.settings.lifespans.idle;
  if (over || identity.state !== 'active') return null;
  if (idle >= TOUCH_EVERY) {
    await ctx.rows.sessions.change({ id: session.id }, { lastSeenAt: new Date(now) });
  }
  return record;
}

/** The session of a request: from X-Session-Token or Bearer, otherwise from the cookie. */
export async function findSession(
  ctx: IdentityContext,
  exchange: Exchange,
): Promise<SessionRecord | null> {
  if (exchange.found === undefined) {
    exchange.found = await sessionOfToken(ctx, exchange.headerToken ?? exchange.cookieToken);
  }
  return exchange.found;
}

/**
 * The session of a request that requires one.
 * @throws IdentityError 401 session_inactive; 403 session_aal2_required if the person has a second factor that this
 * session hasn't completed.
 */
export async function requireSession(
  ctx: IdentityContext,
  exchange: Exchange,
  options: { returnTo?: string; anyAal?: boolean; isUnnamed?: boolean } = {},
): Promise<SessionRecord> {
  const record = await findSession(ctx, exchange);
  if (!record) {
    if (options.isUnnamed) throw errors.unauthorized();
    throw errors.sessionInactive(browserUrl(ctx, 'login', { return_to: options.returnTo }));
  }
  if (!options.anyAal && lacksSecondFactor(record)) {
    throw errors.sessionAal2Required(secondFactorUrl(ctx, options.returnTo));
  }
  return record;
}

export function lacksSecondFactor({ session, identity }: SessionRecord): boolean {
  return session.aal === 'aal1' && identity.availableAal === 'aal2';
}

/** The URL where a signed-in person completes the second factor. */
export function secondFactorUrl(ctx: IdentityContext, returnTo?: string | null): string {
  return browserUrl(ctx, 'login', { aal: 'aal2', return_to: returnTo ?? undefined });
}

/** Whether the person signed in recently enough to change credentials. */
export function isPrivileged(ctx: IdentityContext, session: SessionRow): boolean {
  const age = ctx.clock().getTime() - session.authenticatedAt.getTime();
  return age < ctx.settings.lifespans.privileged;
}

export interface Issued extends SessionRecord {
  /** The session token. Only its hash is stored. */
  token: string;
}

/** Starts a session for a person who has just authenticated. */
export async function issueSession(
  ctx: IdentityContext,
  db: IdentityRows,
  exchange: Exchange,
  identity: IdentityRow,
  method: Method,
): Promise<Issued> {
  const token = ctx.random.token(TOKEN_PREFIX);
  const now = ctx.clock();
  const session: SessionRow = {
    id: crypto.randomUUID(),
    tokenHash: ctx.hash(token),
    identityId: identity.id,
    aal: aalOf[method],
    authenticationMethods: [{ method, aal: aalOf[method], completed_at: now.toISOString() }],
    issuedAt: now,
    authenticatedAt: now,
    expiresAt: later(ctx, ctx.settings.lifespans.session),
    lastSeenAt: now,
    deviceId: crypto.randomUUID(),
    ipAddress: exchange.ip,
    userAgent: exchange.userAgent,
  };
  await db.sessions.insert(session);
  return { session, identity, token };
}

/**
 * Records another authentication on a session and issues a new token.
 * @throws IdentityError 401 if the session has ended in the meantime.
 */
export async function renewSession(
  ctx: IdentityContext,
  db: IdentityRows,
  record: SessionRecord,
  method: Method,
): Promise<Issued> {
  const token = ctx.random.token(TOKEN_PREFIX);
  const change = { ...authenticated(ctx, record.session, method), tokenHash: ctx.hash(token) };
  if ((await db.sessions.change({ id: record.session.id }, change)) === 0)
    throw errors.unauthorized();
  return { session: { ...record.session, ...change }, identity: record.identity, token };
}

/** Records that a factor enrolled in a session counts as completed in it. */
export async function addMethod(
  ctx: IdentityContext,
  db: IdentityRows,
  session: SessionRow,
  method: Method,
): Promise<void> {
  const { aal, authenticationMethods } = authenticated(ctx, session, method);
  await db.sessions.change({ id: session.id }, { aal, authenticationMethods });
}

function authenticated(ctx: IdentityContext, session: SessionRow, method: Method) {
  const now = ctx.clock();
  const earlier = session.authenticationMethods.filter((done) => done.method !== method);
  const authenticationMethods: AuthenticationMethod[] = [
    ...earlier,
    { method, aal: aalOf[method], completed_at: now.toISOString() },
  ];
  const aal: Aal = authenticationMethods.some((done) => done.aal === 'aal2') ? 'aal2' : 'aal1';
  return { aal, authenticationMethods, authenticatedAt: now };
}

/** Sets the session token as a browser cookie. */
export function giveCookie(ctx: IdentityContext, exchange: Exchange, issued: Issued): void {
  const left = issued.session.expiresAt.getTime() - ctx.clock().getTime();
  exchange.setSessionCookie(issued.token, Math.max(1, Math.floor(left / 1000)));
  if (!lacksSecondFactor(issued)) exchange.rememberDevice(issued.identity.id);
  exchange.found = issued;
}

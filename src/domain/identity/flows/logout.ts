import type { IdentityContext } from '../context.ts';
import * as errors from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { endSession } from '../sessions/end.ts';
import { findSession, requireSession, sessionOfToken } from '../sessions/session.ts';
import { allowedReturnTo, homeUrl, uiUrl } from '../urls.ts';

const PREFIX = 'ory_lo_';

/** The logout token of a session. Only the holder of the session can know it. */
function logoutToken(ctx: IdentityContext, sessionId: string): string {
  return PREFIX + ctx.vault.mac('logout', sessionId);
}

/** Returns the URL that ends this browser's session. @throws IdentityError 401 session_inactive. */
export async function createLogout(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const { session } = await requireSession(ctx, exchange, { anyAal: true });
  const token = logoutToken(ctx, session.id);
  const url = new URL(`${ctx.settings.publicUrl}/self-service/logout`);
  url.searchParams.set('token', token);
  const returnTo = allowedReturnTo(ctx, exchange.query('return_to'));
  if (returnTo) url.searchParams.set('return_to', returnTo);
  return { status: 200, body: { logout_url: url.href, logout_token: token } };
}

/** Ends this browser's session. @throws IdentityError 403 if the token belongs to another session. */
export async function performLogout(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const target = allowedReturnTo(ctx, exchange.query('return_to'));
  const record = await findSession(ctx, exchange);
  if (!record) {
    if (exchange.json) throw errors.sessionInactive(uiUrl(ctx, 'login'));
    return { status: 204, redirect: target ?? homeUrl(ctx) };
  }
  if (!isEqual(exchange.query('token') ?? '', logoutToken(ctx, record.session.id))) {
    throw errors.forbidden("The logout token doesn't belong to this session.");
  }
  await endSession(ctx, record.identity.id, record.session.id);
  exchange.clearSessionCookie();
  exchange.csrf.rotate();
  return { status: 204, redirect: target ?? homeUrl(ctx) };
}

/** Compares all characters, so that the time tells nothing about a wrong token. */
function isEqual(given: string, wanted: string): boolean {
  let difference = given.length ^ wanted.length;
  for (let index = 0; index < wanted.length; index += 1)
    difference |= given.charCodeAt(index) ^ wanted.charCodeAt(index);
  return difference === 0;
}

/** Ends a native client's session. @throws IdentityError 400, 403 for an unknown token. */
export async function performNativeLogout(
  ctx: IdentityContext,
  exchange: Exchange,
): Promise<Outcome> {
  const token = exchange.form.text('session_token');
  if (!token) throw errors.badRequest('The field "session_token" is missing.');
  const record = await sessionOfToken(ctx, token);
  if (!record) throw errors.forbidden('The session token is unknown or its session has ended.');
  await endSession(ctx, record.identity.id, record.session.id);
  return { status: 204 };
}

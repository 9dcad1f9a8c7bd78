import { type IdentityContext, later } from '../context.ts';
import * as errors from '../errors.ts';
import type { Exchange, Outcome } from '../http/exchange.ts';
import { endOtherSessions, endSession } from './end.ts';
import { requireSession } from './session.ts';
import { toSession } from './wire.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const PAGE_SIZE = 250;
const MAX_PAGE_SIZE = 500;
/** How many of the newest sessions are listed, whatever the page. */
const LISTED = 10_000;

function whole(exchange: Exchange, name: string, max: number): number | undefined {
  const value = exchange.query(name);
  if (value === undefined) return undefined;
  if (!/^\d{1,6}$/.test(value) || Number(value) < 1) {
    throw errors.badRequest(`The parameter ${name} must be a positive integer.`);
  }
  return Math.min(Number(value), max);
}

/** The other active sessions, newest first, in pages. */
export async function listSessions(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const { session, identity } = await requireSession(ctx, exchange, { isUnnamed: true });
  const size =
    whole(exchange, 'page_size', MAX_PAGE_SIZE) ??
    whole(exchange, 'per_page', MAX_PAGE_SIZE) ??
    PAGE_SIZE;
  const page = whole(exchange, 'page_token', 999_999) ?? whole(exchange, 'page', 999_999) ?? 1;
  const end = page * size;
  const active = await ctx.rows.sessions.list({
    where: {
      identityId: identity.id,
      expiresAt: { gt: ctx.clock() },
      lastSeenAt: { gt: later(ctx, -ctx.settings.lifespans.idle) },
    },
    order: ['issuedAt', 'id'],
    descending: true,
    // One more for this session, and one more to see whether there are others.
    limit: Math.min(end, LISTED) + 2,
  });
  const rows = active.filter(({ id }) => id !== session.id).slice(end - size, end + 1);
  const next = `${ctx.settings.publicUrl}/sessions?page_size=${size}&page_token=${page + 1}`;
  return {
    status: 200,
    body: rows.slice(0, size).map((row) => toSession(ctx, row, identity)),
    ...(rows.length > size ? { headers: { link: `<${next}>; rel="next"` } } : {}),
  };
}

/** Ends all sessions except this one. */
export async function revokeOthers(ctx: IdentityContext, exchange: Exchange): Promise<Outcome> {
  const { session, identity } = await requireSession(ctx, exchange, { isUnnamed: true });
  const count = await endOtherSessions(ctx, identity.id, session.id);
  return { status: 200, body: { count } };
}

/** Ends another session. @throws IdentityError 400 for the current one, or a malformed id. */
export async function revokeSession(
  ctx: IdentityContext,
  exchange: Exchange,
  id: string,
): Promise<Outcome> {
  const { session, identity } = await requireSession(ctx, exchange, { isUnnamed: true });
  if (!UUID.test(id)) throw errors.badRequest('The session id is malformed.');
  if (id === session.id) {
    throw errors.badRequest("A session can't revoke itself. Sign out instead.");
  }
  // Like Ory, it doesn't say whether there was such a session.
  await endSession(ctx, identity.id, id);
  return { status: 204 };
}

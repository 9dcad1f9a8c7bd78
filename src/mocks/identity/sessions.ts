import * as errors from '#domain/identity/errors.ts';
import { setCurrentSession } from '../tab.ts';
import { type Exchange, owesSecondFactor } from './context.ts';
import { tokenize } from './tokens.ts';
import { toSession } from './wire.ts';

/** The tokenizer template for the API's tokens. */
const TEMPLATE = 'taskloom';

/** Returns the current session; with `tokenize_as`, also a token for the API. */
export function whoami({ session, identity, base, url }: Exchange): Response {
  if (!session || !identity) throw errors.unauthorized();
  if (owesSecondFactor(session, identity)) {
    throw errors.sessionAal2Required(`${base}/self-service/login/browser?aal=aal2`);
  }
  const template = url.searchParams.get('tokenize_as');
  if (template !== null && template !== TEMPLATE) {
    throw errors.badRequest(`Unable to find the tokenizer template "${template}".`);
  }
  const tokenized = template === null ? {} : { tokenized: tokenize(session) };
  return Response.json({ ...toSession(base, session, identity), ...tokenized });
}

/** Lists the other sessions of the signed-in person. */
export function listSessions(exchange: Exchange): Response {
  const { base, identity } = exchange;
  return Response.json(
    othersOf(exchange).map((session) => toSession(base, session, identity ?? undefined)),
  );
}

/** Ends the other sessions. */
export function endOthers(exchange: Exchange): Response {
  const others = othersOf(exchange);
  for (const { id } of others) delete exchange.store.data.identity.sessions[id];
  return Response.json({ count: others.length });
}

/** Ends one of the other sessions. */
export function endSession(exchange: Exchange, id: string): Response {
  if (!/^session_|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id))
    throw errors.badRequest('The session id is malformed.');
  if (id === exchange.session?.id)
    throw errors.badRequest("A session can't revoke itself. Sign out instead.");
  // Like Ory, it doesn't say whether there was such a session.
  if (othersOf(exchange).some((session) => session.id === id))
    delete exchange.store.data.identity.sessions[id];
  return new Response(null, { status: 204 });
}

/** Returns the logout URL. */
export function beginLogout({ session, base }: Exchange): Response {
  if (!session) throw errors.sessionInactive(`${base}/self-service/login/browser`);
  const logout_token = `ory_lo_${session.id}`;
  return Response.json({
    logout_url: `${base}/self-service/logout?token=${logout_token}`,
    logout_token,
  });
}

/** Signs this browser out. */
export function logout({ session, store, url }: Exchange): Response {
  if (!session || url.searchParams.get('token') !== `ory_lo_${session.id}`) {
    throw errors.forbidden("The logout token doesn't belong to this session.");
  }
  delete store.data.identity.sessions[session.id];
  setCurrentSession(store, null);
  return new Response(null, { status: 204 });
}

function othersOf({ session, store }: Exchange) {
  if (!session) throw errors.unauthorized();
  const sessions = Object.values(store.data.identity.sessions);
  return sessions.filter(
    (other) => other.identity_id === session.identity_id && other.id !== session.id,
  );
}

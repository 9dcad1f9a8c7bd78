import type { UiNode } from '@ory/client';
import { OWNER_FIELD, ownerNodes } from '#domain/identity/code-nodes.ts';
import {
  FormError,
  locationChangeRequired,
  sessionAal1Required,
  sessionAlreadyAvailable,
} from '#domain/identity/errors.ts';
import { normaliseLookupCode } from '#domain/identity/limits.ts';
import {
  firstFactorNodes,
  loginCodeNodes,
  secondFactorNodes,
} from '#domain/identity/login-nodes.ts';
import type { OwnerAnswer } from '#domain/identity/owner.ts';
import { text } from '#domain/identity/texts.ts';
import { requireField } from '#domain/identity/traits.ts';
import { setCurrentSession } from '../tab.ts';
import { type Exchange, enrolledBy, nativeToken, owesSecondFactor } from './context.ts';
import {
  identityByEmail,
  type Method,
  mailCode,
  newSession,
  type StoredFlow,
  type StoredIdentity,
  type StoredSession,
} from './data.ts';
import { createFlow } from './flow.ts';
import type { Fields } from './form.ts';
import { ownerAnswered, proveAddress } from './owner.ts';
import { verifyTotp } from './totp.ts';
import { toSession } from './wire.ts';

/** Starts a login: with a first factor, with a second factor, or to confirm the person's identity again. */
export function beginLogin(exchange: Exchange): StoredFlow {
  const { session, identity, url } = exchange;
  const refresh = url.searchParams.get('refresh') === 'true';
  const aal = url.searchParams.get('aal') === 'aal2' ? 'aal2' : 'aal1';
  if (aal === 'aal2') {
    if (!session) throw sessionAal1Required(loginScreen(exchange));
    return createFlow(exchange, 'login', {
      aal,
      identity_id: session.identity_id,
      messages: [text(1010004)],
    });
  }
  if (session && identity && !refresh) {
    throw sessionAlreadyAvailable(url.searchParams.get('return_to') ?? `${url.origin}/`);
  }
  const again =
    refresh && identity ? { refresh, identity_id: identity.id, messages: [text(1010003)] } : {};
  return createFlow(exchange, 'login', again);
}

/** The form of a login flow. */
export function loginNodes(exchange: Exchange, flow: StoredFlow): UiNode[] {
  const identity = exchange.store.data.identity.identities[flow.identity_id ?? ''];
  if (flow.ask) return ownerNodes();
  if (flow.state === 'sent_email') return loginCodeNodes(flow.email ?? '');
  if (!identity) return firstFactorNodes({});
  const known = { email: identity.email, credentials: enrolledBy(identity) };
  if (flow.aal === 'aal2') return secondFactorNodes(known.email, known.credentials);
  return firstFactorNodes(flow.refresh ? { known } : {});
}

function loginScreen({ url }: Exchange): string {
  return `${url.origin}/auth/login`;
}

/** Handles a submitted login form. Returns a response once the person is signed in. */
export async function submitLogin(
  exchange: Exchange,
  flow: StoredFlow,
  fields: Fields,
): Promise<object | undefined> {
  if (flow.aal === 'aal2') return secondFactor(exchange, flow, fields);
  if (fields.method === 'password') return withPassword(exchange, flow, fields);
  if (fields.method === 'code' || fields[OWNER_FIELD]) return withCode(exchange, flow, fields);
  throw new FormError([text(4010002)]);
}

/** Signs a person in, in this browser or a native client. */
export function signIn(
  exchange: Exchange,
  identity: StoredIdentity,
  method: Method,
): StoredSession {
  const session = newSession(identity.id, [method]);
  const { data } = exchange.store;
  data.identity.sessions[session.id] = session;
  return session;
}

/** The response to a successful login. */
export function signedIn(exchange: Exchange, flow: StoredFlow, session: StoredSession): object {
  const identity = exchange.store.data.identity.identities[session.identity_id];
  flow.is_done = true;
  const owesSecond = identity && owesSecondFactor(session, identity);
  const body = { session: toSession(exchange.base, session, owesSecond ? undefined : identity) };
  if (flow.type === 'api') return { session_token: nativeToken(session), ...body };
  setCurrentSession(exchange.store, session.id);
  const { used_here } = exchange.store.data.identity;
  if (!owesSecond && !used_here.includes(session.identity_id)) used_here.push(session.identity_id);
  const redirect_browser_to = flow.return_to ?? `${exchange.url.origin}/`;
  return { ...body, continue_with: [{ action: 'redirect_browser_to', redirect_browser_to }] };
}

function withPassword(exchange: Exchange, flow: StoredFlow, fields: Fields): object {
  const identifier = requireField(fields.identifier, 'identifier', 'Email');
  const password = requireField(fields.password, 'password', 'Password');
  const identity = identityByEmail(exchange.store.data.identity, identifier);
  if (!identity || identity.password !== password) throw new FormError([text(4000006)]);
  return firstFactor(exchange, flow, identity, 'password');
}

async function withCode(
  exchange: Exchange,
  flow: StoredFlow,
  fields: Fields,
): Promise<object | undefined> {
  const { data } = exchange.store;
  const asked = ownerAnswered(exchange, flow, fields);
  if (asked) return proven(exchange, flow, asked.identity, asked.answer);
  const email = requireField(fields.identifier ?? flow.email, 'identifier', 'Email');
  if (fields.code === undefined || fields.resend !== undefined) {
    flow.state = 'sent_email';
    flow.email = email;
    flow.messages = [text(1010014)];
    delete flow.code;
    if (identityByEmail(data.identity, email))
      flow.code = mailCode(data.identity, email, 'Your sign-in code');
    return undefined;
  }
  const identity = identityByEmail(data.identity, flow.email ?? '');
  if (!identity || flow.code === undefined || fields.code !== flow.code)
    throw new FormError([text(4010008)]);
  return proven(exchange, flow, identity);
}

async function proven(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  answer?: OwnerAnswer,
): Promise<object | undefined> {
  const isProven = await proveAddress(exchange, flow, identity, answer);
  return isProven ? firstFactor(exchange, flow, identity, 'code') : undefined;
}

function firstFactor(
  exchange: Exchange,
  flow: StoredFlow,
  identity: StoredIdentity,
  method: Method,
): object {
  const session = signIn(exchange, identity, method);
  if (flow.type === 'browser' && owesSecondFactor(session, identity)) {
    setCurrentSession(exchange.store, session.id);
    const query = flow.return_to ? `&return_to=${encodeURIComponent(flow.return_to)}` : '';
    throw locationChangeRequired(`${exchange.base}/self-service/login/browser?aal=aal2${query}`);
  }
  return signedIn(exchange, flow, session);
}

async function secondFactor(exchange: Exchange, flow: StoredFlow, fields: Fields): Promise<object> {
  const { session, identity } = exchange;
  if (!session || !identity) throw sessionAal1Required(loginScreen(exchange));
  const { method } = fields;
  if (method !== 'lookup_secret' && method !== 'totp') throw new FormError([text(4010002)]);
  if (method === 'lookup_secret') takeLookup(identity, fields.lookup_secret ?? '');
  else if (!identity.totp || !(await verifyTotp(identity.totp, fields.totp_code ?? ''))) {
    throw new FormError([text(4000008)]);
  }
  session.aal = 'aal2';
  session.authenticated_at = new Date().toISOString();
  session.methods.push({ method, aal: 'aal2', completed_at: session.authenticated_at });
  return signedIn(exchange, flow, session);
}

function takeLookup(identity: StoredIdentity, given: string): void {
  if (!identity.lookup) throw new FormError([text(4000014)]);
  const found = identity.lookup.find(({ code }) => code === normaliseLookupCode(given));
  if (!found) throw new FormError([text(4000016)]);
  if (found.used_at) throw new FormError([text(4000012)]);
  found.used_at = new Date().toISOString();
}

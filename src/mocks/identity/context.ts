import { type Enrolled, hasSecondFactor } from '#domain/identity/credentials.ts';
import type { Store } from '../store.ts';
import { currentSession } from '../tab.ts';
import type { StoredIdentity, StoredSession } from './data.ts';
import { activeSession } from './tokens.ts';

/** A request to the identity service, with its sender. */
export interface Exchange {
  store: Store;
  request: Request;
  url: URL;
  /** Base URL of the identity service, without a trailing slash. */
  base: string;
  session: StoredSession | undefined;
  identity: StoredIdentity | undefined;
}

const NATIVE = 'ory_st_';

/** Reads a request: a native session token, or the session of this browser. */
export function exchangeOf(store: Store, request: Request): Exchange {
  const url = new URL(request.url);
  const base = `${url.origin}${url.pathname.split('/identity/')[0]}/identity`;
  const bearer = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const token = request.headers.get('x-session-token') ?? bearer;
  const id = token ? token.replace(NATIVE, '') : currentSession(store);
  const session = activeSession(store, id);
  const identity = session && store.data.identity.identities[session.identity_id];
  return { store, request, url, base, session: identity && session, identity };
}

/** The session token that a native client sends. */
export function nativeToken(session: StoredSession): string {
  return NATIVE + session.id;
}

/** A person's credentials. There are no passkeys or security keys in the mocks. */
export function enrolledBy({ totp, lookup }: StoredIdentity): Enrolled {
  const keys = { passkeys: [], securityKeys: [] };
  return { password: true, totp: totp !== null, lookup: lookup !== null, ...keys };
}

/** Whether a session's second factor is still missing. */
export function owesSecondFactor(session: StoredSession, identity: StoredIdentity): boolean {
  return hasSecondFactor(enrolledBy(identity)) && session.aal === 'aal1';
}

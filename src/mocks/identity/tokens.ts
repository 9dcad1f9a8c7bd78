import { newId } from '#core/ids.ts';
import { WELCOME_CREDIT } from '#core/limits.ts';
import type { Persona } from '../scenarios.ts';
import { personaSession } from '../seed/world.ts';
import { type Store, type StoredUser, timestamp } from '../store.ts';
import type { StoredIdentity, StoredSession } from './data.ts';

const TOKEN_SECONDS = 600;

/** The API token of a session. It looks like a JWT but isn't signed. */
export function tokenize(session: StoredSession): string {
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    iss: '/identity',
    sub: session.identity_id,
    sid: session.id,
    iat,
    nbf: iat,
    exp: iat + TOKEN_SECONDS,
    jti: newId('job'),
  };
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.mock`;
}

/** The person a token belongs to; undefined if the token or its session has ended. */
export function userOfToken(store: Store, token: string): StoredUser | undefined {
  const claims = decode(token.split('.')[1] ?? '');
  if (claims === undefined || claims.exp * 1000 <= Date.now()) return undefined;
  const session = activeSession(store, claims.sid);
  const identity = session && store.data.identity.identities[session.identity_id];
  return identity && ensureUser(store, identity);
}

/** The session with this id, if it has neither expired nor been revoked. */
export function activeSession(
  store: Store,
  id: string | null | undefined,
): StoredSession | undefined {
  const session = id ? store.data.identity.sessions[id] : undefined;
  return session && Date.parse(session.expires_at) > Date.now() ? session : undefined;
}

/** A token for calling the API as a persona, for tests and scripts; undefined if signed out. */
export function tokenOf(store: Store, persona: Persona): string | undefined {
  const session = activeSession(store, personaSession(store.data, persona));
  return session && tokenize(session);
}

/** The user of an identity. The first time, they get an organisation, a project and the free credit. */
export function ensureUser(store: Store, identity: StoredIdentity): StoredUser {
  const known = Object.values(store.data.users).find((user) => user.identity_id === identity.id);
  if (known) {
    known.email = identity.email;
    return known;
  }
  const user: StoredUser = {
    id: newId('user'),
    identity_id: identity.id,
    email: identity.email,
    name: identity.name,
    avatar_url: null,
    bio: '',
    is_onboarding: false,
    job_role: null,
    subscribed_to_newsletter: false,
  };
  store.data.users[user.id] = user;
  createOrg(store, `${identity.name}'s organisation`, user);
  return user;
}

/** Creates an organisation with a first project and the free credit, owned by its creator. Returns its id. */
export function createOrg(store: Store, name: string, owner: StoredUser): string {
  const now = timestamp();
  const id = newId('org');
  const projectId = newId('project');
  store.data.orgs[id] = {
    id,
    name,
    plan_status: 'free',
    plan_interval: null,
    pending_plan: null,
    pending_plan_interval: null,
    pending_plan_date: null,
    trial_ends_at: null,
    grace_period_ends_at: null,
    created_at: now,
    version: 1,
    members: { [owner.id]: 'owner' },
    granted: WELCOME_CREDIT,
    spent: 0,
    balance_at: now,
  };
  const project = {
    id: projectId,
    org_id: id,
    name: 'My first project',
    run_retention_days: null,
    created_at: now,
    version: 1,
    members: {},
  };
  store.data.projects[projectId] = project;
  return id;
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
    const claims = JSON.parse(atob(part.replace(/-/g, '+').replace(/_/g, '/'))) as Record<
      string,
      unknown
    >;
    const { sid, exp } = claims;
    return typeof sid === 'string' && typeof exp === 'number' ? { sid, exp } : undefined;
  } catch {
    return undefined;
  }
}

import { randomInt } from 'node:crypto';
import { type IdentityContext, type Logger, later } from '#domain/identity/context.ts';
import { findRecord, type SessionRecord } from '#domain/identity/rows.ts';
import { lacksSecondFactor, sessionOfToken } from '#domain/identity/sessions/session.ts';
import { type IdentitySettings, resolveSettings } from '#domain/identity/settings.ts';
import type { Db } from '../db/client.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import { readCookies, sessionTokenOf } from './http/cookies.ts';
import { type EndAccess, identityRows } from './identity-rows.ts';
import { createPasswords } from './methods/password.ts';
import { createWaitingRoom } from './methods/waiting-room.ts';
import { createKeys } from './methods/webauthn.ts';
import { createThrottle } from './repositories/throttle.repository.ts';
import { createTokens, type TokenClaims, type Tokens } from './sessions/tokens.ts';
import { createVault, randomCode, randomToken, sha256 } from './vault.ts';

const DAY = 24 * 3_600_000;

/** Dependencies of the identity service. */
export interface IdentityDeps {
  db: Db;
  settings: IdentitySettings;
  mail: Mailer;
  log: Logger;
  /** Notifies all nodes that a person's sessions, name or address changed, so that nothing about them stays cached. */
  announce?: ((identityId: string) => Promise<void>) | undefined;
  /** Revokes an account's access other than sessions, in the transaction that gives the account to somebody else. */
  endAccess?: EndAccess | undefined;
  /** The current time. Tests set it. */
  clock?: () => Date;
}

/** The person that a request comes from, whether they sent a cookie or a token. */
export interface VerifiedIdentity {
  /** Identity id. */
  sub: string;
  /** Session id. */
  sid: string;
  email: string;
  name: string;
  /** Whether the email address is verified. */
  isVerified: boolean;
  aal: 'aal1' | 'aal2';
  /** How they signed in first, such as `password`. Tokens don't say. */
  method?: string | undefined;
  /** When they last signed in or confirmed their identity, in milliseconds since 1970. Tokens don't say. */
  signedInAt?: number | undefined;
}

/** How the API identifies its caller. An external Ory service has the same interface. */
export interface IdentityVerifier {
  /**
   * The claims of a token created by `tokenize_as`; null if it is invalid. No I/O once the keys are loaded.
   * @param report told why it is refused
   */
  verifyToken(token: string, report?: (reason: string) => void): Promise<TokenClaims | null>;
  /**
   * The person that a Cookie header or session token belongs to. Null if there is no session, or if its second
   * factor is still missing.
   */
  whoami(credentials: { cookie?: string; sessionToken?: string }): Promise<VerifiedIdentity | null>;
}

/** The embedded identity service. */
export interface IdentityService extends IdentityVerifier {
  /** The current data of a session's person; null if the session has ended. */
  findSession(sessionId: string): Promise<VerifiedIdentity | null>;
  /** Signs a person out everywhere, on all nodes at once. */
  endSessions(identityId: string): Promise<void>;
  /** Deletes an account, which ends its sessions. Not an error if there is none. */
  deleteIdentity(identityId: string): Promise<void>;
  /** The public keys that verify tokens. */
  jwks: Tokens['jwks'];
  /** Deletes expired flows and sessions. Call it periodically. */
  cleanup(): Promise<{ flows: number; sessions: number }>;
  /** For the plugin that serves the identity service. */
  readonly context: IdentityContext;
}

/**
 * Creates the identity service.
 * @throws Error if a secret is missing or too short, or a URL is malformed.
 */
export function createIdentityService(deps: IdentityDeps): IdentityService {
  const settings = resolveSettings(deps.settings);
  const clock = deps.clock ?? (() => new Date());
  const { db, log } = deps;
  const vault = createVault(settings.secrets);
  const rows = identityRows(db, deps.endAccess ?? (async () => {}));
  const tokens = createTokens({ rows, settings, clock, vault });
  const throttle = createThrottle(db, settings.throttle);
  const context: IdentityContext = {
    rows,
    settings,
    clock,
    log,
    mail: deps.mail,
    throttle,
    waitingRoom: createWaitingRoom(),
    vault,
    passwords: createPasswords(settings.argon),
    keys: createKeys(settings, log),
    random: { token: randomToken, code: randomCode, below: randomInt },
    hash: sha256,
    sign: tokens.sign,
    announce: deps.announce ?? (async () => {}),
  };
  return {
    context,
    verifyToken: tokens.verify,
    jwks: tokens.jwks,
    async findSession(id) {
      const record = await findRecord(rows, { id, expiresAt: { gt: context.clock() } });
      return record?.identity.state === 'active' ? toVerified(record) : null;
    },
    async whoami({ cookie, sessionToken }) {
      const token = sessionToken ?? sessionTokenOf(readCookies(cookie));
      const record = await sessionOfToken(context, token);
      return record && !lacksSecondFactor(record) ? toVerified(record) : null;
    },
    async endSessions(identityId) {
      await rows.sessions.delete({ identityId });
      await context.announce(identityId);
    },
    async deleteIdentity(identityId) {
      await rows.identities.delete({ id: identityId });
      await context.announce(identityId);
    },
    async cleanup() {
      const dayAgo = later(context, -DAY);
      const idleSince = later(context, -settings.lifespans.idle);
      const expired = await rows.sessions.delete({ expiresAt: { lt: context.clock() } });
      const idle = await rows.sessions.delete({ lastSeenAt: { lt: idleSince } });
      // Expired flows are kept for a day, so that a late visitor learns that their flow has expired.
      const flows = await rows.flows.delete({ expiresAt: { lt: dayAgo } });
      await rows.errors.delete({ createdAt: { lt: dayAgo } });
      await throttle.cleanup();
      return { flows, sessions: expired + idle };
    },
  };
}

function toVerified({ session, identity }: SessionRecord): VerifiedIdentity {
  return {
    sub: identity.id,
    sid: session.id,
    email: identity.email,
    name: identity.name,
    isVerified: identity.verifiedAt !== null,
    aal: session.aal,
    signedInAt: session.authenticatedAt.getTime(),
    method: session.authenticationMethods.find(({ aal }) => aal === 'aal1')?.method,
  };
}

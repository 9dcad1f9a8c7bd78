import type { Executor } from '#server/db/executor.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { type IdentityContext, type Logger, later } from './context.ts';
import { readCookies, sessionTokenOf } from './http/cookies.ts';
import { createWaitingRoom } from './methods/waiting-room.ts';
import { deleteErrorsBefore } from './repositories/error.repository.ts';
import { deleteFlowsBefore } from './repositories/flow.repository.ts';
import { deleteIdentity } from './repositories/identity.repository.ts';
import {
  deleteDeadSessions,
  deleteSessions,
  findLiveSession,
  type SessionRecord,
} from './repositories/session.repository.ts';
import { createThrottle } from './repositories/throttle.repository.ts';
import { lacksSecondFactor, sessionOfToken } from './sessions/session.ts';
import { createTokens, type TokenClaims, type Tokens } from './sessions/tokens.ts';
import { type IdentitySettings, resolveSettings } from './settings.ts';
import { createVault } from './vault.ts';

const DAY = 24 * 3_600_000;

/** Dependencies of the identity service. */
export interface IdentityDeps {
  db: Executor;
  settings: IdentitySettings;
  mail: Mailer;
  log: Logger;
  /** Notifies all nodes that a person's sessions, name or address changed, so that nothing about them stays cached. */
  announce?: ((identityId: string) => Promise<void>) | undefined;
  /** Revokes an account's access other than sessions, in the transaction that gives the account to somebody else. */
  endAccess?: ((tx: Executor, identityId: string) => Promise<void>) | undefined;
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
   * factor is still missing. One indexed query.
   */
  whoami(credentials: { cookie?: string; sessionToken?: string }): Promise<VerifiedIdentity | null>;
}

/** The embedded identity service. */
export interface IdentityService extends IdentityVerifier {
  /** The current data of a session's person; null if the session has ended. One indexed query. */
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
  readonly tokens: Tokens;
}

/**
 * Creates the identity service.
 * @throws Error if a secret is missing or too short, or a URL is malformed.
 */
export function createIdentityService(deps: IdentityDeps): IdentityService {
  const settings = resolveSettings(deps.settings);
  const context: IdentityContext = {
    db: deps.db,
    settings,
    clock: deps.clock ?? (() => new Date()),
    log: deps.log,
    mail: deps.mail,
    throttle: createThrottle(deps.db, settings.throttle),
    waitingRoom: createWaitingRoom(),
    vault: createVault(settings.secrets),
    announce: deps.announce ?? (async () => {}),
    endAccess: deps.endAccess ?? (async () => {}),
  };
  const tokens = createTokens(context);
  return {
    context,
    tokens,
    verifyToken: tokens.verify,
    jwks: tokens.jwks,
    async findSession(id) {
      const record = await findLiveSession(context.db, id, context.clock());
      return record ? toVerified(record) : null;
    },
    async whoami({ cookie, sessionToken }) {
      const token = sessionToken ?? sessionTokenOf(readCookies(cookie));
      const record = await sessionOfToken(context, token);
      return record && !lacksSecondFactor(record) ? toVerified(record) : null;
    },
    async endSessions(identityId) {
      await deleteSessions(context.db, identityId);
      await context.announce(identityId);
    },
    async deleteIdentity(identityId) {
      await deleteIdentity(context.db, identityId);
      await context.announce(identityId);
    },
    async cleanup() {
      const dayAgo = later(context, -DAY);
      const idleSince = later(context, -settings.lifespans.idle);
      const sessions = await deleteDeadSessions(context.db, context.clock(), idleSince);
      // Expired flows are kept for a day, so that a late visitor learns that their flow has expired.
      const flows = await deleteFlowsBefore(context.db, dayAgo);
      await deleteErrorsBefore(context.db, dayAgo);
      await context.throttle.cleanup();
      return { flows, sessions };
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

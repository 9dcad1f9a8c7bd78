import type { Logger } from 'pino';
import { endAccess } from '#domain/access/end-access.ts';
import type { Database, Tx } from '../db/client.ts';
import { createIdentityService } from '../identity/service.ts';
import type { Mail } from '../platform/mail/create-mailer.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { Settings } from '../settings.ts';
import { createStores } from '../stores.ts';
import { embeddedVerifier } from './identity-verifier.ts';
import type { Invalidation } from './invalidation.ts';

/** Each check says in one sentence what is wrong and how to correct it; undefined if nothing is. */
export interface IdentityCheck {
  /** Whether the settings fit the identity service. For the start, because it takes several requests. */
  findMistake(): Promise<string | undefined>;
  /** Whether anybody can be identified at the moment. */
  findOutage(): Promise<string | undefined>;
}

/** How long the checks of an external identity service wait for each response. */
const IDENTITY_CHECK_MS = 2000;

/** The embedded identity service, or the client of an external one. */
export async function createIdentity(
  settings: Settings,
  deps: {
    database: Database;
    secrets: Secrets;
    mail: Mail;
    log: Logger;
    invalidation: Invalidation;
  },
) {
  if (settings.IDENTITY_URL) {
    const { oryVerifier } = await import('./ory-verifier.ts');
    const { findMistake, findOutage } = await import('./ory-check.ts');
    const options = {
      url: settings.IDENTITY_URL,
      jwksUrl: settings.IDENTITY_JWKS_URL,
      issuer: settings.IDENTITY_ISSUER,
      audience: settings.IDENTITY_AUDIENCE,
      adminUrl: settings.IDENTITY_ADMIN_URL,
      adminToken: settings.IDENTITY_ADMIN_TOKEN,
      method: settings.AUTH_METHOD,
      timeoutMs: IDENTITY_CHECK_MS,
    };
    const identityCheck: IdentityCheck = {
      findMistake: () => findMistake(options),
      findOutage: () => findOutage(options),
    };
    return { identity: undefined, verifier: oryVerifier(options), identityCheck };
  }
  const stores = createStores(deps.database.db);
  const identity = createIdentityService({
    db: deps.database.db,
    mail: deps.mail.mailer,
    log: deps.log,
    async announce(identity) {
      const user = await stores.user.users.find({ identity_id: identity });
      await deps.invalidation.announce({ identity, ...(user && { user: user.id }) });
    },
    // Safe, because it is a transaction of this database.
    endAccess: (tx, identity) => endAccess(createStores(tx as Tx), identity),
    settings: {
      publicUrl: `${settings.PUBLIC_URL}/identity`,
      secrets: [deps.secrets.root],
      secureCookies: settings.PUBLIC_URL.startsWith('https:'),
      returnTo: settings.CORS_ORIGINS,
    },
  });
  const verifier = embeddedVerifier(identity, {
    isMailSent: deps.mail.isSent,
    isTrusted: settings.TRUST_ADDRESSES,
  });
  return { identity, verifier, identityCheck: undefined };
}

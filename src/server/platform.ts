import type { Logger } from 'pino';
import { endAccess } from '#domain/access/end-access.ts';
import { cacheVerifier } from './access/cached-verifier.ts';
import { embeddedVerifier, type IdentityVerifier } from './access/identity-verifier.ts';
import { createInvalidation, type Invalidation } from './access/invalidation.ts';
import type { Database, Tx } from './db/client.ts';
import { createIdentityService, type IdentityService } from './identity/service.ts';
import { type DocumentStore, localDocuments } from './platform/files/document-files.ts';
import { type FileStore, localFileStore } from './platform/files/file-store.ts';
import { createPresence, type Presence } from './platform/jobs/presence.ts';
import { createMail, type Mail } from './platform/mail/create-mailer.ts';
import { knownEndpoints } from './platform/models/endpoints/known-endpoints.ts';
import type { ModelSettings } from './platform/models/model-settings.ts';
import { createModels, type Models } from './platform/models/models.ts';
import { createOwnEndpoints } from './platform/models/own/own-endpoints.ts';
import type { Upstream } from './platform/models/upstream.ts';
import {
  createOutbound,
  guardedConnector,
  type Outbound,
  type OutboundLimits,
} from './platform/outbound/outbound.ts';
import { checkSecret } from './platform/secrets.repository.ts';
import { loadSecrets, type Secrets } from './platform/secrets.ts';
import type { Settings } from './settings.ts';
import { createStores } from './stores.ts';

/** Each check says in one sentence what is wrong and how to correct it; undefined if nothing is. */
interface IdentityCheck {
  /** Whether the settings fit the identity service. For the start, because it takes several requests. */
  findMistake(): Promise<string | undefined>;
  /** Whether anybody can be identified at the moment. */
  findOutage(): Promise<string | undefined>;
}

/** How long the checks of an external identity service wait for each response. */
const IDENTITY_CHECK_MS = 2000;

/** The adapters that services use, chosen by the settings. */
export interface Platform {
  settings: Settings;
  log: Logger;
  database: Database;
  /** The processes on this database. */
  presence: Presence;
  secrets: Secrets;
  invalidation: Invalidation;
  files: FileStore;
  /** The files of collections. */
  documents: DocumentStore;
  models: Models;
  ownEndpoints: ReturnType<typeof openOwnEndpoints>;
  /** HTTP client for user-supplied URLs. */
  outbound: Outbound;
  mail: Mail;
  /** The embedded identity service. Undefined with an external Ory service. */
  identity: IdentityService | undefined;
  verifier: IdentityVerifier;
  /** What is wrong with an external Ory service. Undefined with the embedded one. */
  identityCheck: IdentityCheck | undefined;
  close(): Promise<void>;
}

/** @throws StartError if the database was created with another secret */
export async function createPlatform(
  settings: Settings,
  database: Database,
  log: Logger,
): Promise<Platform> {
  const secrets = loadSecrets(settings.SECRET_KEY, settings.DATA_DIR);
  await checkSecret(database.db, secrets, settings.SECRET_KEY_LOST);
  const invalidation = await createInvalidation(database);
  const presence = createPresence(database, (error) => log.error({ err: error }, 'processes'));
  const mail = await createMail({
    db: database.db,
    sealer: secrets,
    presence,
    log,
    smtpUrl: settings.SMTP_URL,
    from: settings.MAIL_FROM,
    isOutboxPublic: settings.OUTBOX_PUBLIC,
    hosts: [settings.HOST, new URL(settings.PUBLIC_URL).hostname],
  });
  const models = await createModels(modelSettings(settings, log));
  const limits = {
    allowed: settings.OUTBOUND_ALLOW,
    own: { publicUrl: settings.PUBLIC_URL, port: settings.PORT },
  };
  const outbound = createOutbound(limits);
  const ownEndpoints = openOwnEndpoints(limits);
  const { identity, verifier, identityCheck } = await createIdentity(settings, {
    database,
    secrets,
    mail,
    log,
    invalidation,
  });
  return {
    settings,
    log,
    database,
    presence,
    secrets,
    invalidation,
    files: localFileStore(settings.DATA_DIR),
    documents: localDocuments(settings.DATA_DIR),
    models,
    ownEndpoints,
    outbound,
    mail,
    identity,
    verifier: cacheVerifier(verifier, invalidation),
    identityCheck,
    async close() {
      await mail.mailer.close();
      await presence.close();
      await models.close();
      await ownEndpoints.close();
      await outbound.close();
      await invalidation.close();
    },
  };
}

/** Organisations' own model endpoints. The client that reaches them is loaded when the first one is called. */
function openOwnEndpoints(limits: OutboundLimits) {
  let upstream: Promise<Upstream> | undefined;
  async function open(): Promise<Upstream> {
    const { createUpstream } = await import('./platform/models/upstream.ts');
    return createUpstream(undefined, guardedConnector(limits));
  }
  return {
    ...createOwnEndpoints(() => {
      upstream ??= open();
      return upstream;
    }),
    close: async () => (await upstream)?.close(),
  };
}

async function createIdentity(
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
    const { oryVerifier } = await import('./access/ory-verifier.ts');
    const { findMistake, findOutage } = await import('./access/ory-check.ts');
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

/** What the settings say about models. */
export function modelSettings(settings: Settings, log: Logger): ModelSettings {
  const known = knownEndpoints({
    openaiApiKey: settings.OPENAI_API_KEY,
    openaiBaseUrl: settings.OPENAI_BASE_URL,
    anthropicApiKey: settings.ANTHROPIC_API_KEY,
    anthropicBaseUrl: settings.ANTHROPIC_BASE_URL,
    compatibleBaseUrl: settings.COMPATIBLE_BASE_URL,
    compatibleApiKey: settings.COMPATIBLE_API_KEY,
    compatibleModels: settings.COMPATIBLE_MODELS,
  });
  return {
    endpoints: [...known, ...settings.endpoints],
    embeddingModels: settings.EMBEDDING_MODELS,
    prices: settings.MODEL_PRICES,
    // One line that says what to mend is enough.
    onError: (error) => log.warn(`models: ${error.message}`),
  };
}

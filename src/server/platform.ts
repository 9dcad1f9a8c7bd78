import type { Logger } from 'pino';
import { cacheVerifier } from './access/cached-verifier.ts';
import { createIdentity, type IdentityCheck } from './access/create-identity.ts';
import type { IdentityVerifier } from './access/identity-verifier.ts';
import { createInvalidation, type Invalidation } from './access/invalidation.ts';
import type { Database } from './db/client.ts';
import type { IdentityService } from './identity/service.ts';
import { type DocumentStore, localDocuments } from './platform/files/document-files.ts';
import { type FileStore, localFileStore } from './platform/files/file-store.ts';
import { createPresence, type Presence } from './platform/jobs/presence.ts';
import { createMail, type Mail } from './platform/mail/create-mailer.ts';
import { modelSettings } from './platform/models/model-settings.ts';
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

/** The adapters that services use, chosen by the settings. */
export interface Platform {
  settings: Settings;
  log: Logger;
  /** Logs errors of some work that no request waits for. */
  report: (name: string) => (error: unknown) => void;
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
  const report = (name: string) => (error: unknown) => log.error({ err: error }, name);
  const presence = createPresence(database, report('processes'));
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
    report,
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

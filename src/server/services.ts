import { Shares } from '#core/shares.ts';
import { AccessFollowers } from '#domain/access/access-changes.ts';
import { Refusals } from '#domain/audit/refusals.ts';
import { createCharges } from '#domain/billing/charges.ts';
import { findVisitor } from '#domain/chat/widget/visitor.service.ts';
import { createRetriever } from '#domain/collection/retriever.ts';
import {
  PUBLIC_SERVICES,
  type ServiceAddresses,
} from '#domain/datasource/connectors/connectors.ts';
import type { Domain } from '#domain/domain.ts';
import { SHARED_CASES } from '#domain/evaluation/evaluation.port.ts';
import { createEvaluationRuns } from '#domain/evaluation/evaluation-runs.ts';
import { SHARED_EXPORTS } from '#domain/exports.ts';
import { createRunnableService } from '#domain/task/runnable.service.ts';
import { createToolService } from '#domain/tool/tool.service.ts';
import { RETRIES_MS } from '#domain/webhook/webhook-sender.ts';
import {
  type Authenticate,
  type AuthenticateDeps,
  type AuthenticateSocket,
  createAuthenticate,
  createSocketAuthenticate,
} from './access/authenticate.ts';
import { createPrograms } from './access/programs.ts';
import { createRecognise } from './access/recognise.ts';
import { createSameSiteCheck } from './access/same-site.ts';
import { createStanding } from './access/standing.ts';
import { isRefusal } from './db/errors.ts';
import { forAll } from './db/turns/cause.ts';
import { createAccountPort } from './features/account/account-port.ts';
import { createAssistPort } from './features/assist/assist-port.ts';
import { HOUSE } from './features/assist/house.repository.ts';
import { createCapturePort } from './features/capture/capture-port.ts';
import { createChatPort } from './features/chat/chat-port.ts';
import { createCollectionPort } from './features/collection/collection-port.ts';
import { createTransferPort } from './features/collection/transfer-port.ts';
import { createDatasourcePort } from './features/datasource/datasource-port.ts';
import { readCases } from './features/evaluation/read-cases.ts';
import { createInvitationPort } from './features/invitation/invitation-port.ts';
import { createModelPort } from './features/model/model-port.ts';
import { createNotificationPort } from './features/notification/notification-port.ts';
import { createOAuthPort } from './features/oauth/oauth-port.ts';
import { createRuns } from './features/run/runs.ts';
import { createReadiness } from './features/system/readiness.ts';
import { createTaskPort } from './features/task/task-port.ts';
import { createToolCaller } from './features/tool/tool-call.service.ts';
import { createToolPort } from './features/tool/tool-port.ts';
import { createWebhookPost } from './features/webhook/webhook-post.ts';
import { ownOrigins } from './http/security.ts';
import { domainJobs } from './jobs.ts';
import { createPaymentsPort } from './platform/billing/payments-port.ts';
import { createJobs, type Jobs } from './platform/jobs/jobs.ts';
import type { Platform } from './platform.ts';
import { createStores } from './stores.ts';

/** What the app serves, and what must be closed with it. */
export interface Services {
  /** Dependencies of the domain's operations. */
  domain: Domain;
  authenticate: Authenticate;
  /** What the authorization server signs cookies with. */
  cookieKey: string;
  authenticateSocket: AuthenticateSocket;
  /** From now on, this process is not ready, so load balancers send no new requests. */
  stop(): void;
  /** Records which API keys and access tokens were used. Called periodically. */
  noteUses(): Promise<void>;
  /** The background work, which `close` ends. */
  jobs: Jobs;
  /** Waits up to the given number of milliseconds for runs in progress, then cancels them, which ends their streams. */
  drain(patience: number): Promise<void>;
  /** Saves everything that is still pending. Call it after the last request. */
  close(): Promise<void>;
}

/**
 * Creates every area's service and handlers, in the order of their dependencies.
 * @param addresses the base URLs of the services that data sources are read from
 */
export async function createServices(
  platform: Platform,
  addresses: ServiceAddresses = PUBLIC_SERVICES,
): Promise<Services> {
  const { settings, report, database, presence, secrets, invalidation, verifier } = platform;
  const { db } = database;
  const jobs = createJobs({ db, presence, report: (error, name) => report(name)(error) });
  const process = createReadiness(
    database,
    platform.identityCheck?.findOutage,
    platform.models.silentEndpoints,
  );
  const payments = createPaymentsPort(settings, platform.outbound, report('payments'));
  const stores = createStores(db, payments.provider !== null);
  const oauth = createOAuthPort(secrets.key('oauth'), settings.PUBLIC_URL);
  const { noteUses, ...programs } = createPrograms(platform, stores, oauth);
  const standing = createStanding(db, stores, invalidation);
  const followers = new AccessFollowers();
  // After the caches, so that whoever follows sees what has changed.
  invalidation.on(followers.tell);
  const model = await createModelPort(platform);
  const ports = {
    stores,
    secrets,
    outbound: { check: async (url: string) => platform.outbound.check(url) },
    task: createTaskPort(database, invalidation),
    tool: createToolPort(platform.outbound, secrets),
  };
  const runnables = createRunnableService(ports);
  const tools = createToolService(ports);
  const garbage: string[] = [];
  const collection = createCollectionPort(platform, {
    vision: () => (settings.VISION_MODEL ? platform.models.find(settings.VISION_MODEL) : undefined),
    kick: () => jobs.kick('documents'),
    tidy(folders = []) {
      garbage.push(...folders);
      jobs.kick('collections');
    },
  });
  const charges = createCharges({
    isRefused: isRefusal,
    report: report('charges'),
  });
  const runs = await createRuns({
    charges,
    stores,
    retriever: createRetriever({ stores, collection }),
    database,
    presence,
    models: platform.models,
    model,
    secrets,
    runnables,
    callTool: createToolCaller(platform.outbound, tools),
    maxActive: settings.MAX_CONCURRENT_RUNS,
    report: report('runs'),
  });
  const chat = await createChatPort(platform);
  const house = { orgId: HOUSE.id, projectId: settings.client.free_tier_project_id };
  const refusals = new Refusals();
  const domain: Domain = {
    ...ports,
    areAddressesAssumed: verifier.assumesAddresses ?? false,
    audit: {
      countRefusal: (refusal) => refusals.add(refusal),
      saveRefusals: () => forAll(() => refusals.save(stores.audit)).catch(report('audit log')),
    },
    access: { hash: programs.hash, announce: invalidation.announce, follow: followers.follow },
    apiUrl: new URL(settings.client.api_base_url, settings.PUBLIC_URL).href,
    evaluation: {
      run: createEvaluationRuns(runs.service),
      cases: new Shares(SHARED_CASES),
      readCases,
      kick: () => jobs.kick('evaluations'),
    },
    exports: new Shares(SHARED_EXPORTS),
    capture: createCapturePort(),
    charges,
    chat: chat.port,
    collection,
    datasource: createDatasourcePort(platform, addresses, () => jobs.kick('data sources')),
    files: platform.files,
    invitation: createInvitationPort(platform),
    model,
    account: createAccountPort(platform),
    notification: createNotificationPort(platform.mail, settings.PUBLIC_URL),
    oauth,
    payments,
    prices: { kick: () => jobs.kick('price corrections') },
    runnables,
    system: { settings: settings.client, checks: process.checks },
    standing,
    assist: createAssistPort(runnables, house),
    run: runs.port,
    transfer: createTransferPort(platform.documents, () => jobs.kick('transfers')),
    webhook: {
      post: createWebhookPost(platform.outbound, secrets),
      kick: () => jobs.kick('webhooks'),
      retriesMs: RETRIES_MS,
    },
  };
  jobs.open(domainJobs(platform, domain, runs.jobs, () => garbage.splice(0)));
  // Started last, so that all kinds of work are registered before those of dead processes are taken over.
  await presence.start();
  jobs.begin();

  const authentication: AuthenticateDeps = {
    method: settings.AUTH_METHOD,
    verifier,
    recognise: createRecognise(stores, invalidation),
    ...programs,
    findVisitor: (token) => findVisitor(stores, chat.port.hash(token)),
    requireSameSite: createSameSiteCheck(ownOrigins(settings)),
  };
  return {
    domain,
    cookieKey: secrets.key('oauth-cookies').toString('base64url'),
    authenticate: createAuthenticate(authentication),
    authenticateSocket: createSocketAuthenticate(authentication),
    stop: process.stop,
    noteUses,
    jobs,
    async drain(patience) {
      // Evaluation runs are ordinary runs, so those that take too long are cancelled with the others.
      await Promise.all([jobs.close('evaluations'), runs.drain(patience)]);
    },
    async close() {
      await Promise.all([jobs.close('evaluations'), runs.close()]);
      await Promise.all([jobs.close(), chat.close()]);
      // After everything that calls models.
      await charges.close();
      await noteUses();
    },
  };
}

import { join } from 'node:path';
import multipart from '@fastify/multipart';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  LogController,
} from 'fastify';
import { newId } from '#core/ids.ts';
import { unknownPath } from '#domain/request/refusals.ts';
import { health, readiness } from '#domain/system/system.service.ts';
import { onBehalfOf } from './db/turns/cause.ts';
import { paymentWebhookPlugin } from './features/billing/payment-webhook.plugin.ts';
import { unsubscribePlugin } from './features/notification/unsubscribe-plugin.ts';
import { oauthPlugin } from './features/oauth/oauth-plugin.ts';
import { bindContract, callerOf } from './http/bind.ts';
import { serveConsole } from './http/console/console.ts';
import { serveDocument } from './http/docs/api-document.ts';
import { serveDocs } from './http/docs.ts';
import { sendProblem, toProblem } from './http/error-handler.ts';
import { serveFiles } from './http/files.ts';
import { acceptJson } from './http/json-body.ts';
import { createAdmission } from './http/limits/admission.ts';
import { answerOddRequests, refuseBrokenRequest } from './http/limits/broken-request.ts';
import { createRateLimit } from './http/limits/rate-limit.ts';
import { endStalledResponses } from './http/limits/stalled.ts';
import { createLocalGuard } from './http/local-guard.ts';
import { addMetrics } from './http/metrics.ts';
import { addRequestLog } from './http/request-log.ts';
import { checkResponses } from './http/response-check.ts';
import { addSecurity } from './http/security.ts';
import { addGracefulClose } from './http/shutdown.ts';
import { addSockets, createSockets, isWebSocket } from './http/socket.ts';
import { allowWebsites } from './http/website-cors.ts';
import type { IdentityService } from './identity/service.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { Platform } from './platform.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

const CONSOLE_FOLDER = join(import.meta.dirname, '../../dist/console');

/** Dependencies of the app. */
export interface AppDeps
  extends Pick<Platform, 'settings' | 'files'>,
    Pick<Services, 'domain' | 'authenticate' | 'authenticateSocket' | 'cookieKey'> {
  /** Served under /identity. Undefined with an external Ory service. */
  identity?: IdentityService | undefined;
  /** The emails that /outbox shows. Undefined if they may not be read. */
  outbox?: Outbox | undefined;
  /** Directory of the built console. Tests use their own. */
  consoleFolder?: string | undefined;
  logger?: FastifyBaseLogger | undefined;
}

/** Creates the app. It doesn't listen yet. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { settings } = deps;
  const app = fastify({
    ...(deps.logger && { loggerInstance: deps.logger }),
    genReqId: () => newId('req'),
    trustProxy: (_address: string, hop: number) => hop < settings.TRUST_PROXY,
    bodyLimit: settings.BODY_LIMIT_BYTES,
    // A request must arrive within a minute. Responses may take as long as they need, if their client reads them.
    requestTimeout: 60_000,
    // At shutdown, requests on open connections are completed, and new connections are refused.
    return503OnClosing: false,
    http: { shouldUpgradeCallback: isWebSocket, requireHostHeader: false },
    clientErrorHandler: refuseBrokenRequest,
    logController: new LogController({ disableRequestLogging: true }),
    frameworkErrors: (error, request, reply) => {
      sendProblem(reply, toProblem(error, request), request.id);
    },
  });
  addGracefulClose(app);
  endStalledResponses(app);
  answerOddRequests(app);
  // Set just before the operation, because reading the body would lose the async context.
  app.addHook('preHandler', (request, _reply, done) => onBehalfOf(callerOf(request), done));
  addRequestLog(app);
  addMetrics(app, createLocalGuard(settings.PUBLIC_URL, settings.METRICS_PUBLIC));
  allowWebsites(app, deps.domain);
  await addSecurity(app, settings);
  await addSockets(app);
  const folder = deps.consoleFolder ?? CONSOLE_FOLDER;
  const pages = await serveConsole(app, folder, settings.client, settings.PUBLIC_URL);

  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error, request);
    const { status, code, detail } = problem;
    if (status === 500) request.log.error({ err: error }, problem.title);
    // Somebody else's service failed, possibly because of an address that a person mistyped.
    else if (status > 500) request.log.warn({ code, detail }, problem.title);
    sendProblem(reply, problem, request.id);
  });
  app.setNotFoundHandler((request, reply) => {
    if (pages.isPage(request)) return pages.sendPage(request, reply);
    sendProblem(reply, unknownPath(request.url.split('?')[0] ?? ''), request.id);
  });

  await app.register((scope) => serveApi(scope, deps));
  await serveFiles(app, deps.files);
  await app.register((scope) => serveDocs(scope));
  await serveIdentity(app, deps);
  await app.register((scope) => serveOAuth(scope, deps));
  await app.register(unsubscribePlugin, { domain: deps.domain, limit: limitOf(settings) });
  await app.register(paymentWebhookPlugin, { domain: deps.domain, limit: limitOf(settings) });
  serveDocument(app, settings.PUBLIC_URL);
  // Load balancers expect these at the root. The contract also has them under its prefix.
  app.get('/healthz', async () => health());
  app.get('/readyz', async (_request, reply) => {
    const found = await readiness(deps.domain.system);
    return reply.code(found.ready ? 200 : 503).send(found);
  });
  return app;
}

async function serveApi(api: FastifyInstance, deps: AppDeps): Promise<void> {
  const { settings, authenticate, authenticateSocket } = deps;
  const limit = limitOf(settings);
  const admit = createAdmission();
  acceptJson(api);
  await api.register(multipart);
  checkResponses(api);
  api.addHook('onSend', async (_request, reply) => {
    // Responses are personal, so no shared cache may store them.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  await bindContract(api, deps.domain, {
    identify: (request, operation) =>
      limit.authenticated(request, authenticate(request, operation)),
    async admit(request, reply) {
      await limit.count(request, reply);
      await admit(callerOf(request));
    },
    sockets: createSockets((request, token) =>
      limit.authenticated(request, authenticateSocket(request, token)),
    ),
    checkResponses: settings.CHECK_RESPONSES,
  });
}

/** The authorization server. It has limits of its own, so that it can't use up those of the API. */
async function serveOAuth(scope: FastifyInstance, { settings, domain, cookieKey }: AppDeps) {
  await oauthPlugin(scope, {
    stores: domain.stores,
    oauth: domain.oauth,
    announce: domain.access.announce,
    publicUrl: settings.PUBLIC_URL,
    cookieKey,
    secrets: domain.secrets,
    limit: limitOf(settings),
    report: (error) => scope.log.error({ err: error }, 'OAuth'),
  });
}

function limitOf(settings: Settings) {
  return createRateLimit(settings.RATE_LIMIT_PER_MINUTE, settings.REFUSED_CREDENTIALS_PER_MINUTE);
}

/** The embedded identity service, and the outbox if it may be read. */
async function serveIdentity(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { settings, identity, outbox } = deps;
  if (identity) {
    const { identityPlugin } = await import('./identity/plugin.ts');
    await app.register(identityPlugin, { prefix: '/identity', identity });
  }
  if (outbox) {
    const { outboxPlugin } = await import('./platform/mail/outbox.plugin.ts');
    await app.register(async (scope) => {
      scope.addHook('onRequest', createLocalGuard(settings.PUBLIC_URL, settings.OUTBOX_PUBLIC));
      await scope.register(outboxPlugin, { outbox });
    });
  }
}

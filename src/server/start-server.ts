import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { recountLimits } from '#domain/billing/limit.service.ts';
import { endForgottenReservations } from '#domain/billing/spend.ts';
import { endForgottenHolds } from '#domain/endpoint/own-spending.ts';
import { forgetOldKeys } from '#domain/idempotency.ts';
import { createApp } from './app.ts';
import type { Database } from './db/client.ts';
import { openDatabase } from './db/open-database.ts';
import { bindSecrets } from './db/secrets/bind-secrets.ts';
import { StartError } from './db/start-error.ts';
import { analyzeChanged, vacuum } from './db/upkeep.ts';
import { seed } from './features/assist/house.repository.ts';
import { sweepOAuth } from './features/oauth/oauth-port.ts';
import { sweepUnusedAccounts } from './features/user/unused-accounts.repository.ts';
import { protectDataDir } from './platform/files/private.ts';
import { createSchedule } from './platform/jobs/schedule.ts';
import { createLog } from './platform/log.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createServices, type Services } from './services.ts';
import type { Settings } from './settings.ts';

const MINUTE = 60_000;
/** Extra time at shutdown, to record and bill cancelled runs and to send the last events of their streams. */
const LAST_WORDS_MS = 5000;

/** A running server. */
export interface RunningServer {
  url: string;
  platform: Platform;
  log: Logger;
  /**
   * Stops accepting requests, lets those in progress (including streams) finish within SHUTDOWN_SECONDS, and shuts
   * down. Safe to call twice.
   */
  close(): Promise<void>;
}

/**
 * Opens the database, creates all services and listens.
 * @throws StartError with a message for the person who started the server
 */
export async function startServer(given: Settings): Promise<RunningServer> {
  const settings = given.PORT === 0 ? await withFreePort(given) : given;
  const log = createLog(settings.LOG_LEVEL);
  const database = await openDatabase({
    dataDir: settings.DATA_DIR,
    databaseUrl: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    url: settings.PUBLIC_URL,
    onError: (error) => log.warn({ err: error }, 'database connection error'),
  });
  protectDataDir(settings.DATA_DIR);
  /** Deadline for requests in progress at shutdown. */
  let deadline = 0;
  const ends: (() => Promise<unknown>)[] = [() => database.close()];
  const endAll = async () => {
    for (const end of ends.splice(0).reverse()) {
      await end().catch((error: unknown) => log.error({ err: error }, 'shutdown'));
    }
  };
  try {
    await seed(database.db, settings.client.free_tier_project_id);
    const platform = await createPlatform(settings, database, log);
    ends.push(platform.close);
    const bound = await bindSecrets(database.db, platform.secrets);
    if (bound > 0) log.info({ count: bound }, 'bound stored secrets to their destinations');
    const services = await createServices(platform);
    ends.push(services.close);
    const app = await createApp({
      ...platform,
      ...services,
      outbox: platform.mail.outbox,
      logger: log,
    });
    ends.push(() => closeBy(app, services, deadline));
    const schedule = scheduleUpkeep(platform, services, database);
    ends.push(schedule.close);
    await listen(app, settings);
    void platform.models.checkAll();
    let closing: Promise<void> | undefined;
    return {
      url: settings.PUBLIC_URL,
      platform,
      log,
      close() {
        services.stop();
        deadline = Date.now() + settings.SHUTDOWN_SECONDS * 1000;
        closing ??= endAll();
        return closing;
      },
    };
  } catch (error) {
    await endAll();
    throw error;
  }
}

/** Schedules maintenance. */
function scheduleUpkeep(platform: Platform, services: Services, database: Database) {
  const schedule = createSchedule((error) => platform.log.error({ err: error }, 'upkeep'));
  schedule.every(MINUTE / 4, services.noteUses);
  schedule.every(60 * MINUTE, () => forgetOldKeys(services.domain.stores));
  schedule.every(60 * MINUTE, () => sweepOAuth(services.domain.stores));
  schedule.every(5 * MINUTE, () => endForgottenReservations(services.domain.stores, new Date()));
  schedule.every(MINUTE, () => recountLimits(services.domain.stores));
  schedule.every(5 * MINUTE, () => endForgottenHolds(services.domain.stores, new Date()));
  schedule.every(MINUTE, platform.mail.mailer.cleanup);
  const { identity } = platform;
  if (identity) schedule.every(60 * MINUTE, identity.cleanup);
  const days = platform.settings.UNUSED_ACCOUNT_DAYS;
  // Without mail, nobody can verify an address.
  if (identity && platform.mail.isSent && days > 0) {
    schedule.every(60 * MINUTE, () =>
      sweepUnusedAccounts(database, new Date(Date.now() - days * 24 * 60 * MINUTE)),
    );
  }
  if (database.kind === 'pglite') {
    schedule.every(MINUTE, () => analyzeChanged(database.db));
    schedule.every(30 * MINUTE, () => vacuum(database.db));
  }
  return schedule;
}

async function listen(app: FastifyInstance, { HOST, PORT }: Settings): Promise<void> {
  try {
    await app.listen({
      host: HOST,
      port: PORT,
      listenTextResolver: (address) => `listening at ${address}`,
    });
  } catch (cause) {
    throw new StartError(whyNotListening((cause as NodeJS.ErrnoException).code, HOST, PORT), {
      cause,
    });
  }
}

function whyNotListening(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program.\nStop that program, or set PORT to a free port.`;
    case 'EACCES':
      return `You don't have permission to listen on port ${port}.\nSet PORT to 1024 or higher.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine.\nSet HOST to one of its addresses, or to localhost.`;
    default:
      return `Cannot listen on ${host}:${port} (${code ?? 'unknown reason'}).`;
  }
}

/**
 * Cancels runs that are still in progress after the deadline and notifies the clients that stream them. Connections that
 * remain open stream runs of other nodes. They are closed; clients can reconnect to another node.
 */
async function closeBy(app: FastifyInstance, services: Services, deadline: number): Promise<void> {
  const patience = Math.max(0, deadline - Date.now());
  const timer = setTimeout(() => app.server.closeAllConnections(), patience + LAST_WORDS_MS);
  await Promise.all([services.drain(patience), app.close()]);
  clearTimeout(timer);
}

/** Picks a free port. Tokens and emails contain the public URL, so the port must be known before anything is created. */
async function withFreePort(settings: Settings): Promise<Settings> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, settings.HOST, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  const port = typeof address === 'object' && address ? address.port : 0;
  const url = new URL(settings.PUBLIC_URL);
  url.port = String(port);
  return { ...settings, PORT: port, PUBLIC_URL: url.origin };
}

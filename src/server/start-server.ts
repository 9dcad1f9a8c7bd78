import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import { openDatabase } from './db/open-database.ts';
import { bindSecrets } from './db/secrets/bind-secrets.ts';
import { seed } from './features/assist/house.repository.ts';
import { listen, withFreePort } from './http/listen.ts';
import { upkeepJobs } from './jobs.ts';
import { protectDataDir } from './platform/files/private.ts';
import { createLog } from './platform/log.ts';
import { createPlatform, type Platform } from './platform.ts';
import { createServices, type Services } from './services.ts';
import type { Settings } from './settings.ts';

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
    services.jobs.open(upkeepJobs(platform, services.domain, services.noteUses));
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

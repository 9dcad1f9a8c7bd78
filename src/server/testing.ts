import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InjectOptions } from 'fastify';
import type { ServiceAddresses } from '#domain/datasource/connectors/connectors.ts';
import { ProblemError } from '#domain/problem.ts';
import { cacheVerifier } from './access/cached-verifier.ts';
import type { IdentityVerifier, VerifiedPerson } from './access/identity-verifier.ts';
import { createApp } from './app.ts';
import type { Database } from './db/client.ts';
import { openTestDatabase } from './db/testing.ts';
import { seed } from './features/assist/house.repository.ts';
import { createLog } from './platform/log.ts';
import { modelSettings } from './platform/models/model-settings.ts';
import { createModels } from './platform/models/models.ts';
import { createPlatform } from './platform.ts';
import { createServices } from './services.ts';
import { readSettings } from './settings.ts';

/** How long the sandbox model takes for a word: a quarter of what people see, because tests wait for hundreds. */
const WORD_MS = 8;

/** A test user. The token `token-ada` belongs to Ada. */
export function testPerson(name: string): VerifiedPerson {
  return {
    identityId: `identity-${name}`,
    sessionId: `session-${name}`,
    email: `${name}@example.com`,
    name,
    isVerified: true,
    knownAt: Date.now(),
  };
}

/** Accepts tokens `token-<name>` and cookies `session=<name>`. The name `down` simulates an unreachable identity service. */
export const testVerifier: IdentityVerifier = {
  announces: true,
  verifyToken: async (token) => vouch(/^token-(\w+)$/.exec(token)?.[1]),
  whoami: async (cookie) => vouch(/session=(\w+)/.exec(cookie)?.[1]),
};

function vouch(name: string | undefined): VerifiedPerson | null {
  if (name === 'down')
    throw new ProblemError('identity_unavailable', 'The identity service is down');
  return name === undefined ? null : testPerson(name);
}

export interface ApiResponse<T> {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
  body: T extends undefined ? any : T;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

interface TestAppOptions {
  /** `embedded` uses the embedded identity service, over HTTP. */
  verifier?: IdentityVerifier | 'embedded';
  /** Directory of a built console. */
  consoleFolder?: string;
  /** Whether the outbox is served if it may be read, as on a real server. */
  outbox?: boolean;
  /** A database that several apps use one after the other. The test closes it. */
  database?: Database;
  /** Receives the lines of the log. */
  onLog?: (line: string) => void;
  /** The base URLs of data sources' services, in place of the real ones. */
  sources?: ServiceAddresses;
}

/**
 * The whole server with an in-memory database, called without a port. `testVerifier` authenticates users, so that no
 * test waits for a password hash.
 * @param env settings by environment variable
 */
export async function startTestApp(
  env: Record<string, string> = {},
  {
    verifier = testVerifier,
    consoleFolder,
    database: shared,
    outbox = false,
    sources,
    onLog,
  }: TestAppOptions = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'taskloom-test-'));
  const settings = readSettings({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    SECRET_KEY: 'a sufficiently long secret for tests',
    ...env,
  });
  const database = shared ?? (await openTestDatabase());
  const log = createLog(settings.LOG_LEVEL, onLog && { write: onLog });
  const real = await createPlatform(settings, database, log);
  const platform = {
    ...real,
    models: await createModels({ ...modelSettings(settings, real.log), sandboxWordMs: WORD_MS }),
    ...(verifier !== 'embedded' && { verifier: cacheVerifier(verifier, real.invalidation) }),
  };
  await seed(database.db, settings.client.free_tier_project_id);
  const services = await createServices(platform, sources);
  const app = await createApp({
    ...platform,
    ...services,
    ...(onLog && { logger: log }),
    consoleFolder,
    outbox: outbox ? platform.mail.outbox : undefined,
  });

  async function call<T = undefined>(options: InjectOptions): Promise<ApiResponse<T>> {
    const { statusCode, headers, body } = await app.inject(options);
    const isJson = String(headers['content-type']).includes('json');
    return { status: statusCode, headers, text: body, body: isJson ? JSON.parse(body) : undefined };
  }

  return {
    app,
    platform,
    services,
    database,
    call,
    url: settings.PUBLIC_URL,
    /** Calls the API as one user. `path` is without the prefix. */
    as(name: string) {
      const headers = { authorization: `Bearer token-${name}` };
      return <T = undefined>(
        method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
        path: string,
        payload?: unknown,
        more: Record<string, string> = {},
      ) =>
        call<T>({
          method,
          url: `/api/v1${path}`,
          headers: { ...headers, ...more },
          ...(payload !== undefined && { payload: payload as object }),
        });
    },
    async close() {
      await Promise.all([services.drain(0), app.close()]);
      await services.close();
      await platform.close();
      if (!shared) await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

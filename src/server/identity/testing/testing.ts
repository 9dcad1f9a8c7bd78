import { Configuration, FrontendApi, type UiNode } from '@ory/client';
import { eq, sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { identity as identityTable } from '#domain/identity/identity.tables.ts';
import type { IdentitySettings } from '#domain/identity/settings.ts';
import type { Database } from '#server/db/client.ts';
import { identityThrottle } from '#server/db/schema/identity.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import type { Mail, Mailer } from '#server/platform/mail/mailer.ts';
import { freePort } from '../../../../tests/support/process.ts';
import { identityPlugin } from '../plugin.ts';
import { createIdentityService } from '../service.ts';

/**
 * The identity service on a local port, with an in-memory database and an adjustable clock. A second service can share
 * the database of the first; it then clears the attempt counters.
 */
export async function startIdentity(
  settings: Partial<IdentitySettings> = {},
  shared?: { database: Database },
) {
  const database = shared?.database ?? (await openTestDatabase());
  if (shared) await database.db.delete(identityThrottle);
  const origin = `http://localhost:${await freePort()}`;
  const publicUrl = `${origin}/identity`;
  const mails: Mail[] = [];
  const mail: Mailer = {
    send: async (message) => void mails.push(message),
    cleanup: async () => {},
    close: async () => {},
  };
  let offset = 0;
  const silent = () => {};
  const identity = createIdentityService({
    db: database.db,
    mail,
    log: { info: silent, warn: silent, error: console.error },
    clock: () => new Date(Date.now() + offset),
    settings: {
      publicUrl,
      secrets: ['a sufficiently long secret for tests'],
      secureCookies: false,
      // The cheapest settings that argon2 allows, because the tests sign in a hundred times.
      argon: { memoryCost: 8, timeCost: 1, parallelism: 1 },
      delays: { first: 1, pair: 4, account: 2, network: 2, turn: 1 },
      ...settings,
    },
  });
  const app = Fastify({ trustProxy: true });
  await app.register(identityPlugin, { prefix: '/identity', identity });
  await app.listen({ port: Number(new URL(origin).port), host: 'localhost' });

  return {
    identity,
    origin,
    publicUrl,
    mails,
    database,
    /** Moves the clock forward, in milliseconds. */
    pass: (milliseconds: number) => {
      offset += milliseconds;
    },
    now: () => new Date(Date.now() + offset),
    /** The code in the latest email to an address. */
    codeFor(address: string): string {
      const found = mails.findLast((message) => message.to === address && message.code);
      if (!found?.code) throw new Error(`no code was emailed to ${address}`);
      return found.code;
    },
    /** Marks an address as verified, as if its owner had done so where they signed up. */
    async prove(address: string): Promise<void> {
      const change = { verifiedAt: new Date(), addressStatus: 'completed' } as const;
      await database.db.update(identityTable).set(change).where(eq(identityTable.email, address));
    },
    /** The contents of all identity tables as text, to check that they contain no secrets. */
    async dump(): Promise<string> {
      const tables = ['identity_totp', 'identity_lookup_code', 'identity_flow', 'identity_code'];
      const parts = tables.map(async (table) => {
        const { rows } = await database.db.execute(sql.raw(`select * from ${table}`));
        return `${table} ${JSON.stringify(rows)}`;
      });
      return (await Promise.all(parts)).join('\n');
    },
    /** A browser; with an IP address, one that is elsewhere. */
    browser: (ip?: string) => createBrowser(publicUrl, ip),
    native: (headers: Record<string, string> = {}) => createApi(publicUrl, fetch, headers),
    async close() {
      app.server.closeAllConnections();
      await app.close();
      if (!shared) await database.close();
    },
  };
}

export type TestIdentity = Awaited<ReturnType<typeof startIdentity>>;
export type Browser = ReturnType<typeof createBrowser>;

function createApi(
  basePath: string,
  fetcher: typeof fetch,
  headers: Record<string, string> = {},
): FrontendApi {
  const baseOptions = { adapter: 'fetch', env: { fetch: fetcher }, headers };
  return new FrontendApi(new Configuration({ basePath, baseOptions }));
}

/** The browser's side of the protocol: a cookie jar that sees every redirect. */
export function createBrowser(publicUrl: string, ip?: string) {
  const jar = new Map<string, string>();

  async function jarFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    let request = new Request(input, init);
    for (let hops = 0; hops < 10; hops += 1) {
      const headers = new Headers(request.headers);
      if (jar.size > 0) headers.set('cookie', cookieHeader());
      if (ip) headers.set('x-forwarded-for', ip);
      const response = await fetch(request, { headers, redirect: 'manual' });
      for (const cookie of response.headers.getSetCookie()) remember(cookie);
      const location = response.headers.get('location');
      if (!location || request.redirect === 'manual') return response;
      const accept = headers.get('accept') ?? '*/*';
      request = new Request(new URL(location, request.url), { headers: { accept } });
    }
    throw new Error('too many redirects');
  }

  function remember(cookie: string): void {
    const [pair = ''] = cookie.split(';');
    const name = pair.slice(0, pair.indexOf('='));
    if (/max-age=0/i.test(cookie)) jar.delete(name);
    else jar.set(name, pair.slice(name.length + 1));
  }

  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  return {
    jar,
    cookieHeader,
    api: createApi(publicUrl, jarFetch as typeof fetch),
    /** A request like a page navigation: it accepts HTML and returns redirects. */
    navigate: (path: string, init: RequestInit = {}) =>
      jarFetch(path.startsWith('http') ? path : publicUrl + path, {
        redirect: 'manual',
        ...init,
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...init.headers },
      }),
    /** A request like a script's: it accepts JSON. */
    request: (path: string, init: RequestInit = {}) =>
      jarFetch(path.startsWith('http') ? path : publicUrl + path, {
        redirect: 'manual',
        ...init,
        headers: { accept: 'application/json', ...init.headers },
      }),
  };
}

interface Shown {
  ui: { nodes: UiNode[]; messages?: { id: number; type: string }[] | undefined };
}

/** A node by its name, or by its id for texts, images and links. */
export function nodeOf(flow: Shown, name: string): UiNode | undefined {
  return flow.ui.nodes.find(({ attributes }) =>
    attributes.node_type === 'input' ? attributes.name === name : attributes.id === name,
  );
}

/** The value of an input. */
export function inputValue(flow: Shown, name: string): string {
  const node = nodeOf(flow, name);
  return node?.attributes.node_type === 'input' ? String(node.attributes.value ?? '') : '';
}

export const csrfOf = (flow: Shown) => inputValue(flow, 'csrf_token');

/** All message ids of a flow, including those at its fields. */
export function messageIds(flow: Shown): number[] {
  const own = flow.ui.messages ?? [];
  return [...own, ...flow.ui.nodes.flatMap((node) => node.messages)].map((message) => message.id);
}

interface Failure {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
  data: any;
}

/** The error response of a call that must fail. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  try {
    await call;
  } catch (error) {
    const { response } = error as { response?: Failure };
    if (response) return { status: response.status, data: response.data };
    throw error;
  }
  throw new Error('the call succeeded');
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { newSecret } from '#domain/access/secret.ts';
import { ACCESS_TOKEN_PREFIX, tokenId } from '#domain/oauth/find-token.ts';
import { org, orgMember } from '#domain/org/org.tables.ts';
import { projectMember } from '#domain/project/project.tables.ts';
import { createPretendHttp } from '#mocks/datasource/pretend-sources.ts';
import { createMockDomain } from '#mocks/domain.ts';
import { ORG_ID, PROJECT_ID, SHARED_ORG_ID, SHARED_PROJECT_ID } from '#mocks/seed/ids.ts';
import { serveMocks } from '#mocks/serve.ts';
import { setBalance } from '#mocks/store.ts';
import { tokenOf } from '#mocks/testing.ts';
import { openTestDatabase } from '#server/db/testing.ts';
import { startTestApp } from '#server/testing.ts';
import { type Held, recordTransactions } from '../support/stalls/transactions.ts';
import { startStripeServer, stripeSettings } from '../support/stripe/stripe-server.ts';
import type { Target, Who } from './target.ts';

/** The mocks on a port, with their seeds. */
export async function startMocks(): Promise<Target> {
  const { origin, store, close } = await serveMocks();
  return {
    name: 'mocks',
    baseUrl: `${origin}/api/v1`,
    orgId: ORG_ID,
    projectId: PROJECT_ID,
    shared: { orgId: SHARED_ORG_ID, projectId: SHARED_PROJECT_ID },
    website: 'https://shop.example.com/',
    pricedModelId: 'openai/gpt-5-mini',
    headersOf: (who: Who): Record<string, string> =>
      who === 'anonymous' ? {} : { authorization: `Bearer ${tokenOf(store, who)}` },
    tokenFor: async (client_id, _secret, scopes) => {
      const value = newSecret(ACCESS_TOKEN_PREFIX);
      const kind = 'ClientCredentials';
      const id = tokenId({ hash: (text) => text }, kind, value);
      const created_at = new Date().toISOString();
      const expires_at = new Date(Date.now() + 3_600_000).toISOString();
      const row = { id, kind, client_id, grant_id: null, scopes: [...scopes], payload: {} };
      store.data.tables.oauth_token[id] = { ...row, created_at, expires_at, consumed_at: null };
      return value;
    },
    stores: createMockDomain(store).stores,
    setBalance: async (balance) => setBalance(store, ORG_ID, balance),
    pay: async () => undefined,
    close,
  };
}

/** The server with an empty database, to which the same people and roles are added. */
export async function startServer(onHeld?: (held: Held) => void): Promise<Target> {
  const database = await openTestDatabase(onHeld && recordTransactions(onHeld));
  const stripe = await startStripeServer({ host: WEBSITE_HOST });
  const settings = {
    ...stripeSettings(stripe.url),
    OUTBOUND_ALLOW: WEBSITE_HOST,
    // Every refused token counts, and there are thousands.
    RATE_LIMIT_PER_MINUTE: '500000',
  };
  const server = await startTestApp(settings, { database });
  const website = await serveWebsite();
  await server.app.listen({ port: 0, host: 'localhost' });
  const { port } = server.app.server.address() as AddressInfo;
  const users: Record<string, string> = {};
  // Each user's first call creates their account, with an organisation of their own.
  for (const who of ['owner', 'editor', 'member', 'outsider']) {
    users[who] = (await server.as(who)('GET', '/user')).body.id;
  }
  const orgId = (await server.as('owner')('GET', '/org')).body.results[0].id;
  const projects = await server.as('owner')('GET', `/org/${orgId}/project`);
  const { db } = server.database;
  // As in the mocks, so that the suites have room.
  const teams = { plan: 'teams', plan_status: 'active', plan_interval: 'monthly' } as const;
  await db.update(org).set(teams).where(eq(org.id, orgId));
  await db.insert(orgMember).values([
    { org_id: orgId, user_id: users.editor ?? '', role: 'editor' },
    { org_id: orgId, user_id: users.member ?? '', role: 'member' },
  ]);
  const sharedOrg = (await server.as('outsider')('GET', '/org')).body.results[0].id;
  const sharedProjects = await server.as('outsider')('GET', `/org/${sharedOrg}/project`);
  const shared = { orgId: sharedOrg, projectId: sharedProjects.body.results[0].id };
  await db
    .insert(projectMember)
    .values({ project_id: shared.projectId, user_id: users.owner ?? '', role: 'editor' });
  return {
    name: 'server',
    baseUrl: `http://localhost:${port}/api/v1`,
    orgId,
    projectId: projects.body.results[0].id,
    shared,
    website: website.url,
    pricedModelId: 'openai/gpt-5-mini',
    headersOf: (who: Who): Record<string, string> =>
      who === 'anonymous' ? {} : { authorization: `Bearer token-${who}` },
    async tokenFor(id, secret, scopes) {
      const response = await fetch(`http://localhost:${port}/oauth/token`, {
        method: 'POST',
        headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: scopes.join(' ') }),
      });
      return (await response.json()).access_token;
    },
    stores: server.services.domain.stores,
    setBalance: async (balance) => {
      await db.update(org).set({ balance }).where(eq(org.id, orgId));
    },
    pay: async (url) => stripe.completeCheckout(url),
    async close() {
      await server.close();
      await database.close();
      stripe.close();
      website.close();
    },
  };
}

/** Not the address of anything else, so that requests to this machine are still refused. */
const WEBSITE_HOST = '127.0.0.2';

/** The mocks' website on a port. */
async function serveWebsite(): Promise<{ url: string; close(): void }> {
  const pretend = createPretendHttp();
  const server = createServer(async ({ url }, response) => {
    const request = { url: `http://${WEBSITE_HOST}${url}`, timeoutMs: 1000, maxBytes: 100_000 };
    const { status, headers, body } = await pretend(request);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((done) => server.listen(0, WEBSITE_HOST, done));
  const { port } = server.address() as AddressInfo;
  return { url: `http://${WEBSITE_HOST}:${port}/`, close: () => void server.close() };
}

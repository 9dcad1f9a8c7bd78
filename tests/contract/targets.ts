import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { tokenOf } from '#mocks/identity/tokens.ts';
import { ORG_ID, PROJECT_ID, SHARED_ORG_ID, SHARED_PROJECT_ID } from '#mocks/seed/ids.ts';
import { serveMocks } from '#mocks/serve.ts';
import { setBalance } from '#mocks/store.ts';
import { org, orgMember } from '#server/db/schema/org.ts';
import { projectMember } from '#server/db/schema/project.ts';
import { startTestApp } from '#server/testing.ts';
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
    pricedModelId: 'openai/gpt-5-mini',
    headersOf: (who: Who): Record<string, string> =>
      who === 'anonymous' ? {} : { authorization: `Bearer ${tokenOf(store, who)}` },
    setBalance: async (balance) => setBalance(store, ORG_ID, balance),
    close,
  };
}

/** The server with an empty database, to which the same people and roles are added. */
export async function startServer(): Promise<Target> {
  const server = await startTestApp();
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
    pricedModelId: 'openai/gpt-5-mini',
    headersOf: (who: Who): Record<string, string> =>
      who === 'anonymous' ? {} : { authorization: `Bearer token-${who}` },
    setBalance: async (balance) => {
      await db.update(org).set({ balance }).where(eq(org.id, orgId));
    },
    close: () => server.close(),
  };
}

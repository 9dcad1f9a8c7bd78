import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe } from 'vitest';
import { org, orgMember } from '#server/db/schema/org.ts';
import { projectMember } from '#server/db/schema/project.ts';
import { startTestApp, type TestApp } from '#server/testing.ts';
import { runSuites } from './suites.ts';
import type { Target, Who } from './target.ts';

describe('on the server', () => {
  let server: TestApp;
  let target: Target;

  beforeAll(async () => {
    server = await startTestApp();
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
    target = {
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
  }, 60_000);

  afterAll(() => target.close());

  runSuites(() => target);
});

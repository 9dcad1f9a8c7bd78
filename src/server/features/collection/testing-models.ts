import { eq } from 'drizzle-orm';
import { org } from '#domain/org/org.tables.ts';
import { startOpenAiServer } from '../../../../tests/support/models/openai-server.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

/** A server with models of an OpenAI-compatible fake, and an organisation that pays for them. */
export async function startWithModels(settings: Record<string, string>) {
  const fake = await startOpenAiServer();
  const server = await startTestApp({
    COMPATIBLE_BASE_URL: fake.url,
    COMPATIBLE_MODELS: 'fake-model',
    ...settings,
  });
  const call = (...given: Parameters<ReturnType<TestApp['as']>>) => server.as('ada')(...given);
  await call('GET', '/user');
  const orgId: string = (await call('GET', '/org')).body.results[0].id;
  const { results } = (await call('GET', `/org/${orgId}/project`)).body;
  const project = `/org/${orgId}/project/${results[0].id}`;
  return {
    ...{ fake, server, call, orgId, project },
    balance: async () => (await call('GET', `/org/${orgId}/balance`)).body,
    /** @param amount in micro-dollars */
    setBalance: (amount: number) =>
      server.database.db.update(org).set({ balance: amount }).where(eq(org.id, orgId)),
    /** Creates a collection. Returns its ID and path. */
    async createCollection(body: object): Promise<{ id: string; path: string }> {
      const made = await call('POST', `${project}/collection`, body);
      if (made.status !== 201) throw new Error(made.text);
      return { id: made.body.id, path: `${project}/collection/${made.body.id}` };
    },
    async close(): Promise<void> {
      await server.close();
      await fake.close();
    },
  };
}

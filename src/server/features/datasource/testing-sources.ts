import { expect, vi } from 'vitest';
import { orgMember } from '#domain/org/org.tables.ts';
import { startTestApp } from '#server/testing.ts';
import { CLIENT, startDrive } from '../../../../tests/support/sources/drive-server.ts';
import { startGithub } from '../../../../tests/support/sources/github-server.ts';
import { startNotion } from '../../../../tests/support/sources/notion-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read any part of a response
type Any = any;

/** The whole server, whose data sources are read from servers on this machine. */
export async function startSources() {
  const [drive, github, notion] = await Promise.all([startDrive(), startGithub(), startNotion()]);
  const server = await startTestApp(
    {
      OUTBOUND_ALLOW: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '100000',
      GOOGLE_CLIENT_ID: CLIENT.client_id,
      GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    },
    {
      sources: {
        github: { api: github.url, web: 'https://github.test' },
        notion: `${notion.url}/v1`,
        google: {
          api: `${drive.url}/drive/v3`,
          authorise: `${drive.url}/auth`,
          token: `${drive.url}/token`,
        },
      },
    },
  );
  const ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  const project = (await ada('GET', `/org/${org}/project`)).body.results[0].id;
  const bob = (await server.as('bob')('GET', '/user')).body.id;
  await server.database.db.insert(orgMember).values({ org_id: org, user_id: bob, role: 'editor' });
  const base = `/org/${org}/project/${project}/collection`;
  let collections = 0;

  const lastSync = async (source: string): Promise<Any> =>
    (await ada('GET', source)).body.last_sync;
  const ended = (source: string, id?: string): Promise<Any> =>
    vi.waitFor(
      async () => {
        const sync = await lastSync(source);
        expect(sync?.ended_at).toBeTypeOf('string');
        if (id !== undefined) expect(sync.id).toBe(id);
        return sync;
      },
      { timeout: 50_000, interval: 50 },
    );

  return {
    ...{ server, drive, github, notion, ada, bob: server.as('bob') },
    /** Creates a collection. Returns its path. */
    async collection(): Promise<string> {
      collections += 1;
      const { body } = await ada('POST', base, { name: `Sources ${collections}` });
      return `${base}/${body.id}`;
    },
    async create(path: string, config: object, credentials?: object) {
      const body = { name: 'Source', config, ...(credentials && { credentials }) };
      const made = await ada('POST', `${path}/datasource`, body);
      return { ...made, at: `${path}/datasource/${made.body.id}` };
    },
    lastSync,
    /** The sync of a source once it has ended. */
    ended,
    /** Syncs by hand. */
    async sync(source: string): Promise<Any> {
      const { body } = await ada('POST', `${source}/sync`);
      return ended(source, body.id);
    },
    /** Names of a collection's documents. */
    async names(path: string): Promise<string[]> {
      const { body } = await ada('GET', `${path}/document?page_limit=100&sort=name`);
      return body.results.map(({ name }: Any) => name);
    },
    /** What a sync logged: result, name and detail. */
    async log(source: string, { id }: Any): Promise<Any[]> {
      const { body } = await ada('GET', `${source}/sync/${id}/entry?page_limit=100`);
      return body.results.map(({ result, name, detail }: Any) => [result, name, detail]);
    },
    async close(): Promise<void> {
      await server.close();
      await Promise.all([drive.close(), github.close(), notion.close()]);
    },
  };
}

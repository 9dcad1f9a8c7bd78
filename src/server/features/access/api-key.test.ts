import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;
let ada: ReturnType<TestApp['as']>;
let org: string;
let project: string;
let task: string;

beforeAll(async () => {
  server = await startTestApp();
  ada = server.as('ada');
  const orgId = (await ada('GET', '/org')).body.results[0].id;
  org = `/org/${orgId}`;
  project = `${org}/project/${(await ada('GET', `${org}/project`)).body.results[0].id}`;
  task = (await ada('POST', `${project}/task`, { name: 'T' })).body.id;
});
afterAll(() => server.close());

const create = async (name: string, more: object = {}) =>
  (await ada('POST', `${project}/api-key`, { name, ...more })).body;
const withKey = (key: string, url: string, method: 'GET' | 'POST' = 'GET') =>
  server.call({
    method,
    url: `/api/v1${url}`,
    headers: { authorization: `Bearer ${key}` },
    ...(method === 'POST' && { payload: { inputs: {} } }),
  });

describe('API keys', () => {
  it('are shown once, stored as a hash, and listed by prefix', async () => {
    const made = await ada('POST', `${project}/api-key`, { name: ' Backend ' });
    expect(made.status).toBe(201);
    const { key, api_key } = made.body;
    expect(key).toMatch(/^tlk_[\w-]{32}$/);
    expect(api_key).toMatchObject({
      name: 'Backend',
      prefix: key.slice(0, 8),
      created_by: { name: 'ada' },
      last_used_at: null,
      expires_at: null,
    });
    const listed = await ada('GET', `${project}/api-key`);
    expect(listed.body.results[0]).toEqual(api_key);
    const { rows } = await server.database.db.execute<{ all: string }>(
      sql`select string_agg(api_key::text, '') as all from api_key`,
    );
    expect(rows[0]?.all).not.toContain(key);
  });

  it('give access to the tasks of their project and nothing else', async () => {
    const { key } = await create('Runner');
    // The task has no active revision, so the key was accepted.
    const run = await withKey(key, `${project}/task/${task}/run`, 'POST');
    expect([run.status, run.body.code]).toEqual([409, 'no_active_revision']);
    for (const url of [
      '/user',
      org,
      project,
      `${project}/task`,
      `${project}/task/${task}`,
      `${project}/api-key`,
    ]) {
      expect([url, (await withKey(key, url)).status]).toEqual([url, 401]);
    }
    const eve = server.as('eve');
    const own = (await eve('GET', '/org')).body.results[0].id;
    const ownProject = (await eve('GET', `/org/${own}/project`)).body.results[0].id;
    const foreign = `/org/${own}/project/${ownProject}/task/${task}/run`;
    expect((await withKey(key, foreign, 'POST')).status).toBe(404);
    expect((await withKey(key, `${project}/task/${ownProject}/run`, 'POST')).status).toBe(404);
  });

  it('stop working when they are revoked, or when their project is deleted', async () => {
    const { key, api_key } = await create('Short');
    const run = `${project}/task/${task}/run`;
    expect((await withKey(key, run, 'POST')).status).toBe(409);
    expect((await ada('DELETE', `${project}/api-key/${api_key.id}`)).status).toBe(204);
    expect((await withKey(key, run, 'POST')).status).toBe(401);
    expect((await ada('DELETE', `${project}/api-key/${api_key.id}`)).status).toBe(404);
  });

  it('expire on time', async () => {
    const past = await ada('POST', `${project}/api-key`, {
      name: 'Late',
      expires_at: '2020-01-01T00:00:00Z',
    });
    expect([past.status, past.body.errors[0].pointer]).toEqual([400, '/expires_at']);
    const { key, api_key } = await create('Soon', {
      expires_at: new Date(Date.now() + 60_000).toISOString(),
    });
    expect((await withKey(key, `${project}/task/${task}/run`, 'POST')).status).toBe(409);
    await server.database.db.execute(
      sql`update api_key set expires_at = now() - interval '1 second' where id = ${api_key.id}`,
    );
    await server.platform.invalidation.announce({ apiKey: api_key.id });
    expect((await withKey(key, `${project}/task/${task}/run`, 'POST')).status).toBe(401);
  });

  it('show when they were last used, after a short delay', async () => {
    const { key, api_key } = await create('Used');
    const before = Date.now();
    await withKey(key, `${project}/task/${task}/run`, 'POST');
    await server.services.noteUses();
    const { results } = (await ada('GET', `${project}/api-key`)).body;
    const found = results.find((row: { id: string }) => row.id === api_key.id);
    expect(Date.parse(found.last_used_at)).toBeGreaterThanOrEqual(before);
  });

  it('can be managed by those who may edit the project', async () => {
    const { api_key } = await create('Kept');
    expect((await server.as('eve')('GET', `${project}/api-key`)).status).toBe(404);
    const elsewhere = (await ada('POST', `${org}/project`, { name: 'Elsewhere' })).body.id;
    const wrong = await ada('DELETE', `${org}/project/${elsewhere}/api-key/${api_key.id}`);
    expect(wrong.status).toBe(404);
  });
});

import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '#domain/call.ts';
import { once } from '#domain/idempotency.ts';
import { createStores } from '../stores.ts';
import { startTestApp, type TestApp } from '../testing.ts';

let server: TestApp;
let ada: ReturnType<TestApp['as']>;
let project: string;

beforeAll(async () => {
  server = await startTestApp();
  ada = server.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  const id = (await ada('GET', `/org/${org}/project`)).body.results[0].id;
  project = `/org/${org}/project/${id}`;
});
afterAll(() => server.close());

const key = (value: string) => ({ 'idempotency-key': value });
const count = async () => (await ada('GET', '/org')).body.results.length;

describe('Idempotency-Key', () => {
  it('returns the first response again and changes nothing', async () => {
    const before = await count();
    const first = await ada('POST', '/org', { name: 'Once' }, key('a'));
    const again = await ada('POST', '/org', { name: 'Once' }, key('a'));
    expect(first.status).toBe(201);
    expect(again.status).toBe(201);
    expect(again.body).toEqual(first.body);
    expect(again.headers.location).toBe(first.headers.location);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await count()).toBe(before + 1);
  });

  it('still repeats responses that were stored before an upgrade', async () => {
    await ada('POST', '/org', { name: 'Old' }, key('old'));
    const parts = ['createOrg', '/api/v1/org', undefined, { name: 'Old' }];
    const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
    const { rows } = await server.database.db.execute<{ request_hash: string }>(
      sql`select request_hash from idempotency where key = 'old'`,
    );
    expect(rows).toEqual([{ request_hash: hash }]);
  });

  it('lets one of many concurrent requests through', async () => {
    const before = await count();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => ada('POST', '/org', { name: 'Race' }, key('race'))),
    );
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].every((status) => status === 201 || status === 409)).toBe(true);
    expect(await count()).toBe(before + 1);
  });

  it('is rejected with another body or path, and independent for another person', async () => {
    await ada('POST', '/org', { name: 'Mine' }, key('b'));
    const other = await ada('POST', '/org', { name: 'Other' }, key('b'));
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    const elsewhere = await ada('PATCH', '/user', { bio: 'x' }, key('b'));
    expect(elsewhere.status).toBe(409);
    const bob = await server.as('bob')('POST', '/org', { name: 'Mine' }, key('b'));
    expect(bob.status).toBe(201);
    expect(bob.headers['idempotent-replayed']).toBeUndefined();
  });

  it('can be used again after an error response', async () => {
    const refused = await ada('POST', '/org', { name: '' }, key('c'));
    expect(refused.status).toBe(400);
    expect((await ada('POST', '/org', { name: 'Good' }, key('c'))).status).toBe(201);
  });

  it("doesn't repeat a request whose process died", async () => {
    await ada('POST', '/org', { name: 'Dies' }, key('d'));
    await server.database.db.execute(
      sql`update idempotency set status = null, body = null where key = 'd'`,
    );
    const before = await count();
    const again = await ada('POST', '/org', { name: 'Dies' }, key('d'));
    expect([again.status, again.body.code]).toEqual([409, 'idempotency_conflict']);
    expect(await count()).toBe(before);
  });

  it("doesn't repeat a request whose response couldn't be stored", async () => {
    const principal = {
      type: 'api_key',
      keyId: 'k',
      resources: null,
      createdBy: 'u',
      projectId: 'p',
      orgId: 'o',
      name: 'K',
    } as const;
    const stores = createStores(server.database.db);
    const seal = () => {
      throw new Error('Not now');
    };
    let times = 0;
    const request = () =>
      once(
        { stores, secrets: { seal, open: (_purpose, sealed) => sealed } },
        operations.createOrg,
        { headers: key('g'), path: '/org', query: {}, body: {}, principal },
        async () => {
          times += 1;
          return { status: 201, headers: {}, body: {} };
        },
      );
    await expect(request()).rejects.toThrow('Not now');
    await expect(request()).rejects.toMatchObject({ code: 'idempotency_conflict' });
    expect(times).toBe(1);
  });

  it('expires after a day', async () => {
    const first = await ada('POST', '/org', { name: 'Daily' }, key('e'));
    await server.database.db.execute(
      sql`update idempotency set created_at = now() - interval '25 hours' where key = 'e'`,
    );
    const next = await ada('POST', '/org', { name: 'Daily' }, key('e'));
    expect(next.status).toBe(201);
    expect(next.body.id).not.toBe(first.body.id);
  });

  it('stores a new API key encrypted', async () => {
    const first = await ada('POST', `${project}/api-key`, { name: 'CI' }, key('f'));
    const again = await ada('POST', `${project}/api-key`, { name: 'CI' }, key('f'));
    expect(again.body.key).toBe(first.body.key);
    const { rows } = await server.database.db.execute<{ all: string }>(
      sql`select coalesce(string_agg(idempotency::text, ''), '') || (select string_agg(api_key::text, '') from api_key) as all from idempotency`,
    );
    expect(rows[0]?.all).not.toContain(first.body.key);
  });
});

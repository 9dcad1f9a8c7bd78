import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#core/limits.ts';
import { identity } from '#domain/identity/identity.tables.ts';
import { startTestApp, type TestApp, testPerson } from '../../testing.ts';
import { sweepUnusedAccounts } from './unused-accounts.repository.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

/** An account that signed up this many days ago, with the ID of the test's tokens. */
async function signedUp(name: string, days: number, verifiedAt: Date | null = null) {
  const then = new Date(Date.now() - days * DAY_MS);
  await server.database.db.insert(identity).values({
    id: testPerson(name).identityId,
    email: testPerson(name).email,
    name,
    stateChangedAt: then,
    verifiableAddressId: randomUUID(),
    recoveryAddressId: randomUUID(),
    verifiedAt,
    addressCreatedAt: then,
    addressUpdatedAt: then,
    createdAt: then,
    updatedAt: then,
  });
  const call = server.as(name);
  const org = `/org/${(await call('GET', '/org')).body.results[0].id}`;
  const project = `${org}/project/${(await call('GET', `${org}/project`)).body.results[0].id}`;
  return { call, org, project };
}

it('deletes accounts that were never verified and never used, and nothing else', async () => {
  await signedUp('unused', 31);
  await signedUp('recent', 29);
  await signedUp('verified', 31, new Date());
  const writer = await signedUp('writer', 31);
  await writer.call('POST', `${writer.project}/task`, { name: 'Kept' });
  const caller = await signedUp('caller', 31);
  await caller.call('POST', `${caller.project}/api-key`, { name: 'Kept' });
  const person = await signedUp('person', 31);
  await person.call('PATCH', '/user', { bio: 'Somebody' });

  const before = new Date(Date.now() - 30 * DAY_MS);
  expect(await sweepUnusedAccounts(server.database, before)).toBe(1);
  expect(await sweepUnusedAccounts(server.database, before)).toBe(0);
  const { db } = server.database;
  const left = (await db.select({ name: identity.name }).from(identity)).map(({ name }) => name);
  expect(left.sort()).toEqual(['caller', 'person', 'recent', 'verified', 'writer']);
  for (const { call, org } of [writer, caller, person])
    expect((await call('GET', org)).status).toBe(200);
  const { rows } = await db.execute(`select 1 from "user" where name = 'unused'
    union all select 1 from org where name = 'unused''s organisation'
    union all select 1 from org_member where user_id not in (select id from "user")`);
  expect(rows).toEqual([]);
});

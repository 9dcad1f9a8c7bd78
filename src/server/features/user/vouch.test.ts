import { afterAll, beforeAll, expect, it } from 'vitest';
import { WELCOME_CREDIT } from '#core/limits.ts';
import { emailDomain } from '#domain/capture/capture.tables.ts';
import type { IdentityVerifier } from '../../access/identity-verifier.ts';
import { startTestApp, type TestApp, testVerifier } from '../../testing.ts';

/** What the embedded identity service says if no emails are sent. */
const assuming: IdentityVerifier = {
  ...testVerifier,
  assumesAddresses: true,
  async verifyToken(token, report) {
    const person = await testVerifier.verifyToken(token, report);
    return person && { ...person, isAssumed: true };
  },
};

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({}, { verifier: assuming });
  // The first account of the installation.
  await server.as('ada')('GET', '/user');
});
afterAll(() => server.close());

const userOf = async (name: string) => (await server.as(name)('GET', '/user')).body;
const orgOf = async (name: string) => (await server.as(name)('GET', '/org')).body.results[0].id;
const balanceOf = async (name: string, org?: string) =>
  (await server.as(name)('GET', `/org/${org ?? (await orgOf(name))}/balance`)).body;

/** Lets somebody invite somebody to their organisation, who accepts. */
async function invite(by: string, name: string): Promise<number> {
  const { email } = await userOf(name);
  const path = `/org/${await orgOf(by)}/invitation`;
  const { body } = await server.as(by)('POST', path, { emails: [email], role: 'member' });
  const token = new URL(body.results[0].link).hash.slice('#token='.length);
  return (await server.as(name)('POST', '/invitation/accept', { token })).status;
}

it('gives the first account of an installation its credit, and the others a reason', async () => {
  expect(await balanceOf('ada')).toMatchObject({ balance: WELCOME_CREDIT, note: null });
  expect(await balanceOf('bob')).toMatchObject({
    balance: 0,
    credit_due: 0,
    note: expect.stringMatching(/owner .* invites you.* sandbox model, which is free/),
  });
});

it("gives credit to whoever an owner lets in, but not by people who aren't vouched for", async () => {
  expect(await invite('mallory', 'alias')).toBe(200);
  expect((await balanceOf('alias')).balance).toBe(0);
  const own = await orgOf('bob');
  expect(await invite('ada', 'bob')).toBe(200);
  expect(await balanceOf('bob', own)).toMatchObject({ balance: WELCOME_CREDIT, note: null });
  // Once is enough, and Bob can vouch for others now.
  expect(await invite('carol', 'bob')).toBe(200);
  expect((await balanceOf('bob', own)).balance).toBe(WELCOME_CREDIT);
});

it('lets people of an email domain only ask to join, and vouches for those who are let in', async () => {
  const org = await orgOf('ada');
  const { email } = await userOf('dan');
  await server.database.db.insert(emailDomain).values({
    ...{ id: 'domain_1', org_id: org, domain: email.split('@')[1] ?? '', token: 'x' },
    ...{ joining: 'open', role: 'member', projects: [], misses: 0 },
    ...{ created_by_id: 'user_1', created_by_name: 'Ada' },
    ...{ created_at: new Date().toISOString(), verified_at: new Date().toISOString() },
  });
  const dan = server.as('dan');
  const own = await orgOf('dan');
  expect((await dan('GET', '/user/joinable-org')).body.results).toMatchObject([
    { org_id: org, joining: 'request' },
  ]);
  expect((await dan('POST', `/user/joinable-org/${org}/join`)).status).toBe(404);
  expect((await dan('POST', `/user/joinable-org/${org}/request`)).status).toBe(200);
  const ada = server.as('ada');
  const [request] = (await ada('GET', `/org/${org}/join-request`)).body.results;
  const approved = await ada('POST', `/org/${org}/join-request/${request.id}/approve`, {});
  expect(approved.status).toBe(204);
  expect((await balanceOf('dan', own)).balance).toBe(WELCOME_CREDIT);
});

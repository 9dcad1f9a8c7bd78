import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, INVITATION_MAILS, INVITATION_MAILS_PER_ADDRESS } from '#core/limits.ts';
import type { InvitationMail } from '#domain/invitation/invitation.port.ts';
import { invitationMail } from '#domain/invitation/invitation.tables.ts';
import { user } from '#domain/user/user.tables.ts';
import type { IdentityVerifier } from '../../access/identity-verifier.ts';
import { startTestApp, type TestApp, testPerson, testVerifier } from '../../testing.ts';

const YEAR_AGO = new Date(Date.now() - 365 * DAY_MS).toISOString();
let server: TestApp;
/** The people whose address isn't verified. */
const unverified = new Set<string>();
let sent: InvitationMail[] = [];

beforeAll(async () => {
  const verifier: IdentityVerifier = {
    ...testVerifier,
    verifyToken: async (token) => {
      const name = token.replace('token-', '');
      const email = `${name.replace('_', '+')}@example.com`;
      return { ...testPerson(name), email, isVerified: !unverified.has(name) };
    },
  };
  server = await startTestApp({}, { verifier });
  const { invitation } = server.services.domain;
  Object.assign(invitation, {
    isMailed: true,
    send: (mails: InvitationMail[]) => void sent.push(...mails),
  });
});
afterAll(() => server.close());
beforeEach(async () => {
  sent = [];
  unverified.clear();
  await server.database.db.delete(invitationMail);
});

/** Somebody's organisations. */
async function personOf(name: string, { isNew = false, orgs = 1 } = {}) {
  const call = server.as(name);
  const { id } = (await call('GET', '/user')).body;
  const created_at = isNew ? new Date().toISOString() : YEAR_AGO;
  await server.database.db.update(user).set({ created_at }).where(eq(user.id, id));
  for (let n = 1; n < orgs; n += 1) await call('POST', '/org', { name: `Org ${n}` });
  const places: string[] = (await call('GET', '/org')).body.results.map(
    (org: { id: string }) => `/org/${org.id}`,
  );
  return { call, places, id };
}

let strangers = 0;
function addresses(count: number) {
  strangers += count;
  return Array.from({ length: count }, (_, n) => `stranger-${strangers - n}@example.org`);
}

type Person = Awaited<ReturnType<typeof personOf>>;

/** Invites as many as asked; returns what became of the addresses. */
async function invite({ call }: Person, place: string | undefined, emails: string[]) {
  const invited = { emails, role: 'member', projects: [] };
  const { body, status } = await call('POST', `${place}/invitation`, invited);
  expect(status).toBe(200);
  return body.results as { status: string; reason: string | null }[];
}

const countOf = (results: { status: string }[], status: string) =>
  results.filter((one) => one.status === status).length;

describe('emails to strangers', () => {
  it.each([
    ['unverified', true],
    ['new', true],
    ['established', false],
  ] as const)(
    'are limited for an account that is %s, over all organisations',
    async (level, isNew) => {
      const name = `${level}sender`;
      if (level === 'unverified') unverified.add(name);
      const person = await personOf(name, { isNew, orgs: 3 });
      const { hour, day } = INVITATION_MAILS[level];
      const results = [];
      for (const place of person.places)
        for (let n = 0; n < 2; n += 1)
          results.push(...(await invite(person, place, addresses(100))));
      expect(countOf(results, 'invited')).toBe(hour);
      expect(sent).toHaveLength(hour);
      const reason = results.at(-1)?.reason ?? '';
      expect(reason).toMatch(/Try again in \d+ (minute|hour)s?\.$/);
      expect(reason).toContain(String(hour));
      expect(reason).toContain(String(day));
    },
  );

  it('are limited for a person with several accounts', async () => {
    const { hour } = INVITATION_MAILS.new;
    const one = await personOf('several', { isNew: true });
    const two = await personOf('several_two', { isNew: true });
    expect(countOf(await invite(one, one.places[0], addresses(hour)), 'invited')).toBe(hour);
    expect(countOf(await invite(two, two.places[0], addresses(3)), 'limit_reached')).toBe(3);
  });

  it('are limited per address, whoever sends them', async () => {
    const target = 'victim@example.org';
    const refused = [];
    for (let n = 0; n < INVITATION_MAILS_PER_ADDRESS + 2; n += 1) {
      const person = await personOf(`sender${n}`);
      const [result] = await invite(person, person.places[0], [target.replace('@', `+${n}@`)]);
      if (result?.status === 'limit_reached') refused.push(result.reason);
    }
    expect(sent).toHaveLength(INVITATION_MAILS_PER_ADDRESS);
    expect(refused[0]).toMatch(
      /^This address can be emailed 10 invitations a day\. Try again in 24 hours\.$/,
    );
  });

  it('count sharing and sending again, which say when to try again', async () => {
    unverified.add('sharer');
    const { call, places } = await personOf('sharer', { isNew: true });
    const [place = ''] = places;
    const { hour } = INVITATION_MAILS.unverified;
    await call('POST', `${place}/invitation`, {
      emails: addresses(hour - 1),
      role: 'member',
      projects: [],
    });
    const [project] = (await call('GET', `${place}/project`)).body.results;
    const [first] = (await call('GET', `${place}/invitation`)).body.results;
    const things = `${place}/project/${project.id}/collection`;
    const { id } = (await call('POST', things, { name: 'Papers' })).body;
    const share = (email: string) =>
      call('POST', `${things}/${id}/access`, { email, level: 'view' });
    expect((await share(addresses(1)[0] ?? '')).status).toBe(201);
    const responses = [
      await share(addresses(1)[0] ?? ''),
      await call('POST', `${place}/invitation/${first.id}/resend`),
    ];
    for (const { status, body, headers } of responses) {
      expect([status, body.code]).toEqual([429, 'rate_limited']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(3500);
      expect(body.detail).toContain('verify your email address');
    }
    expect(sent).toHaveLength(hour);
    // Nothing was created for the address that was refused.
    expect((await call('GET', `${things}/${id}/access`)).body.people).toHaveLength(1);
  });

  it('are possible again after a while', async () => {
    unverified.add('patient');
    const person = await personOf('patient');
    const { hour, day } = INVITATION_MAILS.unverified;
    const { db } = server.database;
    const age = (ms: number) =>
      db.update(invitationMail).set({ created_at: new Date(Date.now() - ms).toISOString() });
    expect(countOf(await invite(person, person.places[0], addresses(9)), 'invited')).toBe(hour);
    await age(DAY_MS / 12);
    expect(countOf(await invite(person, person.places[0], addresses(9)), 'invited')).toBe(
      day - hour,
    );
    await age(DAY_MS + 1000);
    expect(countOf(await invite(person, person.places[0], addresses(9)), 'invited')).toBe(hour);
    expect(await db.$count(invitationMail)).toBe(hour);
  });
});

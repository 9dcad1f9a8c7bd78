import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { NOTIFICATIONS_MAX } from '#core/limits.ts';
import { alertBalances } from '#domain/billing/balance-alerts.ts';
import { notification } from '#domain/notification/notification.tables.ts';
import { notify } from '#domain/notification/notify.ts';
import { sendNotificationMails } from '#domain/notification/send-mails.ts';
import { sweepNotifications } from '#domain/notification/sweep.ts';
import { org } from '#domain/org/org.tables.ts';
import { user } from '#domain/user/user.tables.ts';
import type { VerifiedPerson } from '../../access/identity-verifier.ts';
import { mailMessage } from '../../db/schema/identity.ts';
import { storedMails } from '../../platform/mail/testing.ts';
import { startTestApp, type TestApp, testPerson, testVerifier } from '../../testing.ts';

const { signal } = new AbortController();
const MINUTE = 60_000;
let server: TestApp;
const unverified = new Set<string>();

beforeAll(async () => {
  const verifyToken = async (token: string): Promise<VerifiedPerson | null> => {
    const name = token.replace('token-', '');
    return { ...testPerson(name), isVerified: !unverified.has(name) };
  };
  server = await startTestApp({}, { verifier: { ...testVerifier, verifyToken } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.delete(mailMessage);
  await server.database.db.update(notification).set({ mail_at: null });
});

async function personOf(name: string) {
  const call = server.as(name);
  const [first] = (await call('GET', '/org')).body.results;
  const inbox = async () => (await call('GET', '/user/notification')).body.results;
  return { call, id: (await call('GET', '/user')).body.id, org: first, inbox };
}
const sendMails = (after = 6 * MINUTE) =>
  sendNotificationMails(server.services.domain, { now: new Date(Date.now() + after), signal });
const mails = () => storedMails(server);
const tell = (userId: string, ref: string, webhook = 'Orders') =>
  server.services.domain.stores.transaction((all) =>
    notify(all, [userId], { event: 'webhook_disabled', facts: { webhook }, ref, path: '/x' }),
  );

it('tells somebody about invitations that were sent before they signed up, once their address is verified', async () => {
  const { call, org: acme } = await personOf('inviter');
  const invite = (email: string) =>
    call('POST', `/org/${acme.id}/invitation`, { emails: [email], role: 'member' });
  expect((await invite('Late@Example.com')).status).toBe(200);
  expect(await (await personOf('late')).inbox()).toMatchObject([{ kind: 'invitation' }]);
  unverified.add('squatter');
  const squatter = await personOf('squatter');
  await invite('squatter@example.com');
  expect(await squatter.inbox()).toEqual([]);
  unverified.delete('squatter');
  expect(await squatter.inbox()).toMatchObject([{ kind: 'invitation' }]);
  expect(await squatter.inbox()).toHaveLength(1);
});

it('tells owners once that the balance is low, and again when it was not in the meantime', async () => {
  const { org: acme, inbox } = await personOf('owner');
  const titles = async () => (await inbox()).map(({ title }: { title: string }) => title);
  const become = async (balance: number) => {
    await server.database.db.update(org).set({ balance }).where(eq(org.id, acme.id));
    await alertBalances(server.services.domain, { signal });
    await alertBalances(server.services.domain, { signal });
  };
  await become(900_000);
  expect(await titles()).toEqual([`The balance of ${acme.name} is below $1.00`]);
  await server.as('owner')('POST', '/user/notification/read', {});
  await become(800_000);
  expect(await titles()).toHaveLength(1);
  await become(0);
  expect((await titles())[0]).toBe(`The balance of ${acme.name} is used up`);
  await server.as('owner')('POST', '/user/notification/read', {});
  await become(500_000);
  expect(await titles()).toHaveLength(2);
  await become(5_000_000);
  await become(900_000);
  expect(await titles()).toHaveLength(3);
});

it('sends what happened within some minutes in one email, and at most one an hour', async () => {
  const { id } = await personOf('mailed');
  for (const ref of ['a', 'b', 'c']) await tell(id, ref);
  await sendMails(MINUTE);
  expect(await mails()).toEqual([]);
  await Promise.all([sendMails(), sendMails()]);
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ recipient: 'mailed@example.com', subject: '3 notifications' });
  await tell(id, 'd');
  await sendMails(30 * MINUTE);
  expect(await mails()).toHaveLength(1);
  await sendMails(70 * MINUTE);
  expect(await mails()).toHaveLength(2);
  await sendMails(200 * MINUTE);
  expect(await mails()).toHaveLength(2);
});

it('sends no email about what was read in the meantime', async () => {
  const { id, call } = await personOf('reader');
  await tell(id, 'a');
  await call('POST', '/user/notification/read', {});
  await sendMails();
  expect(await mails()).toEqual([]);
});

it('repeats in emails no names that carry a message, and escapes the others', async () => {
  const { id } = await personOf('victim');
  await tell(id, 'a', 'http://evil.example/win now\r\nBcc: all@example.com');
  await tell(id, 'b', `Tom & 'Jerry'`);
  await sendMails();
  const [mail] = await mails();
  expect(JSON.stringify(mail)).not.toContain('evil');
  expect(JSON.stringify(mail)).not.toContain('Bcc');
  expect(mail?.html).toContain('Tom &#38; &#39;Jerry&#39;');
});

it('unsubscribes with one click, and the page of the link does the same', async () => {
  const { id, call } = await personOf('tired');
  await tell(id, 'a');
  await sendMails();
  const url = new URL((await mails())[0]?.unsubscribeUrl ?? '');
  const ofWebhooks = async () =>
    (await call('GET', '/user/notification-preference')).body.preferences.find(
      (one: { kind: string }) => one.kind === 'webhook',
    );
  expect(await ofWebhooks()).toMatchObject({ email: true });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (path: string) =>
    server.call({
      method: 'POST',
      url: path,
      headers: form,
      payload: 'List-Unsubscribe=One-Click',
    });
  expect((await post('/unsubscribe?token=forged')).status).toBe(404);
  expect((await post('/unsubscribe')).status).toBe(404);
  expect(await ofWebhooks()).toMatchObject({ email: true });
  expect((await post(`${url.pathname}${url.search}`)).status).toBe(200);
  expect(await ofWebhooks()).toMatchObject({ email: false, in_app: true });
  const again = await server.call({
    method: 'POST',
    url: '/api/v1/notification/unsubscribe',
    payload: { token: url.searchParams.get('token') },
  });
  expect(again.body).toEqual({ kinds: ['webhook'] });
  await tell(id, 'b');
  await sendMails(200 * MINUTE);
  expect(await mails()).toHaveLength(1);
});

it('sends again what a process that died was sending, and nothing to people who are gone', async () => {
  const { id } = await personOf('again');
  await tell(id, 'a');
  const { domain } = server.services;
  const lost = { ...domain.notification, send: () => Promise.reject(new Error('killed')) };
  const late = new Date(Date.now() + 6 * MINUTE);
  const dying = sendNotificationMails({ ...domain, notification: lost }, { now: late, signal });
  await expect(dying).rejects.toThrow('killed');
  await sendMails(7 * MINUTE);
  expect(await mails()).toEqual([]);
  await sendMails(90 * MINUTE);
  expect(await mails()).toHaveLength(1);
  await tell(id, 'b');
  await server.database.db.delete(user).where(eq(user.id, id));
  await sendMails(300 * MINUTE);
  expect(await mails()).toHaveLength(1);
});

it('keeps the newest notifications for 90 days', async () => {
  const { id, inbox } = await personOf('full');
  const { db } = server.database;
  await tell(id, 'oldest');
  await db.execute(sql`
    insert into notification (id, user_id, kind, event, facts, ref, in_app, is_read, created_at)
    select 'notification_9' || lpad(n::text, 6, '0'), ${id}, 'webhook', 'webhook_disabled', '{}', n::text, true, false, now()
    from generate_series(1, ${NOTIFICATIONS_MAX}) n`);
  const count = async () =>
    (await db.select().from(notification).where(eq(notification.user_id, id))).length;
  expect(await count()).toBe(NOTIFICATIONS_MAX + 1);
  await sweepNotifications(server.services.domain, { now: new Date(), signal });
  expect(await count()).toBe(NOTIFICATIONS_MAX);
  expect((await inbox())[0].id).toBe(`notification_9000${NOTIFICATIONS_MAX}`);
  await db.delete(notification).where(eq(notification.user_id, id));
  await tell(id, 'old');
  const later = new Date(Date.now() + 91 * 24 * 60 * MINUTE);
  await sweepNotifications(server.services.domain, { now: later, signal });
  expect(await inbox()).toEqual([]);
});

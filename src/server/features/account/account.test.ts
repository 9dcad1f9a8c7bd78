import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#core/limits.ts';
import { type ErasingDomain, eraseAccounts } from '#domain/account/erase.ts';
import { followIdentities } from '#domain/account/follow-identities.ts';
import { DELETED_USER, NAMES } from '#domain/account/remove-name.ts';
import { eraseDeleted } from '#domain/deletion/sweep.ts';
import { notify } from '#domain/notification/notify.ts';
import { sendNotificationMails } from '#domain/notification/send-mails.ts';
import { auditEntry } from '../../db/schema/audit.ts';
import { mailMessage } from '../../db/schema/identity.ts';
import { task } from '../../db/schema/task.ts';
import { erasure, user } from '../../db/schema/user.ts';
import { SCHEMA } from '../../stores.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { createAccountPort } from './account-port.ts';

const { signal } = new AbortController();
const farFuture = '2099-01-01T00:00:00.000Z';
let server: TestApp;
/** What the identity service was told. */
const told: string[] = [];
let domain: TestApp['services']['domain'];

beforeAll(async () => {
  server = await startTestApp();
  const account = {
    isManaged: true,
    endSessions: async (id: string) => void told.push(`sign out ${id}`),
    deleteIdentity: async (id: string) => void told.push(`delete ${id}`),
  };
  Object.assign(server.services.domain.account, account);
  domain = server.services.domain;
});
afterAll(() => server.close());

async function personOf(name: string) {
  const call = server.as(name);
  const { id, email } = (await call('GET', '/user')).body;
  const [org] = (await call('GET', '/org')).body.results;
  return { call, id, email, org: org.id as string };
}
type Person = Awaited<ReturnType<typeof personOf>>;

async function schedule({ call, email }: Person, org_ids: string[]) {
  const { status } = await call('POST', '/user/deletion', { email, org_ids });
  expect(status).toBe(200);
}
const erase = (days = 15) => {
  const reports: unknown[] = [];
  const report = (error: unknown) => void reports.push(error);
  const now = new Date(Date.now() + days * DAY_MS);
  return eraseAccounts(domain, { now, signal, report }).then(() => reports);
};
async function join(owner: Person, joiner: Person, role: string) {
  const path = `/org/${owner.org}/invitation`;
  const { body } = await owner.call('POST', path, { emails: [joiner.email], role });
  const token = new URL(body.results[0].link).hash.replace('#token=', '');
  const { status } = await joiner.call('POST', '/invitation/accept', { token });
  expect(status).toBe(200);
}

it('knows every column with the name of a person', () => {
  const named = Object.entries(SCHEMA).flatMap(([table, columns]) => {
    const names = Object.keys(getTableColumns(columns));
    const ofPeople = names.filter(
      (name) => /_name$/.test(name) && !/^(task|dataset|target)_/.test(name),
    );
    return ofPeople.flatMap((name) => {
      const id = name.replace(/_name$/, '_id');
      return names.includes(id) && table !== 'user' ? [[table, [id, name]]] : [];
    });
  });
  expect(NAMES).toEqual(Object.fromEntries(named));
});

it('signs the person out, waits 14 days, and can be cancelled until then', async () => {
  const ada = await personOf('ada');
  await schedule(ada, [ada.org]);
  expect(told).toContain('sign out identity-ada');
  const { delete_at } = (await ada.call('GET', '/user')).body;
  expect(Date.parse(delete_at) - Date.now()).toBeGreaterThan(13.9 * DAY_MS);
  await erase(13);
  expect((await ada.call('GET', '/user')).body.id).toBe(ada.id);
  expect((await ada.call('DELETE', '/user/deletion')).status).toBe(204);
  await erase();
  expect((await ada.call('GET', '/user')).body).toMatchObject({ id: ada.id, delete_at: null });
  const inbox = (await ada.call('GET', '/user/notification')).body.results;
  expect(inbox.map((one: { title: string }) => one.title)).toEqual([
    'Your account will not be deleted',
  ]);
});

it('deletes what is only theirs, and replaces their name in what stays', async () => {
  const [bea, bob] = [await personOf('bea'), await personOf('bob')];
  await join(bob, bea, 'editor');
  const project = (await bea.call('GET', `/org/${bob.org}/project`)).body.results[0];
  const path = `/org/${bob.org}/project/${project.id}`;
  const created = await bea.call('POST', `${path}/task`, { name: 'Stays' });
  expect(created.status).toBe(201);
  await schedule(bea, [bea.org]);
  expect(await erase()).toEqual([]);
  expect(told).toContain('delete identity-bea');
  const { db } = server.database;
  expect(await db.select().from(user).where(eq(user.id, bea.id))).toEqual([]);
  expect(await db.select().from(erasure)).toEqual([]);
  const [left] = await db.select().from(task).where(eq(task.id, created.body.id));
  expect(left).toMatchObject({ created_by_id: bea.id, created_by_name: DELETED_USER });
  const entries = await db.select().from(auditEntry).where(eq(auditEntry.org_id, bob.org));
  expect(JSON.stringify(entries)).not.toContain('bea@example.com');
  expect(
    entries.filter(({ actor_id }) => actor_id === bea.id).map((one) => one.actor_name),
  ).toEqual(expect.arrayContaining([DELETED_USER]));
  expect(entries.some(({ action }) => action === 'leaveOrg')).toBe(true);
  const members = (await bob.call('GET', `/org/${bob.org}/member`)).body.results;
  expect(members).toHaveLength(1);
  await eraseDeleted(domain, { now: new Date(), signal });
  expect(await domain.stores.org.allOrgs.find({ id: bea.org })).toBeUndefined();
});

it('passes an organisation on when both owners delete their accounts at once', async () => {
  const [cy, dan, eve] = [await personOf('cy'), await personOf('dan'), await personOf('eve')];
  await join(cy, dan, 'owner');
  await join(cy, eve, 'member');
  await schedule(cy, []);
  await schedule(dan, [dan.org]);
  await Promise.all([erase(), erase()]);
  const members = (await eve.call('GET', `/org/${cy.org}/member`)).body.results;
  expect(members).toMatchObject([{ user: { id: eve.id }, role: 'owner' }]);
});

it('continues after a failure, without holding up others', async () => {
  const [fay, gil] = [await personOf('fay'), await personOf('gil')];
  await schedule(fay, [fay.org]);
  await schedule(gil, [gil.org]);
  const working = domain.account.deleteIdentity;
  domain.account.deleteIdentity = async (id) => {
    if (id === 'identity-fay') throw new Error('down');
  };
  expect(await erase()).toHaveLength(1);
  const rowOf = (id: string) => domain.stores.user.users.find({ id });
  expect(await rowOf(gil.id)).toBeUndefined();
  expect(await rowOf(fay.id)).toBeDefined();
  domain.account.deleteIdentity = working;
  expect(await erase()).toEqual([]);
  expect(await rowOf(fay.id)).toBeUndefined();
});

it('shows who was deactivated at the identity service, emails them nothing, and notices their return', async () => {
  const [hal, ivy] = [await personOf('hal'), await personOf('ivy')];
  await join(hal, ivy, 'member');
  const announced: unknown[] = [];
  let inactive = new Set<string>();
  const access = {
    ...domain.access,
    announce: async (change: object) => void announced.push(change),
  };
  const account = { ...domain.account, findInactive: async () => inactive };
  const follow = () =>
    followIdentities({ ...domain, access, account }, { now: new Date(), signal });
  const deactivatedAt = async () => {
    const { results } = (await hal.call('GET', `/org/${hal.org}/member?q=ivy`)).body;
    return results[0].deactivated_at;
  };
  await follow();
  expect(announced).toEqual([]);
  expect(await deactivatedAt()).toBeNull();
  inactive = new Set(['identity-ivy']);
  await follow();
  await follow();
  expect(announced).toEqual([{ user: ivy.id, identity: 'identity-ivy' }]);
  const since = await deactivatedAt();
  expect(Date.parse(since)).toBeGreaterThan(Date.now() - 60_000);
  await domain.stores.transaction((all) =>
    notify(all, [hal.id, ivy.id], { event: 'webhook_disabled', facts: { webhook: 'A' }, ref: 'a' }),
  );
  await sendNotificationMails(domain, { now: new Date(Date.now() + DAY_MS), signal });
  const mails = await server.database.db.select().from(mailMessage);
  const told = mails.filter(({ subject }) => subject.includes('ebhook'));
  expect(told.map(({ recipient }) => recipient)).toEqual([hal.email]);
  expect(await domain.stores.notification.dueForMail(farFuture, farFuture, 9)).toEqual([]);
  inactive = new Set();
  await follow();
  expect(announced).toHaveLength(2);
  expect(await deactivatedAt()).toBeNull();
});

it('continues after the process is killed between any two writes, and loses nothing', async () => {
  const { stores } = domain;
  /** Fails from the given write on, as if the process were gone; a transaction then isn't committed. */
  const dyingAfter = (writes: number): ErasingDomain => {
    let left = writes;
    const write = (run: (...given: unknown[]) => unknown) =>
      function (this: unknown, ...given: unknown[]) {
        left -= 1;
        if (left < 0) throw new Error('killed');
        return run.apply(this, given);
      };
    const watched = <T extends object>(value: T): T =>
      new Proxy(value, {
        get(target, name) {
          const found = Reflect.get(target, name);
          if (typeof found === 'function')
            return ['transaction', 'change', 'delete'].includes(String(name))
              ? write(found.bind(target))
              : found.bind(target);
          return typeof found === 'object' && found !== null ? watched(found) : found;
        },
      });
    return { ...domain, stores: watched(stores) };
  };

  const host = await personOf('host');
  const { db } = server.database;
  let kills = 0;
  for (let isDone = false; !isDone; kills += 1) {
    const person = await personOf(`killed${kills}`);
    await join(host, person, 'editor');
    const project = (await person.call('GET', `/org/${host.org}/project`)).body.results[0];
    const path = `/org/${host.org}/project/${project.id}/task`;
    const made = (await person.call('POST', path, { name: `Task ${kills}` })).body;
    await schedule(person, [person.org]);

    const reports: unknown[] = [];
    const now = new Date(Date.now() + 15 * DAY_MS);
    const report = (error: unknown) => void reports.push(error);
    await eraseAccounts(dyingAfter(kills), { now, signal, report });
    isDone = reports.length === 0;
    expect(await erase()).toEqual([]);

    expect(await db.select().from(user).where(eq(user.id, person.id))).toEqual([]);
    expect(await db.select().from(erasure)).toEqual([]);
    const [left] = await db.select().from(task).where(eq(task.id, made.id));
    expect(left).toMatchObject({ name: made.name, created_by_name: DELETED_USER });
    const entries = await db.select().from(auditEntry).where(eq(auditEntry.org_id, host.org));
    expect(JSON.stringify(entries)).not.toContain(person.email);
    expect(await stores.org.orgs.find({ id: person.org })).toBeUndefined();
  }
  expect(kills).toBeGreaterThan(8);
}, 120_000);

it('asks Ory’s admin API, and says when it has none', async () => {
  const requests: string[] = [];
  let status = 204;
  const ory = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => ory.listen(0, 'localhost', done));
  const { port } = ory.address() as AddressInfo;
  const settings = { IDENTITY_ADMIN_URL: `http://localhost:${port}/`, IDENTITY_ADMIN_TOKEN: 't' };
  const account = createAccountPort({ identity: undefined, settings });
  await account.endSessions('a/b');
  status = 404;
  await account.deleteIdentity('a/b');
  expect(requests).toEqual([
    'DELETE /admin/identities/a%2Fb/sessions Bearer t',
    'DELETE /admin/identities/a%2Fb Bearer t',
  ]);
  status = 500;
  await expect(account.deleteIdentity('a')).rejects.toThrow('responded with 500');
  await new Promise((done) => ory.close(done));
  await expect(account.deleteIdentity('a')).rejects.toThrow("didn't respond");
  const none = { IDENTITY_ADMIN_URL: undefined, IDENTITY_ADMIN_TOKEN: undefined };
  expect(createAccountPort({ identity: undefined, settings: none }).findInactive).toBeUndefined();
  expect(createAccountPort({ identity: undefined, settings: none }).isManaged).toBe(false);
});

it('asks Ory who is deactivated or deleted there, and knows nothing of identities from before Ory', async () => {
  const [ada, bob, cy] = ['a', 'b', 'c'].map(
    (digit) => `${digit.repeat(8)}-1111-4111-8111-111111111111`,
  );
  const asked: string[] = [];
  const answer = [
    { id: ada, state: 'active' },
    { id: bob, state: 'inactive' },
  ];
  let status = 200;
  const ory = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status).end(JSON.stringify(answer));
  });
  await new Promise<void>((done) => ory.listen(0, 'localhost', done));
  const { port } = ory.address() as AddressInfo;
  const settings = {
    IDENTITY_ADMIN_URL: `http://localhost:${port}`,
    IDENTITY_ADMIN_TOKEN: undefined,
  };
  const { findInactive } = createAccountPort({ identity: undefined, settings });
  const ids = [ada, bob, cy].map(String);
  expect(await findInactive?.([...ids, 'identity_01jd'])).toEqual(new Set([bob, cy]));
  expect(await findInactive?.(['identity_01jd'])).toEqual(new Set());
  expect(asked).toEqual([
    `/admin/identities?${ids.map((id) => `ids=${id}`).join('&')}&page_size=3`,
  ]);
  // An outage deactivates nobody.
  status = 500;
  await expect(findInactive?.(ids)).rejects.toThrow('responded with 500');
  await new Promise((done) => ory.close(done));
  await expect(findInactive?.(ids)).rejects.toThrow("didn't respond");
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { erasure } from '#domain/account/account.tables.ts';
import { DELETED_USER } from '#domain/account/deleted-user.ts';
import { type ErasingDomain, eraseAccounts } from '#domain/account/erase.ts';
import { followIdentities } from '#domain/account/follow-identities.ts';
import { auditEntry } from '#domain/audit/audit.tables.ts';
import { eraseDeleted } from '#domain/deletion/sweep.ts';
import { notify } from '#domain/notification/notify.ts';
import { sendNotificationMails } from '#domain/notification/send-mails.ts';
import { task } from '#domain/task/task.tables.ts';
import { user } from '#domain/user/user.tables.ts';
import type { IdentityVerifier } from '../../access/identity-verifier.ts';
import { storedMails } from '../../platform/mail/testing.ts';
import { startTestApp, type TestApp, testPerson, testVerifier } from '../../testing.ts';
import { createAccountPort } from './account-port.ts';

const { signal } = new AbortController();
const farFuture = '2099-01-01T00:00:00.000Z';
let server: TestApp;
/** What the identity service was told. */
const told: string[] = [];
let domain: TestApp['services']['domain'];

type Entry = { action: string; actor: { id: string } };

/** When people signed in, if it matters. */
const signedInAt = new Map<string, number>();
const verifier: IdentityVerifier = {
  ...testVerifier,
  async verifyToken(token) {
    const name = token.replace('token-', '');
    return { ...testPerson(name), signedInAt: signedInAt.get(name) };
  },
};

beforeAll(async () => {
  server = await startTestApp({}, { verifier });
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

describe('API keys and apps', () => {
  /** A key, and a call that tells whether it works. */
  async function keyOf({ call, org }: Pick<Person, 'call' | 'org'>, name: string) {
    const [project] = (await call('GET', `/org/${org}/project`)).body.results;
    const path = `/org/${org}/project/${project.id}`;
    const { body } = await call('POST', `${path}/api-key`, { name });
    const headers = { authorization: `Bearer ${body.key}` };
    const works = async () => {
      const url = `/api/v1${path}/iam/test`;
      const payload = { permissions: ['run_task'] };
      const { status } = await server.call({ method: 'POST', url, headers, payload });
      expect([200, 401]).toContain(status);
      return status === 200;
    };
    return { works, path, id: body.api_key.id as string };
  }

  it('stop with what goes, come back with the account, and end with it in other projects', async () => {
    const [hal, ida] = [await personOf('hal'), await personOf('ida')];
    await join(ida, hal, 'editor');
    const own = await keyOf(hal, 'Own');
    const shared = await keyOf({ call: hal.call, org: ida.org }, 'Deploy');
    expect([await own.works(), await shared.works()]).toEqual([true, true]);
    expect((await hal.call('GET', '/user/deletion')).body).toMatchObject({
      api_keys: 1,
      ends: [{ kind: 'api_key', count: 1, items: [{ id: shared.id, name: 'Deploy' }] }],
    });

    await schedule(hal, [hal.org]);
    expect([await own.works(), await shared.works()]).toEqual([false, true]);
    await hal.call('DELETE', '/user/deletion');
    expect([await own.works(), await shared.works()]).toEqual([true, true]);

    await schedule(hal, [hal.org]);
    expect(await erase()).toEqual([]);
    expect(await domain.stores.user.users.find({ id: hal.id })).toBeUndefined();
    expect([await own.works(), await shared.works()]).toEqual([false, false]);
    const { body } = await ida.call('GET', `/org/${ida.org}/audit?target_type=api_key`);
    expect(body.results[0]).toMatchObject({ action: 'leaveOrg', actor: { id: hal.id } });
  });

  it('ends what was allowed to apps at once, and keeps it ended', async () => {
    const jon = await personOf('jon');
    const { stores } = domain;
    const [project] = (await jon.call('GET', `/org/${jon.org}/project`)).body.results;
    const client = await jon.call('POST', `/org/${jon.org}/project/${project.id}/oauth-client`, {
      name: 'App',
      publisher: 'Acme',
      type: 'public',
      grants: ['authorization_code'],
      scopes: ['run:read'],
      redirect_uris: ['https://app.example.com/callback'],
    });
    expect(client.status).toBe(201);
    await stores.oauth.grants.insert({
      ...{ id: newId('grant'), client_id: client.body.client.id, user_id: jon.id },
      ...{ org_id: jon.org, project_id: project.id, scopes: ['run:read'], resources: null },
      ...{ created_at: new Date().toISOString(), last_used_at: null },
    });
    await schedule(jon, [jon.org]);
    await jon.call('DELETE', '/user/deletion');
    expect(await stores.oauth.grants.count({ user_id: jon.id })).toBe(0);
  });
});

it('tells the others of an organisation that goes with the account', async () => {
  const [kim, lou] = [await personOf('kim'), await personOf('lou')];
  await join(kim, lou, 'member');
  const { name } = (await lou.call('GET', `/org/${kim.org}`)).body;
  const inbox = async () =>
    (await lou.call('GET', '/user/notification')).body.results.map(
      (one: { title: string }) => one.title,
    );
  await schedule(kim, [kim.org]);
  expect((await inbox())[0]).toMatch(`${name} will be deleted on `);
  await kim.call('DELETE', '/user/deletion');
  expect((await inbox())[0]).toBe(`${name} will not be deleted`);
});

it('deletes and downloads nothing when the person signed in long ago', async () => {
  const mia = await personOf('mia');
  signedInAt.set('mia', Date.now() - 16 * 60_000);
  expect((await mia.call('GET', '/user/deletion')).body.sign_in_required).toBe(true);
  const body = { email: mia.email, org_ids: [mia.org] };
  for (const refused of [
    await mia.call('POST', '/user/deletion', body),
    await mia.call('GET', '/user/export'),
  ])
    expect([refused.status, refused.body.code]).toEqual([403, 'sign_in_too_old']);
  expect((await mia.call('GET', '/user')).body.delete_at).toBeNull();
  signedInAt.set('mia', Date.now());
  expect((await mia.call('GET', '/user/deletion')).body.sign_in_required).toBe(false);
  expect((await mia.call('POST', '/user/deletion', body)).status).toBe(200);
});

it('breaks a download off when it fails, so that nobody takes half of it for all', async () => {
  const nia = await personOf('nia');
  const url = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api/v1/user/export`;
  const download = async () => {
    const response = await fetch(url, { headers: { authorization: 'Bearer token-nia' } });
    expect(response.status).toBe(200);
    return response.arrayBuffer();
  };
  expect(nia.id).toBeDefined();
  const whole = await download();
  expect(Object.keys(unzipSync(new Uint8Array(whole)))).toContain('runs.jsonl');
  const { notifications } = domain.stores.notification;
  const { list } = notifications;
  notifications.list = () => Promise.reject(new Error('The database is gone'));
  await expect(download()).rejects.toThrow();
  notifications.list = list;
  expect((await download()).byteLength).toBe(whole.byteLength);
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
  const mails = await storedMails(server);
  const told = mails.filter(({ subject }) => subject.includes('ebhook'));
  expect(told.map(({ recipient }) => recipient)).toEqual([hal.email]);
  expect(await domain.stores.notification.dueForMail(farFuture, farFuture, 9)).toEqual([]);
  inactive = new Set();
  await follow();
  expect(announced).toHaveLength(2);
  expect(await deactivatedAt()).toBeNull();
  const { body } = await hal.call('GET', `/org/${hal.org}/audit?target_id=${ivy.id}`);
  const actions = body.results.map(({ action, actor }: Entry) => `${actor.id} ${action}`);
  expect(actions).toEqual(
    expect.arrayContaining(['system deactivateUser', 'system reactivateUser']),
  );
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

import { beforeAll, describe, expect, it } from 'vitest';
import { type Any, call, createTask, type Target, type Who } from '../../target.ts';
import { type NewOrg, newOrg, sender } from './people.ts';

/** What people are told about, and how they choose it. */
export function suite(target: () => Target): void {
  const send = sender(target);
  const inbox = async (who: Who, query = ''): Promise<Any[]> =>
    (await send(who, 'GET', `/user/notification${query}`)).body.results;
  const unread = async (who: Who): Promise<number> =>
    (await send(who, 'GET', '/user/notification-count')).body.unread;
  const about = async (who: Who, name: string) =>
    (await inbox(who)).filter(({ title }) => title.includes(name));

  describe('notifications', () => {
    let org: NewOrg;

    beforeAll(async () => {
      org = await newOrg(target);
      await send('member', 'POST', '/user/notification/read', {});
    });

    it('tell someone with an account about an invitation, which opens from there', async () => {
      const { email } = await org.personOf('member');
      await org.invite([email.toUpperCase()], { role: 'member' });
      const [found] = await about('member', org.name);
      expect(found).toMatchObject({ kind: 'invitation', is_read: false, detail: null });
      expect(found.title).toMatch(/ invited you to /);
      const [path, token] = found.path.split('#token=');
      expect(path).toBe('/invitation');
      expect(await unread('member')).toBe(1);
      expect((await send('member', 'POST', '/invitation/accept', { token })).status).toBe(200);
      expect(await unread('member')).toBe(0);
      expect(await about('owner', org.name)).toEqual([]);
    });

    it('tell people what others do with their role, newest first, and replace what nobody has read', async () => {
      const { id } = await org.personOf('member');
      const path = `${org.path}/member/${id}`;
      expect((await send('owner', 'PATCH', path, { role: 'editor' })).status).toBe(200);
      expect((await send('owner', 'PATCH', path, { role: 'editor' })).status).toBe(200);
      const [changed, ...others] = await about('member', org.name);
      expect(changed.title).toBe(`You are now an editor of ${org.name}`);
      expect(changed.path).toBe(`/orgs/${org.id}/settings/people`);
      expect(others).toMatchObject([{ kind: 'invitation', is_read: true }]);
      expect((await send('owner', 'DELETE', path)).status).toBe(204);
      const [removed, next] = await about('member', org.name);
      expect(removed).toMatchObject({ title: `You were removed from ${org.name}`, path: null });
      expect(next.kind).toBe('invitation');
    });

    it('stay silent about what people do themselves', async () => {
      const { id } = await org.join('member', { role: 'owner' });
      await send('member', 'POST', '/user/notification/read', {});
      const self = await send('member', 'PATCH', `${org.path}/member/${id}`, { role: 'editor' });
      expect(self.status).toBe(200);
      expect((await send('member', 'DELETE', `${org.path}/membership`)).status).toBe(204);
      expect(await unread('member')).toBe(0);
    });

    it('tell guests about roles in projects', async () => {
      const { id } = await org.join('outsider', { projects: org.projects('member') });
      const path = `${org.projectPath}/member/${id}`;
      expect((await send('owner', 'PATCH', path, { role: 'editor' })).status).toBe(200);
      const [found] = await inbox('outsider');
      expect(found.title).toBe('You are now an editor of My first project');
      await send('owner', 'DELETE', `${org.path}/member/${id}`);
    });

    it('tell who started an evaluation that it has ended', async () => {
      const { path, id } = await createTask(target());
      const dataset = await send('editor', 'POST', `${path}/dataset`, { name: 'Hard tickets' });
      expect(dataset.status).toBe(201);
      const cases = `${path}/dataset/${dataset.body.id}/case`;
      await send('editor', 'POST', cases, { name: 'One', inputs: { review: 'Great' } });
      const body = { dataset_id: dataset.body.id, revision: 1 };
      const started = await send('editor', 'POST', `${path}/evaluation`, body);
      expect(started.status).toBe(202);
      const find = async () => (await inbox('editor')).find((one) => one.path?.includes(id));
      await expect.poll(find, { timeout: 15_000 }).toMatchObject({
        kind: 'evaluation',
        detail: 'Dataset Hard tickets, revision 1',
        path: expect.stringContaining(`evaluation=${started.body.id}`),
      });
    });

    it('are paged, filtered, marked and deleted by their owner alone', async () => {
      const all = await inbox('member');
      expect(all.length).toBeGreaterThan(2);
      const first = await send('member', 'GET', '/user/notification?page_limit=1');
      const cursor = first.body.pagination.next_cursor;
      expect((await inbox('member', `?page_limit=1&cursor=${cursor}`))[0].id).toBe(all[1].id);
      const { id } = all[0];
      const path = `/user/notification/${id}`;
      for (const who of ['owner', 'outsider'] as const) {
        expect((await send(who, 'PATCH', path, { is_read: false })).status).toBe(404);
        expect((await send(who, 'DELETE', path)).status).toBe(404);
        expect((await inbox(who)).some((one) => one.id === id)).toBe(false);
      }
      expect((await send('anonymous', 'GET', '/user/notification')).status).toBe(401);
      const changed = await send('member', 'PATCH', path, { is_read: false });
      expect(changed.body).toMatchObject({ id, is_read: false });
      expect((await inbox('member', '?unread=true')).map((one) => one.id)).toEqual([id]);
      const older = await send('member', 'POST', '/user/notification/read', { up_to: all[1].id });
      expect(older.body.unread).toBe(1);
      const read = await send('member', 'POST', '/user/notification/read', { up_to: id });
      expect(read.body.unread).toBe(0);
      expect((await send('member', 'DELETE', path)).status).toBe(204);
      expect((await send('member', 'DELETE', path)).status).toBe(404);
    });
  });

  describe('notification preferences', () => {
    const path = '/user/notification-preference';
    const of = async (who: Who, kind: string) =>
      (await send(who, 'GET', path)).body.preferences.find((one: Any) => one.kind === kind);

    it('keep a kind out of the inbox', async () => {
      const org = await newOrg(target);
      const { id } = await org.join('member', { role: 'member' });
      await send('member', 'POST', '/user/notification/read', {});
      const off = { kind: 'role', in_app: false, email: false };
      const changed = await send('member', 'PATCH', path, { preferences: [off] });
      expect(changed.status).toBe(200);
      expect(await of('member', 'role')).toEqual({ ...off, fixed: [] });
      await send('owner', 'DELETE', `${org.path}/member/${id}`);
      expect(await unread('member')).toBe(0);
      const on = { kind: 'role', in_app: true, email: true };
      await send('member', 'PATCH', path, { preferences: [on] });
      expect(await of('member', 'role')).toEqual({ ...on, fixed: [] });
      expect(await of('owner', 'role')).toMatchObject({ in_app: true });
    });

    it('refuse what is fixed, and change nothing then', async () => {
      const preferences = [
        { kind: 'balance', in_app: false, email: false },
        { kind: 'account', in_app: true, email: false },
      ];
      const { status, body } = await send('member', 'PATCH', path, { preferences });
      expect([status, body.errors[0].pointer]).toEqual([400, '/preferences/1/email']);
      expect(await of('member', 'balance')).toMatchObject({ in_app: true, email: true });
    });

    it.each(['x', 'dW5zdWJzY3JpYmU6eA', '💥'])(
      'are not changed by a forged link: %s',
      async (token) => {
        const { status } = await call(target(), 'anonymous', 'POST', '/notification/unsubscribe', {
          body: { token },
        });
        expect(status).toBe(404);
      },
    );
  });
}

import { beforeAll, describe, expect, it } from 'vitest';
import { ChatClient } from '../../../support/chat-client.ts';
import { readEvents } from '../../../support/read-events.ts';
import { definition, type Target } from '../../target.ts';
import { type NewOrg, newOrg, sender } from './people.ts';

type Row = Record<string, unknown> & { user: { id: string; name: string } };

/** The people of organisations and projects. */
export function suite(target: () => Target): void {
  const send = sender(target);

  describe('members', () => {
    let org: NewOrg;
    let ids: { owner: string; editor: string; member: string; guest: string };
    const roleOf = async (id: string) =>
      (await send('owner', 'GET', `${org.path}/member?page_limit=100`)).body.results.find(
        ({ user }: Row) => user.id === id,
      )?.role;
    const setRole = (who: 'owner' | 'editor' | 'member', id: string, role: string) =>
      send(who, 'PATCH', `${org.path}/member/${id}`, { role });

    beforeAll(async () => {
      org = await newOrg(target);
      const owner = (await org.personOf('owner')).id;
      const editor = (await org.join('editor', { role: 'editor' })).id;
      const member = (await org.join('member', { role: 'member' })).id;
      const guest = (await org.join('outsider', { projects: org.projects('editor') })).id;
      ids = { owner, editor, member, guest };
    });

    it('are listed with their roles, projects and when they were here', async () => {
      const { status, body } = await send('member', 'GET', `${org.path}/member`);
      expect(status).toBe(200);
      const rows: Record<string, Row> = Object.fromEntries(
        body.results.map((row: Row) => [row.user.id, row]),
      );
      expect(Object.keys(rows).sort()).toEqual(Object.values(ids).sort());
      expect(rows[ids.owner]).toMatchObject({ role: 'owner', projects: [] });
      const guest = { role: null, projects: [{ name: 'My first project', role: 'editor' }] };
      expect(rows[ids.guest]).toMatchObject(guest);
      expect(Date.parse(String(rows[ids.owner]?.last_active_at))).toBeGreaterThan(0);
      const names = body.results.map(({ user }: Row) => user.name.toLowerCase());
      expect(names).toEqual([...names].sort());
    });

    it('are found by name, email address and role, and paged in each order', async () => {
      const find = async (query: string) =>
        (await send('owner', 'GET', `${org.path}/member?${query}`)).body.results.map(
          ({ user }: Row) => user.id,
        );
      const { email } = await org.personOf('editor');
      expect(await find(`q=${encodeURIComponent(email.toUpperCase())}`)).toEqual([ids.editor]);
      expect(await find('q=%25')).toEqual([]);
      expect(await find('role=guest')).toEqual([ids.guest]);
      expect(await find('role=owner')).toEqual([ids.owner]);
      for (const sort of ['name', '-name', 'joined_at', '-joined_at', '-last_active_at']) {
        const all = await find(`sort=${sort}`);
        const paged: string[] = [];
        for (let cursor = ''; ; ) {
          const { body } = await send(
            'owner',
            'GET',
            `${org.path}/member?sort=${sort}&page_limit=1${cursor}`,
          );
          paged.push(...body.results.map(({ user }: Row) => user.id));
          if (!body.pagination.has_next) break;
          cursor = `&cursor=${body.pagination.next_cursor}`;
        }
        expect(paged).toEqual(all);
        expect(paged).toHaveLength(4);
      }
      const wrong = await send('owner', 'GET', `${org.path}/member?cursor=eyJpZCI6MX0`);
      expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_cursor']);
    });

    it('are hidden from guests, except themselves', async () => {
      const { body } = await send('outsider', 'GET', `${org.path}/member`);
      expect(body.results.map(({ user }: Row) => user.id)).toEqual([ids.guest]);
    });

    it('get only roles that the permissions allow', async () => {
      const refused = async (who: 'editor' | 'member', id: string, role: string) => {
        const { status, body } = await setRole(who, id, role);
        expect([status, body.code], `${who} makes someone ${role}`).toEqual([403, 'forbidden']);
      };
      await refused('member', ids.member, 'editor');
      await refused('editor', ids.member, 'owner');
      await refused('editor', ids.editor, 'owner');
      await refused('editor', ids.editor, 'member');
      await refused('editor', ids.owner, 'member');
      expect((await setRole('editor', ids.member, 'editor')).body.role).toBe('editor');
      await refused('editor', ids.member, 'member');
      expect((await setRole('owner', ids.member, 'member')).body).toMatchObject({ role: 'member' });
      // At once, although roles are cached.
      await refused('member', ids.member, 'editor');
      const tested = { permissions: ['edit', 'remove_member'] };
      const test = await send('member', 'POST', `${org.path}/iam/test`, tested);
      expect(test.body.permissions).toEqual([]);
    });

    it('cannot be people who do not belong there', async () => {
      const outside = await newOrg(target);
      expect((await setRole('owner', 'user_none', 'member')).status).toBe(404);
      const elsewhere = `${outside.path}/member/${ids.editor}`;
      expect((await send('owner', 'PATCH', elsewhere, { role: 'member' })).status).toBe(404);
      expect((await send('owner', 'DELETE', elsewhere)).status).toBe(404);
    });

    it('are changed together, all or none', async () => {
      const change = (user_ids: string[], role: string | null) =>
        send('owner', 'PATCH', `${org.path}/member`, { user_ids, role });
      const unknown = await change([ids.member, 'user_none'], 'editor');
      expect(unknown.status).toBe(400);
      expect(unknown.body.errors).toMatchObject([{ pointer: '/user_ids/1' }]);
      const last = await change([ids.member, ids.owner], 'editor');
      expect([last.status, last.body.code]).toEqual([409, 'last_owner']);
      expect(await roleOf(ids.member)).toBe('member');
      expect((await change([ids.member, ids.guest], 'editor')).status).toBe(204);
      expect([await roleOf(ids.member), await roleOf(ids.guest)]).toEqual(['editor', 'editor']);
      expect((await change([ids.member], 'member')).status).toBe(204);
      // They become a guest again.
      expect((await change([ids.guest], null)).status).toBe(204);
      await org.join('outsider', { projects: org.projects('editor') });
    });

    it('keep at least one owner, also when two demote or leave at the same time', async () => {
      const demoted = await setRole('owner', ids.owner, 'editor');
      expect([demoted.status, demoted.body.code]).toEqual([409, 'last_owner']);
      expect((await send('owner', 'DELETE', `${org.path}/membership`)).status).toBe(409);
      expect((await send('owner', 'DELETE', `${org.path}/member/${ids.owner}`)).status).toBe(409);
      for (let round = 0; round < 5; round += 1) {
        expect((await setRole('owner', ids.editor, 'owner')).status).toBe(200);
        const both = await Promise.all([
          setRole('owner', ids.editor, 'editor'),
          send('editor', 'PATCH', `${org.path}/member/${ids.owner}`, { role: 'editor' }),
        ]);
        const { body } = await send('editor', 'GET', `${org.path}/member?role=owner`);
        expect(body.results).toHaveLength(1);
        expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
        // Whoever is left makes the first one the only owner again.
        if (body.results[0].user.id === ids.editor) {
          const path = `${org.path}/ownership`;
          expect((await send('editor', 'POST', path, { user_id: ids.owner })).status).toBe(204);
        }
      }
      await setRole('owner', ids.editor, 'owner');
      const left = await Promise.all(
        (['owner', 'editor'] as const).map((who) => send(who, 'DELETE', `${org.path}/membership`)),
      );
      expect(left.map(({ status }) => status).sort()).toEqual([204, 409]);
      const remaining = left[0]?.status === 204 ? 'editor' : 'owner';
      expect(remaining).toMatch(/owner|editor/);
      org = await newOrg(target);
      await org.join('editor', { role: 'editor' });
      await org.join('member', { role: 'member' });
      await org.join('outsider', { projects: org.projects('editor') });
    });

    it('can be given the ownership', async () => {
      const transfer = (user_id: string) =>
        send('owner', 'POST', `${org.path}/ownership`, { user_id });
      for (const wrong of [ids.owner, ids.guest, 'user_none']) {
        const { status, body } = await transfer(wrong);
        expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/user_id']);
      }
      expect((await transfer(ids.editor)).status).toBe(204);
      expect([await roleOf(ids.owner), await roleOf(ids.editor)]).toEqual(['editor', 'owner']);
      expect((await transfer(ids.editor)).status).toBe(403);
      const back = { user_id: ids.owner };
      expect((await send('editor', 'POST', `${org.path}/ownership`, back)).status).toBe(204);
    });

    it('lose everything at once when they are removed, their roles in projects included', async () => {
      const promoted = { role: 'owner' };
      const inProject = `${org.projectPath}/member/${ids.member}`;
      expect((await send('owner', 'PATCH', inProject, promoted)).body.role).toBe('owner');
      // Someone who may not remove owners may not remove one of a project either.
      expect((await send('editor', 'DELETE', `${org.path}/member/${ids.member}`)).status).toBe(403);
      expect((await send('owner', 'DELETE', `${org.path}/member/${ids.member}`)).status).toBe(204);
      for (const path of [org.path, org.projectPath, `${org.projectPath}/task`])
        expect((await send('member', 'GET', path)).status).toBe(404);
      await org.join('member', { role: 'member' });
      expect((await send('member', 'GET', org.projectPath)).body.role).toBe('member');
    });

    it('keep an open stream of a run and the chat socket when their role changes, and lose both when they are removed', async () => {
      const tool = { name: 'ask', description: 'Asks a person.', execution: 'manual' };
      const tools = [{ ...tool, parameters: { type: 'object', properties: {} } }];
      const body = { name: 'Waiting', definition: { ...definition, tools } };
      const { id } = (await send('owner', 'POST', `${org.projectPath}/task`, body)).body;
      const task = `${org.projectPath}/task/${id}`;
      await send('owner', 'POST', `${task}/revision`, { activate: true });
      const { baseUrl, headersOf } = target();
      const headers = headersOf('member');
      const stream = await fetch(`${baseUrl}${task}/run/stream`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ inputs: { review: 'Fine.' } }),
      });
      const events: string[] = [];
      const { promise: waits, resolve } = Promise.withResolvers<void>();
      const read = (async () => {
        for await (const { event } of readEvents(stream)) {
          events.push(event.type);
          if (event.type === 'run.step' && event.step.status === 'waiting') resolve();
        }
      })();
      const socket = new ChatClient(baseUrl);
      const token = headers.authorization?.replace('Bearer ', '');
      await socket.hello({ orgId: org.id, projectId: org.projectId }, token);
      expect(socket.closed).toBeUndefined();
      await waits;
      let isRead = false;
      const ended = read.then(() => {
        isRead = true;
      });
      for (const role of ['editor', 'member'])
        expect((await setRole('owner', ids.member, role)).status).toBe(200);
      const [run] = (await send('member', 'GET', `${org.projectPath}/run`)).body.results;
      expect([run.status, isRead, socket.closed]).toEqual(['running', false, undefined]);
      expect((await send('owner', 'DELETE', `${org.path}/member/${ids.member}`)).status).toBe(204);
      await ended;
      expect(events.filter((type) => /succeeded|failed|cancelled/.test(type))).toEqual([]);
      await socket.until(() => socket.closed);
      await org.join('member', { role: 'member' });
    });

    it('can leave', async () => {
      expect((await send('member', 'DELETE', `${org.path}/membership`)).status).toBe(204);
      expect((await send('member', 'GET', org.path)).status).toBe(404);
      await org.join('member', { role: 'member' });
    });

    describe('of a project', () => {
      const path = () => `${org.projectPath}/member`;
      const inProject = async (id: string) =>
        (await send('owner', 'GET', path())).body.results.find(({ user }: Row) => user.id === id);

      it('are listed with what they inherit', async () => {
        expect(await inProject(ids.member)).toMatchObject({
          role: 'member',
          org_role: 'member',
          project_role: null,
        });
        expect(await inProject(ids.guest)).toMatchObject({
          role: 'editor',
          org_role: null,
          project_role: 'editor',
        });
        const guests = await send('outsider', 'GET', `${path()}?role=guest`);
        expect(guests.body.results).toHaveLength(1);
      });

      it('have at least the inherited role', async () => {
        const raised = await send('owner', 'PATCH', `${path()}/${ids.member}`, { role: 'editor' });
        expect(raised.body).toMatchObject({ role: 'editor', org_role: 'member' });
        const lowered = await send('owner', 'PATCH', `${path()}/${ids.editor}`, { role: 'member' });
        expect([lowered.status, lowered.body.errors?.[0]?.pointer]).toEqual([400, '/role']);
        expect((await send('owner', 'DELETE', `${path()}/${ids.member}`)).status).toBe(204);
        expect(await inProject(ids.member)).toMatchObject({ role: 'member', project_role: null });
        expect((await send('owner', 'DELETE', `${path()}/${ids.member}`)).status).toBe(404);
        const inherited = await send('member', 'DELETE', `${org.projectPath}/membership`);
        expect(inherited.status).toBe(403);
      });

      it('get only roles that the permissions allow, all or none', async () => {
        const set = (who: 'outsider' | 'member', id: string, role: string) =>
          send(who, 'PATCH', `${path()}/${id}`, { role });
        // The guest is an editor of the project.
        expect((await set('outsider', ids.member, 'owner')).status).toBe(403);
        expect((await set('outsider', ids.member, 'editor')).status).toBe(200);
        expect((await set('outsider', ids.member, 'member')).status).toBe(403);
        expect((await set('member', ids.guest, 'owner')).status).toBe(403);
        const all = { user_ids: [ids.member, ids.guest], role: null };
        expect((await send('outsider', 'PATCH', path(), all)).status).toBe(403);
        expect((await send('owner', 'PATCH', path(), all)).status).toBe(204);
        expect((await send('outsider', 'GET', org.projectPath)).status).toBe(404);
      });

      it('can leave as guests', async () => {
        await org.join('outsider', { projects: org.projects('member') });
        const leave = () => send('outsider', 'DELETE', `${org.projectPath}/membership`);
        expect((await leave()).status).toBe(204);
        expect((await leave()).status).toBe(404);
      });
    });
  });
}

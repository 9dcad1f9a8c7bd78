import { beforeAll, describe, expect, it } from 'vitest';
import type { ShareLevel } from '#generated/model/index.ts';
import { call, createTask, projectPath, type Target, uniqueName, type Who } from '../../target.ts';
import { type NewOrg, newOrg, sender, tokenIn } from './people.ts';

/** What is shared one by one: who reaches what, and for how long. */
export function suite(target: () => Target): void {
  const send = sender(target);

  /** Shares a thing with a person, who accepts if they are invited. */
  async function shareWith(who: Who, thing: string, level: ShareLevel, by: Who = 'owner') {
    const { email } = (await send(who, 'GET', '/user')).body;
    const made = await send(by, 'POST', `${thing}/access`, { email, level });
    if (made.status !== 201) return made;
    const { invitation_link } = made.body.share;
    if (invitation_link !== null)
      await send(who, 'POST', '/invitation/accept', { token: tokenIn(invitation_link) });
    return made;
  }
  const held = async (who: Who, thing: string) => {
    const permissions = ['view', 'edit', 'delete', 'run', 'share'];
    const { status, body } = await send(who, 'POST', `${thing}/iam/test`, { permissions });
    return status === 200 ? body.permissions.sort().join(' ') : status;
  };

  describe('a shared task', () => {
    let path: string;
    let share: string;
    const runs = () => send('outsider', 'POST', `${path}/run`, { inputs: { review: 'Fine.' } });

    beforeAll(async () => {
      path = (await createTask(target())).path;
    });

    it('is reached by its guest, and nothing beside it', async () => {
      expect((await send('outsider', 'GET', path)).status).toBe(404);
      const made = await shareWith('outsider', path, 'view');
      expect(made.body.share).toMatchObject({ level: 'view', status: 'invited', user: null });
      share = `${path}/access/${made.body.share.id}`;
      expect((await send('outsider', 'GET', path)).status).toBe(200);
      const project = projectPath(target());
      for (const url of ['', '/task', '/collection', '/run', '/member', '/chat'])
        expect((await send('outsider', 'GET', `${project}${url}`)).status).toBe(404);
      const org = `/org/${target().orgId}`;
      for (const url of ['', '/task', '/project', '/member', '/balance', '/model'])
        expect((await send('outsider', 'GET', `${org}${url}`)).status).toBe(404);
      const other = await createTask(target());
      expect((await send('outsider', 'GET', other.path)).status).toBe(404);
      expect(await held('outsider', other.path)).toBe(404);
    });

    it('can be viewed, run, edited or all, at once', async () => {
      expect(await held('outsider', path)).toBe('view');
      expect((await runs()).status).toBe(403);
      expect((await send('owner', 'PATCH', share, { level: 'run' })).body.level).toBe('run');
      expect(await held('outsider', path)).toBe('run view');
      const run = (await runs()).body;
      const own = `${projectPath(target())}/run/${run.id}`;
      expect((await send('outsider', 'GET', own)).body.id).toBe(run.id);
      expect((await send('outsider', 'GET', `${own}/step`)).status).toBe(200);
      const { body: foreign } = await send('owner', 'POST', `${path}/run`, {
        inputs: { review: 'Bad.' },
      });
      const others = `${projectPath(target())}/run/${foreign.id}`;
      expect((await send('outsider', 'GET', others)).status).toBe(404);
      const name = uniqueName('Renamed');
      expect((await send('outsider', 'PATCH', path, { name })).status).toBe(403);
      await send('owner', 'PATCH', share, { level: 'edit' });
      expect((await send('outsider', 'PATCH', path, { name })).body.name).toBe(name);
      expect((await send('outsider', 'GET', others)).status).toBe(200);
      expect((await send('outsider', 'GET', `${path}/access`)).status).toBe(403);
      expect((await send('outsider', 'DELETE', path)).status).toBe(403);
    });

    it('keeps its guests out of the other collections and tasks of its project', async () => {
      const { body: collection } = await send(
        'owner',
        'POST',
        `${projectPath(target())}/collection`,
        { name: uniqueName('Secret') },
      );
      const { body: draft } = await send('outsider', 'GET', `${path}/draft`);
      const retrieval = {
        collection_ids: [collection.id],
        query_variable: 'review',
        top_k: 5,
      };
      const definition = { ...draft.definition, retrieval };
      const save = async (who: Who) => {
        const { etag } = (await send('owner', 'GET', `${path}/draft`)).body;
        const headers = { 'if-match': etag };
        return call(target(), who, 'PUT', `${path}/draft`, { body: { definition }, headers });
      };
      const refused = await save('outsider');
      expect(refused.status).toBe(400);
      expect(refused.body.errors[0].pointer).toBe('/definition/retrieval/collection_ids/0');
      expect((await save('owner')).status).toBe(200);
      // What a member added stays.
      expect((await save('outsider')).status).toBe(200);
      const other = await createTask(target());
      const checks = [{ type: 'judge', task_id: other.id }];
      const body = { name: uniqueName('Cases'), checks };
      expect((await send('outsider', 'POST', `${path}/dataset`, body)).status).toBe(400);
      const to = { project_id: target().shared.projectId };
      expect((await send('outsider', 'POST', `${path}/move`, to)).status).toBe(403);
      expect((await send('outsider', 'GET', `${path}/use`)).body.judged_tasks ?? []).toEqual([]);
    });

    it('is listed to its guest', async () => {
      const { body } = await send('outsider', 'GET', '/user/shared');
      expect(body.results[0]).toMatchObject({ type: 'task', level: 'edit' });
      expect(body.results[0].org.id).toBe(target().orgId);
    });

    it('shows its datasets and evaluations to guests who may edit it, because cases repeat what others wrote', async () => {
      const task = await createTask(target());
      const run = await send('editor', 'POST', `${task.path}/run`, {
        inputs: { review: 'Written by a colleague.' },
      });
      const dataset = (
        await send('editor', 'POST', `${task.path}/dataset`, { name: uniqueName('Cases') })
      ).body;
      const cases = `${task.path}/dataset/${dataset.id}/case`;
      await send('editor', 'POST', cases, { run_id: run.body.id });
      const evaluation = (
        await send('editor', 'POST', `${task.path}/evaluation`, {
          dataset_id: dataset.id,
          revision: 1,
        })
      ).body;
      const paths = [
        `${task.path}/dataset`,
        `${task.path}/dataset/${dataset.id}`,
        cases,
        `${cases}?q=colleague`,
        `${task.path}/evaluation`,
        `${task.path}/evaluation/${evaluation.id}`,
        `${task.path}/evaluation/${evaluation.id}/result`,
      ];
      const statuses = async () =>
        Promise.all(paths.map(async (path) => (await send('outsider', 'GET', path)).status));
      const uses = async () => {
        const { datasets, evaluations } = (await send('outsider', 'GET', `${task.path}/use`)).body;
        return [datasets, evaluations];
      };
      const shared = (await shareWith('outsider', task.path, 'view')).body.share;
      expect(await statuses()).toEqual(paths.map(() => 403));
      expect(await uses()).toEqual([0, 0]);
      const level = (name: string) =>
        send('owner', 'PATCH', `${task.path}/access/${shared.id}`, { level: name });
      await level('run');
      expect(await statuses()).toEqual(paths.map(() => 403));
      const again = { dataset_id: dataset.id, revision: 1 };
      expect((await send('outsider', 'POST', `${task.path}/evaluation`, again)).status).toBe(403);
      await level('edit');
      expect(await statuses()).toEqual(paths.map(() => 200));
      expect(await uses()).toEqual([1, 1]);
    });

    it('is lost at once when sharing ends, also by leaving', async () => {
      expect((await send('owner', 'DELETE', share)).status).toBe(204);
      expect((await send('owner', 'DELETE', share)).status).toBe(404);
      expect((await send('outsider', 'GET', path)).status).toBe(404);
      expect(await held('outsider', path)).toBe(404);
      const again = (await shareWith('outsider', path, 'run')).body.share;
      expect((await send('outsider', 'DELETE', `/user/shared/${again.id}`)).status).toBe(204);
      expect((await send('outsider', 'GET', path)).status).toBe(404);
    });
  });

  describe('sharing', () => {
    let org: NewOrg;
    let task: string;
    const create = async (name: string) => {
      const { body } = await send('owner', 'POST', `${org.projectPath}/task`, {
        name: uniqueName(name),
      });
      return `${org.projectPath}/task/${body.id}`;
    };

    beforeAll(async () => {
      org = await newOrg(target);
      await org.join('member', { role: 'member' });
      task = await create('Shared');
    });

    it('raises a member at once, needs the permission, and gives nobody more than the sharer has', async () => {
      expect(await held('member', task)).toBe('run view');
      expect((await shareWith('outsider', task, 'view', 'member')).status).toBe(403);
      const made = await shareWith('member', task, 'edit');
      expect(made.body.share).toMatchObject({ status: 'active', invitation_link: null });
      expect(await held('member', task)).toBe('edit run view');
      expect((await shareWith('outsider', task, 'view', 'member')).status).toBe(403);
      const url = `${task}/access/${made.body.share.id}`;
      expect((await send('member', 'PATCH', url, { level: 'full' })).status).toBe(403);
      await send('owner', 'PATCH', url, { level: 'full' });
      expect((await shareWith('outsider', task, 'view', 'member')).status).toBe(201);
      expect((await send('owner', 'GET', `${task}/access`)).body.inherited.people).toHaveLength(2);
      expect((await send('owner', 'DELETE', url)).status).toBe(204);
      expect(await held('member', task)).toBe('run view');
    });

    it('refuses bad addresses and oneself', async () => {
      for (const email of ['nobody', 'a@b', '@example.com'])
        expect(
          (await send('owner', 'POST', `${task}/access`, { email, level: 'view' })).status,
        ).toBe(400);
      const { email } = await org.personOf('owner');
      const own = { email: email.toUpperCase(), level: 'view' };
      expect((await send('owner', 'POST', `${task}/access`, own)).status).toBe(400);
    });

    it('waits for an invitation, which is cancelled with it', async () => {
      const to = { email: 'Grace+Tasks@Example.com', level: 'run' };
      const { body } = await send('owner', 'POST', `${task}/access`, to);
      const token = tokenIn(body.share.invitation_link);
      const seen = await send('anonymous', 'POST', '/invitation/view', { token });
      expect(seen.body).toMatchObject({ role: null, projects: [], things: [{ level: 'run' }] });
      const other = await create('Second');
      const second = await send('owner', 'POST', `${other}/access`, to);
      const open = (await send('owner', 'GET', `${org.path}/invitation?q=grace`)).body.results;
      expect(open).toHaveLength(1);
      expect(open[0].things).toHaveLength(2);
      await send('owner', 'DELETE', `${task}/access/${body.share.id}`);
      await send('owner', 'DELETE', `${other}/access/${second.body.share.id}`);
      expect((await send('anonymous', 'POST', '/invitation/view', { token })).status).toBe(410);
    });

    it('ends for somebody who is removed from the organisation, and with what is deleted', async () => {
      const other = await create('Deleted');
      const { id } = await org.personOf('member');
      await shareWith('member', other, 'full');
      await send('owner', 'DELETE', `${org.path}/member/${id}`);
      expect((await send('member', 'GET', other)).status).toBe(404);
      await org.join('member', { role: 'member' });
      expect(await held('member', other)).toBe('run view');
      await shareWith('outsider', other, 'full');
      expect((await send('outsider', 'DELETE', other)).status).toBe(204);
      expect((await send('outsider', 'GET', other)).status).toBe(404);
      const { results } = (await send('outsider', 'GET', '/user/shared')).body;
      expect(results.map((one: { thing_id: string }) => one.thing_id)).not.toContain(
        other.split('/').at(-1),
      );
    });

    it('ends when a task moves to another project', async () => {
      const moved = await create('Moved');
      await shareWith('outsider', moved, 'run');
      expect((await send('outsider', 'GET', moved)).status).toBe(200);
      const { body: project } = await send('owner', 'POST', `${org.path}/project`, {
        name: uniqueName('Other'),
      });
      await send('owner', 'POST', `${moved}/move`, { project_id: project.id });
      const there = moved.replace(org.projectPath, `${org.path}/project/${project.id}`);
      for (const url of [moved, there])
        expect((await send('outsider', 'GET', url)).status).toBe(404);
      expect((await send('owner', 'GET', `${there}/access`)).body.people).toEqual([]);
    });
  });

  describe('a link', () => {
    let path: string;
    const open = (who: Who, url: string) =>
      send(who, 'POST', '/access-link/open', { token: tokenIn(url) });

    beforeAll(async () => {
      path = (await createTask(target())).path;
    });

    it('gives access to whoever is signed in and opens it, until it is revoked', async () => {
      const made = await send('owner', 'POST', `${path}/access-link`, {
        level: 'run',
        expires_at: null,
      });
      const { id, url } = made.body;
      expect((await open('anonymous', url)).status).toBe(401);
      expect((await open('outsider', url)).body).toMatchObject({ type: 'task', level: 'run' });
      expect((await open('outsider', url)).status).toBe(200);
      expect(await held('outsider', path)).toBe('run view');
      const { body } = await send('owner', 'GET', `${path}/access`);
      expect(body.links).toMatchObject([
        { id, people: 1, url: expect.stringContaining('#token=') },
      ]);
      expect(body.people).toMatchObject([{ link_id: id, level: 'run', status: 'active' }]);
      const share = `${path}/access/${body.people[0].id}`;
      expect((await send('owner', 'PATCH', share, { level: 'edit' })).status).toBe(400);
      expect((await send('outsider', 'GET', `${path}/access`)).status).toBe(403);
      expect((await send('owner', 'DELETE', `${path}/access-link/${id}`)).status).toBe(204);
      expect(await held('outsider', path)).toBe(404);
      expect((await open('outsider', url)).status).toBe(404);
    });

    it('adds nothing to what members have', async () => {
      const body = { level: 'view', expires_at: null };
      const { url } = (await send('owner', 'POST', `${path}/access-link`, body)).body;
      expect((await open('member', url)).status).toBe(200);
      expect((await send('owner', 'GET', `${path}/access`)).body.people).toEqual([]);
    });

    it("can't be guessed, expired or more than run", async () => {
      for (const token of ['x', 'bGluaw', tokenIn('https://a.test/#token=bGluazphbGlua18x')])
        expect((await send('outsider', 'POST', '/access-link/open', { token })).status).toBe(404);
      const link = (body: object) => send('owner', 'POST', `${path}/access-link`, body);
      expect((await link({ level: 'view', expires_at: '2020-01-01T00:00:00Z' })).status).toBe(400);
      expect((await link({ level: 'full', expires_at: null })).status).toBe(400);
    });
  });

  describe('shared collections and chats', () => {
    it('are searched and read by their guests', async () => {
      const project = projectPath(target());
      const { body: collection } = await send('owner', 'POST', `${project}/collection`, {
        name: uniqueName('Handbook'),
      });
      const path = `${project}/collection/${collection.id}`;
      await shareWith('outsider', path, 'view');
      expect((await send('outsider', 'GET', path)).body.id).toBe(collection.id);
      expect((await send('outsider', 'GET', `${path}/use`)).body.results).toEqual([]);
      const chats = await send('outsider', 'GET', `${path}/chat-use`);
      expect([chats.status, chats.body.code, chats.body.detail]).toEqual([
        403,
        'chat_denied',
        "You don't have permission to view this collection chats",
      ]);
      const search = { query: 'holiday' };
      expect((await send('outsider', 'POST', `${path}/search`, search)).status).toBe(200);
      expect((await send('outsider', 'PATCH', path, { name: 'Mine' })).status).toBe(403);
    });

    it('are private to the others of their project', async () => {
      const project = projectPath(target());
      const { body: chat } = await send('owner', 'POST', `${project}/chat`, {
        config: { type: 'model' },
      });
      const path = `${project}/chat/${chat.id}`;
      expect((await send('member', 'GET', path)).status).toBe(403);
      const listed = async (query = '') => {
        const { body } = await send('member', 'GET', `${project}/chat${query}`);
        return body.results.some(({ id }: { id: string }) => id === chat.id);
      };
      expect(await listed()).toBe(false);
      const made = await shareWith('member', path, 'view');
      expect((await send('member', 'GET', path)).body.permissions).toEqual(['view']);
      expect(await Promise.all(['', '?filter=shared', '?filter=mine'].map(listed))).toEqual([
        true,
        true,
        false,
      ]);
      const told = (await send('member', 'GET', '/user/notification')).body.results[0];
      expect(told).toMatchObject({
        kind: 'share',
        title: expect.stringContaining('shared Untitled chat with you'),
        path: expect.stringMatching(`/projects/.+/chats/${chat.id}`),
      });
      // Nothing is new to them when only the level changes.
      await send('member', 'DELETE', `/user/notification/${told.id}`);
      await shareWith('member', path, 'view');
      const after = (await send('member', 'GET', '/user/notification')).body.results;
      expect(after.map(({ path }: { path: string }) => path)).not.toContain(told.path);
      await shareWith('outsider', path, 'run');
      const text = { text: 'Hello?' };
      expect((await send('member', 'POST', `${path}/message`, text)).status).toBe(403);
      expect((await send('outsider', 'POST', `${path}/message`, text)).status).toBe(201);
      await send('owner', 'DELETE', `${path}/access/${made.body.share.id}`);
      expect((await send('member', 'GET', path)).status).toBe(403);
      expect(await listed()).toBe(false);
      expect((await call(target(), 'editor', 'GET', `${path}/access`)).status).toBe(403);
    });
  });
}

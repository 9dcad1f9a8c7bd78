import { beforeAll, describe, expect, it } from 'vitest';
import { type Any, call, definition, type Target } from '../../target.ts';
import { type NewOrg, newOrg, sender, tokenIn } from '../people/people.ts';

const ORIGIN = 'https://www.example.com';

/** Deleting, restoring and erasing organisations and projects. */
export function suite(target: () => Target): void {
  const send = sender(target);

  describe('deleted projects', () => {
    let org: NewOrg;
    let project: Any;
    let path: string;
    let key: string;
    let task: Any;
    let widget: Any;
    let shared: string;

    beforeAll(async () => {
      org = await newOrg(target);
      await org.join('editor', { role: 'editor' });
      project = (await send('owner', 'POST', `${org.path}/project`, { name: 'Shop' })).body;
      path = `${org.path}/project/${project.id}`;
      task = (await send('owner', 'POST', `${path}/task`, { name: 'Reviews', definition })).body;
      await send('owner', 'POST', `${path}/task/${task.id}/revision`, { activate: true });
      key = (await send('owner', 'POST', `${path}/api-key`, { name: 'Shop' })).body.key;
      const config = { type: 'model' };
      widget = (
        await send('owner', 'POST', `${path}/widget`, { name: 'Help', config, origins: [ORIGIN] })
      ).body;
      const chat = (await send('owner', 'POST', `${path}/chat`, { config })).body;
      await send('owner', 'PUT', `${path}/chat/${chat.id}/share`, { audience: 'project' });
      const link = await send('owner', 'POST', `${path}/chat/${chat.id}/link`, {
        expires_at: null,
      });
      shared = `/shared-chat/${link.body.url.split('/').at(-1)}`;
    });

    const run = () =>
      call(target(), { bearer: key }, 'POST', `${path}/task/${task.id}/run`, {
        body: { inputs: { review: 'Good.' } },
      });
    const openWidget = () =>
      call(target(), 'anonymous', 'GET', `/widget/${widget.key}`, { headers: { origin: ORIGIN } });
    const tasksOfOrg = async () =>
      (await send('owner', 'GET', `${org.path}/task`)).body.results.map(({ id }: Any) => id);
    const deleted = async () => (await send('owner', 'GET', `${org.path}/deleted-project`)).body;
    const statuses = async () => ({
      project: (await send('owner', 'GET', path)).status,
      run: (await run()).status,
      widget: (await openWidget()).status,
      shared: (await call(target(), 'anonymous', 'GET', shared)).status,
    });

    it('are gone for everyone and everything at once', async () => {
      expect(await statuses()).toEqual({ project: 200, run: 200, widget: 200, shared: 200 });
      expect((await send('owner', 'DELETE', path)).status).toBe(204);
      expect(await statuses()).toEqual({ project: 404, run: 401, widget: 404, shared: 404 });
      expect(await tasksOfOrg()).not.toContain(task.id);
      const { results } = (await send('owner', 'GET', `${org.path}/project`)).body;
      expect(results.map(({ id }: Any) => id)).not.toContain(project.id);
      expect((await send('owner', 'DELETE', path)).status).toBe(404);
    });

    it('are listed until they are erased 30 days later', async () => {
      const { results } = await deleted();
      expect(results).toMatchObject([{ id: project.id, org_id: org.id, name: 'Shop' }]);
      const [{ deleted_at, erased_at, deleted_by_name }] = results;
      expect(Date.parse(erased_at) - Date.parse(deleted_at)).toBe(30 * 86_400_000);
      expect(deleted_by_name).toBe((await send('owner', 'GET', '/user')).body.name);
    });

    it('are restored and erased by their owners only', async () => {
      const at = `${org.path}/deleted-project/${project.id}`;
      const list = await send('editor', 'GET', `${org.path}/deleted-project`);
      expect(list.body.results).toEqual([]);
      for (const [method, name] of [
        ['POST', `${at}/restore`],
        ['DELETE', at],
      ] as const) {
        expect((await send('editor', method, name)).status).toBe(404);
        expect((await send('outsider', method, name)).status).toBe(404);
        expect((await call(target(), { bearer: key }, method, name)).status).toBe(401);
      }
      const elsewhere = `/org/${target().orgId}/deleted-project/${project.id}`;
      expect((await send('owner', 'DELETE', elsewhere)).status).toBe(404);
    });

    it('come back with everything in them, under a free name', async () => {
      const other = await send('owner', 'POST', `${org.path}/project`, { name: 'shop' });
      expect(other.status).toBe(201);
      const at = `${org.path}/deleted-project/${project.id}`;
      const restored = await send('owner', 'POST', `${at}/restore`);
      expect([restored.status, restored.body.name, restored.body.role]).toEqual([
        200,
        'Shop (2)',
        'owner',
      ]);
      expect(restored.headers.get('etag')).toBe(restored.body.etag);
      expect(await statuses()).toEqual({ project: 200, run: 200, widget: 200, shared: 200 });
      expect(await tasksOfOrg()).toContain(task.id);
      expect((await deleted()).results).toEqual([]);
      expect((await send('owner', 'POST', `${at}/restore`)).status).toBe(404);
    });

    it('are erased for good on demand', async () => {
      const at = `${org.path}/deleted-project/${project.id}`;
      // What is not deleted can't be erased.
      expect((await send('owner', 'DELETE', at)).status).toBe(404);
      expect((await send('owner', 'DELETE', path)).status).toBe(204);
      expect((await send('owner', 'DELETE', at)).status).toBe(204);
      expect((await send('owner', 'POST', `${at}/restore`)).status).toBe(404);
      expect((await deleted()).results).toEqual([]);
    });
  });

  describe('deleted organisations', () => {
    it('come back with their members and the projects that were deleted with them', async () => {
      const org = await newOrg(target);
      await org.join('editor', { role: 'editor' });
      const projects = `${org.path}/project`;
      const before = (await send('owner', 'POST', projects, { name: 'Before' })).body;
      await send('owner', 'DELETE', `${projects}/${before.id}`);
      expect((await send('editor', 'DELETE', org.path)).status).toBe(403);
      expect((await send('owner', 'DELETE', org.path)).status).toBe(204);
      for (const who of ['owner', 'editor'] as const) {
        expect((await send(who, 'GET', org.path)).status).toBe(404);
        expect((await send(who, 'GET', org.projectPath)).status).toBe(404);
        const { results } = (await send(who, 'GET', '/org?page_limit=100')).body;
        expect(results.map(({ id }: Any) => id)).not.toContain(org.id);
      }
      const at = `/deleted-org/${org.id}`;
      const mine = (await send('owner', 'GET', '/deleted-org')).body.results;
      expect(mine).toContainEqual(expect.objectContaining({ id: org.id, name: org.name }));
      const theirs = (await send('editor', 'GET', '/deleted-org')).body.results;
      expect(theirs.map(({ id }: Any) => id)).not.toContain(org.id);
      expect((await send('editor', 'POST', `${at}/restore`)).status).toBe(404);
      expect((await send('editor', 'DELETE', at)).status).toBe(404);

      const restored = await send('owner', 'POST', `${at}/restore`);
      expect([restored.status, restored.body.id, restored.body.role]).toEqual([
        200,
        org.id,
        'owner',
      ]);
      expect((await send('editor', 'GET', org.projectPath)).body.role).toBe('editor');
      const { results } = (await send('owner', 'GET', projects)).body;
      expect(results.map(({ name }: Any) => name)).not.toContain('Before');
      const still = (await send('owner', 'GET', `${org.path}/deleted-project`)).body.results;
      expect(still.map(({ id }: Any) => id)).toEqual([before.id]);
    });

    it('let nobody in by an invitation, until they are restored', async () => {
      const org = await newOrg(target);
      const { email } = await org.personOf('outsider');
      const roles = { role: 'member', projects: [], message: '' };
      const body = { emails: [email], ...roles };
      const invited = (await send('owner', 'POST', `${org.path}/invitation`, body)).body;
      const token = tokenIn(invited.results[0].link);
      const accept = async () =>
        (await send('outsider', 'POST', '/invitation/accept', { token })).status;
      await send('owner', 'DELETE', org.path);
      expect(await accept()).toBe(410);
      await send('owner', 'POST', `/deleted-org/${org.id}/restore`);
      expect(await accept()).toBe(200);
      await send('outsider', 'DELETE', `${org.path}/membership`);
    });

    it('are erased for good on demand', async () => {
      const org = await newOrg(target);
      const at = `/deleted-org/${org.id}`;
      expect((await send('owner', 'DELETE', at)).status).toBe(404);
      await send('owner', 'DELETE', org.path);
      expect((await send('owner', 'DELETE', at)).status).toBe(204);
      expect((await send('owner', 'POST', `${at}/restore`)).status).toBe(404);
    });
  });
}

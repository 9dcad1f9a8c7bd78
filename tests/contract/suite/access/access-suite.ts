import { describe, expect, it } from 'vitest';
import { call, createTask, orgPath, projectPath, type Target, uniqueName } from '../../target.ts';

/** Permissions, and responses to invalid requests. */
export function suite(target: () => Target): void {
  describe('access', () => {
    it('requires sign-in', async () => {
      const response = await call(target(), 'anonymous', 'GET', '/user');
      expect([response.status, response.body.code]).toEqual([401, 'unauthenticated']);
    });

    it('hides from an outsider what a member can see', async () => {
      const { path } = await createTask(target());
      for (const url of [orgPath(target()), projectPath(target()), path]) {
        expect((await call(target(), 'member', 'GET', url)).status).toBe(200);
        expect((await call(target(), 'outsider', 'GET', url)).status).toBe(404);
      }
    });

    it('forbids members to do what only editors may do', async () => {
      const tasks = `${projectPath(target())}/task`;
      const body = { name: uniqueName('Allowed') };
      expect((await call(target(), 'member', 'POST', tasks, { body })).status).toBe(403);
      expect((await call(target(), 'editor', 'POST', tasks, { body })).status).toBe(201);
      expect((await call(target(), 'editor', 'DELETE', orgPath(target()))).status).toBe(403);
    });

    it.each([
      ['owner', ['create_project', 'edit', 'remove_owner', 'view_members']],
      ['editor', ['create_project', 'edit', 'view_members']],
      ['member', ['view_members']],
    ] as const)("tests the %s's permissions in the organisation", async (who, has) => {
      const permissions = ['create_project', 'edit', 'remove_owner', 'view_members'];
      const response = await call(target(), who, 'POST', `${orgPath(target())}/iam/test`, {
        body: { permissions },
      });
      expect(response.body).toEqual({
        permissions: has,
        id: target().orgId,
        level: 'organization',
      });
    });

    it('tests permissions in a project and on a task', async () => {
      const { id } = await createTask(target());
      const project = await call(target(), 'member', 'POST', `${projectPath(target())}/iam/test`, {
        body: { permissions: ['create_task', 'run_task'] },
      });
      expect(project.body).toEqual({
        permissions: ['run_task'],
        id: target().projectId,
        level: 'project',
      });
      const task = await call(
        target(),
        'member',
        'POST',
        `${projectPath(target())}/task/${id}/iam/test`,
        {
          body: { permissions: ['view', 'edit', 'delete', 'run', 'share'] },
        },
      );
      expect(task.body).toEqual({ permissions: ['view', 'run'], id, level: 'task' });
    });
  });

  describe('a guest, with access to a single shared project', () => {
    const org = () => `/org/${target().shared.orgId}`;
    const names = async (url: string) => {
      const { status, body } = await call(target(), 'owner', 'GET', url);
      expect([url, status]).toEqual([url, 200]);
      return body.results.map((row: { name: string }) => row.name);
    };

    it('sees the organisation and its models, but not its money', async () => {
      const { status, body } = await call(target(), 'owner', 'GET', org());
      expect([status, body.id, body.role]).toEqual([200, target().shared.orgId, null]);
      expect((await call(target(), 'owner', 'GET', `${org()}/model`)).status).toBe(200);
      for (const url of ['balance', 'billing', 'ledger', 'usage/forecast', 'spend-alert'])
        expect((await call(target(), 'owner', 'GET', `${org()}/${url}`)).status).toBe(403);
    });

    it('finds only the shared resources in lists', async () => {
      const hidden = uniqueName('Hidden');
      const made = await call(target(), 'outsider', 'POST', `${org()}/project`, {
        body: { name: hidden },
      });
      const hiddenPath = `${org()}/project/${made.body.id}`;
      const secret = { body: { name: uniqueName('Secret') } };
      await call(target(), 'outsider', 'POST', `${hiddenPath}/task`, secret);
      const open = { body: { name: uniqueName('Open') } };
      const sharedTasks = `${org()}/project/${target().shared.projectId}/task`;
      expect((await call(target(), 'owner', 'POST', sharedTasks, open)).status).toBe(201);

      expect(await names(`${org()}/project?page_limit=100`)).toHaveLength(1);
      const tasks = await names(`${org()}/task?page_limit=100`);
      expect(tasks).toContain(open.body.name);
      expect(tasks).not.toContain(secret.body.name);
      expect((await call(target(), 'owner', 'GET', hiddenPath)).status).toBe(404);
    });

    it("can't do anything else in the organisation", async () => {
      const body = { name: uniqueName('Mine') };
      expect((await call(target(), 'owner', 'PATCH', org(), { body })).status).toBe(403);
      expect((await call(target(), 'owner', 'POST', `${org()}/project`, { body })).status).toBe(
        403,
      );
      const tested = await call(target(), 'owner', 'POST', `${org()}/iam/test`, {
        body: { permissions: ['view_members', 'edit'] },
      });
      expect(tested.body.permissions).toEqual([]);
    });
  });

  describe('projects', () => {
    it('can be created, renamed and deleted', async () => {
      const made = await call(target(), 'editor', 'POST', `${orgPath(target())}/project`, {
        body: { name: uniqueName('Project') },
      });
      expect(made.status).toBe(201);
      const path = `${orgPath(target())}/project/${made.body.id}`;
      const name = uniqueName('Renamed');
      const renamed = await call(target(), 'editor', 'PATCH', path, {
        body: { name },
        headers: { 'if-match': made.body.etag },
      });
      expect(renamed.body).toMatchObject({ name, run_retention_days: null });
      const keep = (run_retention_days: unknown) =>
        call(target(), 'editor', 'PATCH', path, { body: { run_retention_days } });
      expect((await keep(30)).body).toMatchObject({ name, run_retention_days: 30 });
      expect((await keep(0)).status).toBe(400);
      expect((await keep(null)).body.run_retention_days).toBeNull();
      const list = await call(
        target(),
        'member',
        'GET',
        `${orgPath(target())}/project?page_limit=100`,
      );
      expect(list.body.results.map((p: { name: string }) => p.name)).toContain(name);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(403);
      expect((await call(target(), 'owner', 'DELETE', path)).status).toBe(204);
      expect((await call(target(), 'owner', 'GET', path)).status).toBe(404);
    });
  });

  describe('an invalid request', () => {
    const tasks = () => `${projectPath(target())}/task`;
    it.each([
      ['an unknown field', { name: 'a', colour: 'red' }, '/colour'],
      ['a wrong type', { name: 7 }, '/name'],
      ['a missing field', {}, '/name'],
      ['an empty name', { name: '' }, '/name'],
      ['a blank name', { name: '   ' }, '/name'],
      ['a long name', { name: 'a'.repeat(121) }, '/name'],
      [
        'a wrong nested type',
        { name: 'a', definition: { system_prompt: 1 } },
        '/definition/system_prompt',
      ],
    ])('with %s gets a pointer to the error', async (_, body, pointer) => {
      const response = await call(target(), 'owner', 'POST', tasks(), { body });
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
      expect(response.body.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
    });

    it("that isn't JSON is rejected as malformed", async () => {
      const response = await call(target(), 'owner', 'POST', tasks(), { raw: '{"name":' });
      expect([response.status, response.body.code]).toEqual([400, 'malformed_json']);
    });

    it.each([
      ['page_limit=0', '/query/page_limit'],
      ['page_limit=101', '/query/page_limit'],
      ['page_limit=x', '/query/page_limit'],
      ['sort=colour', '/query/sort'],
    ])('with ?%s gets a pointer to the error', async (query, pointer) => {
      const response = await call(target(), 'owner', 'GET', `${tasks()}?${query}`);
      expect(response.status).toBe(400);
      expect(response.body.errors.map((e: { pointer: string }) => e.pointer)).toContain(pointer);
    });

    it('with an invalid cursor is rejected', async () => {
      for (const cursor of ['nonsense', 'e30', 'eyJhIjoxfQ']) {
        const response = await call(target(), 'owner', 'GET', `${tasks()}?cursor=${cursor}`);
        expect([response.status, response.body.code]).toEqual([400, 'invalid_cursor']);
      }
    });

    it('for an id in another project is 404', async () => {
      const { id } = await createTask(target());
      const other = await call(target(), 'owner', 'POST', `${orgPath(target())}/project`, {
        body: { name: uniqueName('Elsewhere') },
      });
      const path = `${orgPath(target())}/project/${other.body.id}/task/${id}`;
      expect((await call(target(), 'owner', 'GET', path)).status).toBe(404);
      expect((await call(target(), 'owner', 'GET', `${tasks()}/task_nope`)).status).toBe(404);
    });
  });

  describe('API keys', () => {
    it('can run tasks until they are revoked, and nothing else', async () => {
      const { path } = await createTask(target());
      const keys = `${projectPath(target())}/api-key`;
      const made = await call(target(), 'owner', 'POST', keys, {
        body: { name: uniqueName('Key') },
      });
      expect(made.status).toBe(201);
      const bearer = { bearer: made.body.key as string };
      const { body } = await call(target(), bearer, 'POST', `${path}/run`, {
        body: { inputs: { review: 'The lamp arrived broken.' } },
      });
      expect(body).toMatchObject({
        status: 'succeeded',
        source: 'api',
        caller: { type: 'api_key' },
      });
      expect((await call(target(), bearer, 'GET', `${projectPath(target())}/task`)).status).toBe(
        401,
      );
      const listed = await call(target(), 'owner', 'GET', keys);
      expect(JSON.stringify(listed.body)).not.toContain(made.body.key);
      expect(
        (await call(target(), 'owner', 'DELETE', `${keys}/${made.body.api_key.id}`)).status,
      ).toBe(204);
      expect(
        (
          await call(target(), bearer, 'POST', `${path}/run`, {
            body: { inputs: { review: 'The lamp arrived broken.' } },
          })
        ).status,
      ).toBe(401);
    });
  });
}

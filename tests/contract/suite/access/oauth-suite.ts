import { beforeAll, describe, expect, it } from 'vitest';
import { appToken } from '../../../support/app-token.ts';
import { call, createTask, projectPath, type Target, uniqueName } from '../../target.ts';

const app = () => ({
  name: uniqueName('App'),
  publisher: 'Acme',
  redirect_uris: ['https://app.example/callback'],
  type: 'confidential',
  grants: ['authorization_code', 'refresh_token'],
  scopes: ['task:run'],
});

/** OAuth clients, what their tokens may do, and API keys that are limited or rotated. */
export function suite(target: () => Target): void {
  describe('OAuth clients', () => {
    const clients = () => `${projectPath(target())}/oauth-client`;
    const create = (body: object) => call(target(), 'editor', 'POST', clients(), { body });

    it('are created, changed, listed and deleted; their secret is shown once', async () => {
      const body = app();
      const made = await create(body);
      expect(made.status).toBe(201);
      const { client, secret } = made.body;
      expect(secret).toMatch(/^tls_[\w-]{32}$/);
      expect(client).toMatchObject({
        ...body,
        url: null,
        logo_text: 'A',
        resources: null,
        secret_prefix: secret.slice(0, 8),
        old_secret_until: null,
      });
      const path = `${clients()}/${client.id}`;
      expect((await call(target(), 'editor', 'GET', path)).body).toEqual(client);
      const renamed = await call(target(), 'editor', 'PATCH', path, {
        body: { name: 'Renamed', url: 'https://app.example' },
        headers: { 'if-match': client.etag },
      });
      expect(renamed.body).toMatchObject({ name: 'Renamed', url: 'https://app.example' });
      const stale = await call(target(), 'editor', 'PATCH', path, {
        body: { name: 'Late' },
        headers: { 'if-match': client.etag },
      });
      expect(stale.status).toBe(412);
      const rotated = await call(target(), 'editor', 'POST', `${path}/rotate-secret`, {
        body: { overlap_hours: 24 },
      });
      expect(rotated.body.secret).not.toBe(secret);
      expect(rotated.body.client.old_secret_until).not.toBeNull();
      const listed = await call(target(), 'editor', 'GET', clients());
      expect(listed.body.results[0]).toEqual(rotated.body.client);
      expect((await call(target(), 'editor', 'GET', `${path}/grant`)).body.results).toEqual([]);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(204);
      expect((await call(target(), 'editor', 'GET', path)).status).toBe(404);
    });

    it('need a redirect URI, and each wrong one is named', async () => {
      const none = await create({ ...app(), redirect_uris: [] });
      expect([none.status, none.body.errors]).toEqual([
        400,
        [
          {
            pointer: '/redirect_uris',
            message: 'An OAuth client needs at least one redirect URI',
          },
        ],
      ]);
      const redirect_uris = [
        'https://app.example/callback',
        'https://*.app.example/callback',
        'https://app.example/callback#here',
        'https://me@app.example/callback',
        'http://app.example/callback',
        'app://callback',
        'https://app.example/callback',
        'http://127.0.0.1:8080/callback',
      ];
      const wrong = await create({ ...app(), redirect_uris });
      expect(wrong.status).toBe(400);
      expect(wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
        [1, 2, 3, 4, 5, 6].map((i) => `/redirect_uris/${i}`),
      );
    });

    it('without a secret get no tokens on their own behalf', async () => {
      const grants = ['authorization_code', 'client_credentials'];
      const refused = await create({ ...app(), type: 'public', grants });
      expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/grants/1']);
      const made = await create({ ...app(), type: 'public' });
      expect([made.status, made.body.secret]).toEqual([201, null]);
      const path = `${clients()}/${made.body.client.id}/rotate-secret`;
      const body = { overlap_hours: 0 };
      expect((await call(target(), 'editor', 'POST', path, { body })).status).toBe(400);
    });

    it("can't be limited to tasks of another project", async () => {
      const resources = { task_ids: ['task_none'], collection_ids: ['collection_none'] };
      const { status, body } = await create({ ...app(), resources });
      expect(status).toBe(400);
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
        '/resources/task_ids/0',
        '/resources/collection_ids/0',
      ]);
      const nothing = { task_ids: [], collection_ids: [] };
      expect((await create({ ...app(), resources: nothing })).status).toBe(400);
    });
  });

  describe('programs that are limited', () => {
    let task: { id: string; path: string };
    let other: { id: string; path: string };
    const body = { inputs: { review: 'Fine.' } };

    beforeAll(async () => {
      [task, other] = [await createTask(target()), await createTask(target())];
    });

    const createKey = (more: object) =>
      call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name: uniqueName('Key'), ...more },
      });

    it('run their tasks, read their runs, and test their permissions', async () => {
      const resources = { task_ids: [task.id], collection_ids: [] };
      const key = (await createKey({ resources })).body.key;
      const token = await appToken(target(), ['task:run', 'run:read'], resources);
      const foreign = await call(target(), 'owner', 'POST', `${other.path}/run`, { body });
      for (const bearer of [key, token]) {
        const run = await call(target(), { bearer }, 'POST', `${task.path}/run`, { body });
        expect(run.status).toBe(200);
        const runs = `${projectPath(target())}/run`;
        expect((await call(target(), { bearer }, 'GET', `${runs}/${run.body.id}`)).status).toBe(
          200,
        );
        for (const path of [`${runs}/${foreign.body.id}`, `${runs}/run_none`])
          expect((await call(target(), { bearer }, 'GET', path)).status).toBe(404);
        const beyond = await call(target(), { bearer }, 'POST', `${other.path}/run`, { body });
        expect(beyond.status).toBe(404);
        const chats = await call(target(), { bearer }, 'GET', `${projectPath(target())}/chat`);
        expect(chats.status).toBe(bearer === key ? 403 : 401);
        const test = (path: string, permissions: string[]) =>
          call(target(), { bearer }, 'POST', `${path}/iam/test`, { body: { permissions } });
        expect((await test(task.path, ['view', 'run', 'edit'])).body.permissions).toEqual([
          'view',
          'run',
        ]);
        expect((await test(other.path, ['view'])).status).toBe(404);
        const all = await test(projectPath(target()), ['run_task', 'view_members', 'edit']);
        expect(all.body.permissions).toEqual([]);
      }
    });

    it('lose access when a key is narrowed, and both keys work while it is rotated', async () => {
      const { key, api_key } = (await createKey({})).body;
      const path = `${projectPath(target())}/api-key/${api_key.id}`;
      const run = async (bearer: string) =>
        (await call(target(), { bearer }, 'POST', `${task.path}/run`, { body })).status;
      expect(await run(key)).toBe(200);
      const rotate = async (overlap_hours: number) =>
        (await call(target(), 'owner', 'POST', `${path}/rotate`, { body: { overlap_hours } })).body;
      const second = await rotate(1);
      expect(second.api_key).toMatchObject({ id: api_key.id, old_prefix: api_key.prefix });
      expect([await run(key), await run(second.key)]).toEqual([200, 200]);
      const resources = { task_ids: [other.id], collection_ids: [] };
      const narrowed = await call(target(), 'owner', 'PATCH', path, { body: { resources } });
      expect(narrowed.body.resources).toEqual(resources);
      expect([await run(key), await run(second.key)]).toEqual([404, 404]);
      await call(target(), 'owner', 'PATCH', path, { body: { resources: null } });
      const third = await rotate(0);
      expect([await run(key), await run(second.key), await run(third.key)]).toEqual([
        401, 401, 200,
      ]);
    });
  });
}

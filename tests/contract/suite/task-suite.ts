import { describe, expect, it } from 'vitest';
import {
  call,
  createTask,
  definition,
  orgPath,
  projectPath,
  type Target,
  uniqueName,
} from '../target.ts';

/** Tasks, drafts and revisions. */
export function suite(target: () => Target): void {
  describe('tasks', () => {
    it('are returned as they were created', async () => {
      const name = uniqueName('Read');
      const made = await call(target(), 'editor', 'POST', `${projectPath(target())}/task`, {
        body: { name, description: 'Finds how a customer feels.' },
      });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ name, active_revision: null, latest_revision: null });
      const path = `${projectPath(target())}/task/${made.body.id}`;
      expect((await call(target(), 'member', 'GET', path)).body).toEqual(made.body);

      const renamed = await call(target(), 'editor', 'PATCH', path, {
        body: { name: `${name}!` },
        headers: { 'if-match': made.body.etag },
      });
      expect(renamed.body.name).toBe(`${name}!`);
      const stale = await call(target(), 'editor', 'PATCH', path, {
        body: { name: `${name}?` },
        headers: { 'if-match': made.body.etag },
      });
      expect([stale.status, stale.body.code]).toEqual([412, 'precondition_failed']);

      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(204);
      expect((await call(target(), 'editor', 'GET', path)).status).toBe(404);
      expect((await call(target(), 'editor', 'DELETE', path)).status).toBe(404);
    });

    it('move to another project with their revisions, unless their name is taken there', async () => {
      const owner = (method: string, path: string, body?: object) =>
        call(target(), 'owner', method, path, body ? { body } : {});
      const project = { name: uniqueName('Elsewhere') };
      const { id: project_id } = (await owner('POST', `${orgPath(target())}/project`, project))
        .body;
      const there = `${orgPath(target())}/project/${project_id}/task`;
      const { path } = await createTask(target());
      const { name } = (await owner('GET', path)).body;
      const taken = (await owner('POST', there, { name })).body;
      const refused = await owner('POST', `${path}/move`, { project_id });
      expect([refused.status, refused.body.code]).toEqual([409, 'name_taken']);
      await owner('DELETE', `${there}/${taken.id}`);
      expect(
        (await call(target(), 'member', 'POST', `${path}/move`, { body: { project_id } })).status,
      ).toBe(403);
      const moved = await owner('POST', `${path}/move`, { project_id });
      expect(moved.body).toMatchObject({ project_id, name, active_revision: 1 });
      expect((await owner('GET', path)).status).toBe(404);
      expect((await owner('GET', `${there}/${moved.body.id}/revision/1`)).status).toBe(200);
    });

    it('list what uses them', async () => {
      const { id, path } = await createTask(target());
      const unused = await call(target(), 'member', 'GET', `${path}/use`);
      expect(unused.body).toEqual({
        callers: [],
        environments: [],
        webhook: null,
        judged_tasks: [],
        datasets: 0,
        evaluations: 0,
      });
      const key = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name: uniqueName('Key') },
      });
      const inputs = { review: 'Fine.' };
      await call(target(), { bearer: key.body.key }, 'POST', `${path}/run`, { body: { inputs } });
      await call(target(), 'owner', 'PUT', `${path}/environment/staging`, {
        body: { revision: 1 },
      });
      const webhook = await call(target(), 'owner', 'POST', `${projectPath(target())}/webhook`, {
        body: { name: 'CRM', url: 'https://hooks.invalid/crm', events: ['run.failed'] },
      });
      const webhook_id = webhook.body.webhook.id;
      await call(target(), 'owner', 'PUT', `${path}/webhook`, { body: { webhook_id } });
      await call(target(), 'owner', 'POST', `${path}/dataset`, { body: { name: 'Own' } });
      const judged = await createTask(target());
      await call(target(), 'owner', 'POST', `${judged.path}/dataset`, {
        body: { name: 'Judged', checks: [{ type: 'judge', task_id: id }] },
      });
      const { body: uses } = await call(target(), 'member', 'GET', `${path}/use`);
      expect(uses).toMatchObject({
        callers: [{ caller: { type: 'api_key' }, runs: 1 }],
        environments: ['staging'],
        webhook: { id: webhook_id, name: 'CRM' },
        judged_tasks: [{ id: judged.id }],
        datasets: 1,
        evaluations: 0,
      });
    });

    it('must have unique names, with the error at the field', async () => {
      const name = uniqueName('Unique');
      const tasks = `${projectPath(target())}/task`;
      await call(target(), 'owner', 'POST', tasks, { body: { name } });
      const again = await call(target(), 'owner', 'POST', tasks, {
        body: { name: name.toUpperCase() },
      });
      expect([again.status, again.body.code]).toEqual([409, 'name_taken']);
      expect(again.body.errors).toEqual([
        { pointer: '/name', message: 'Task names must be unique' },
      ]);
    });

    it('can be paged, searched and sorted, and are listed once each', async () => {
      const word = uniqueName('Paged').replaceAll(' ', '');
      const tasks = `${projectPath(target())}/task`;
      for (const n of [3, 1, 5, 2, 4]) {
        await call(target(), 'owner', 'POST', tasks, { body: { name: `${word} ${n}` } });
      }
      const names: string[] = [];
      let cursor = '';
      do {
        const query = `?q=${word}&sort=name&page_limit=2${cursor ? `&cursor=${cursor}` : ''}`;
        const page = await call(target(), 'member', 'GET', `${tasks}${query}`);
        expect(page.status).toBe(200);
        expect(page.body.results.length).toBeLessThanOrEqual(2);
        names.push(...page.body.results.map((task: { name: string }) => task.name));
        expect(page.body.pagination.has_next).toBe(page.body.pagination.next_cursor !== null);
        cursor = encodeURIComponent(page.body.pagination.next_cursor ?? '');
      } while (cursor);
      expect(names).toEqual([1, 2, 3, 4, 5].map((n) => `${word} ${n}`));
    });

    it('return the first response to a retried creation', async () => {
      const tasks = `${projectPath(target())}/task`;
      const headers = { 'idempotency-key': uniqueName('key') };
      const body = { name: uniqueName('Once') };
      const first = await call(target(), 'owner', 'POST', tasks, { body, headers });
      const second = await call(target(), 'owner', 'POST', tasks, { body, headers });
      expect([second.status, second.body.id]).toEqual([201, first.body.id]);
      const other = await call(target(), 'owner', 'POST', tasks, { body: { name: 'x' }, headers });
      expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    });
  });

  describe('drafts', () => {
    it('are saved with If-Match', async () => {
      const { path } = await createTask(target(), { activate: false });
      const draft = await call(target(), 'member', 'GET', `${path}/draft`);
      expect(draft.headers.get('etag')).toBe(draft.body.etag);
      const next = { ...definition, system_prompt: '' };
      const put = (etag?: string) =>
        call(target(), 'editor', 'PUT', `${path}/draft`, {
          body: { definition: next },
          headers: etag ? { 'if-match': etag } : {},
        });
      const bare = await put();
      expect(bare.status).toBe(400);
      expect(bare.body.errors[0].pointer).toBe('/header/If-Match');
      const saved = await put(draft.body.etag);
      expect(saved.body.definition).toEqual(next);
      expect(saved.body.etag).not.toBe(draft.body.etag);
      expect((await put(draft.body.etag)).status).toBe(412);
    });
  });

  describe('revisions', () => {
    it('are rejected with every rule that the draft breaks', async () => {
      const { path } = await createTask(target(), {
        activate: false,
        definition: {
          ...definition,
          system_prompt: '',
          user_prompt: '',
          variables: [],
          output_format: { type: 'fields', fields: [] },
        },
      });
      const refused = await call(target(), 'editor', 'POST', `${path}/revision`, { body: {} });
      expect(refused.status).toBe(400);
      const pointers = refused.body.errors.map((error: { pointer: string }) => error.pointer);
      expect(pointers).toEqual(
        expect.arrayContaining(['/definition/system_prompt', '/definition/user_prompt']),
      );
      expect(pointers.some((p: string) => p.startsWith('/definition/output_format'))).toBe(true);
    });

    it('are numbered, immutable, and replace each other as the active one', async () => {
      const { path } = await createTask(target());
      const second = await call(target(), 'editor', 'POST', `${path}/revision`, {
        body: { note: 'Shorter' },
      });
      expect(second.body).toMatchObject({
        number: 2,
        note: 'Shorter',
        is_active: false,
        definition,
      });
      const wrong = await call(target(), 'editor', 'POST', `${path}/revision/2/activate`, {
        body: { replaces: 2 },
      });
      expect([wrong.status, wrong.body.code]).toEqual([409, 'active_revision_changed']);
      const active = await call(target(), 'editor', 'POST', `${path}/revision/2/activate`, {
        body: { replaces: 1 },
      });
      expect(active.body.active_revision).toBe(2);
      const list = await call(target(), 'member', 'GET', `${path}/revision`);
      expect(
        list.body.results.map((r: { number: number; is_active: boolean }) => [
          r.number,
          r.is_active,
        ]),
      ).toEqual([
        [2, true],
        [1, false],
      ]);
      expect(
        (await call(target(), 'editor', 'POST', `${path}/revision/9/activate`, { body: {} }))
          .status,
      ).toBe(404);
    });
  });
}

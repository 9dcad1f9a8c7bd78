import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Any,
  call,
  createTask,
  orgPath,
  projectPath,
  type Target,
  uniqueName,
} from '../target.ts';

/** The audit log: what it says, to whom, and for how long. */
export function suite(target: () => Target): void {
  describe('the audit log', () => {
    const log = () => `${orgPath(target())}/audit`;
    const list = async (query: string, who: 'owner' | 'editor' = 'owner'): Promise<Any[]> =>
      (await call(target(), who, 'GET', `${log()}?${query}`)).body.results;
    let task: { id: string; path: string };

    beforeAll(async () => {
      task = await createTask(target(), { activate: false });
    });

    it('says who changed what, what it was before and after, and from where', async () => {
      const name = uniqueName('Renamed');
      const renamed = await call(target(), 'editor', 'PATCH', task.path, {
        body: { name, tags: ['urgent'] },
      });
      const [entry] = await list(`target_id=${task.id}`);
      const me = (await call(target(), 'editor', 'GET', '/user')).body;
      expect(entry).toMatchObject({
        outcome: 'done',
        action: 'updateTask',
        actor: { type: 'user', id: me.id, name: me.name, person: null },
        target: { type: 'task', id: task.id, name },
        project_id: target().projectId,
        count: 1,
        reason: null,
        request_id: renamed.headers.get('x-request-id'),
      });
      expect(entry.network).toMatch(/^[\d.:a-f]+(\/64)?$/);
      const changes = Object.fromEntries(entry.changes.map((one: Any) => [one.field, one]));
      expect(changes.name).toMatchObject({ after: name, is_hidden: false });
      expect(changes.tags).toMatchObject({ before: [], after: ['urgent'] });
      expect(await call(target(), 'editor', 'GET', `${log()}/${entry.id}`)).toMatchObject({
        status: 200,
        body: entry,
      });
    });

    it('records nothing when nothing changed, and when a change fails', async () => {
      const count = async () => (await list(`target_id=${task.id}&page_limit=100`)).length;
      const before = await count();
      const { body } = await call(target(), 'owner', 'GET', task.path);
      await call(target(), 'owner', 'PATCH', task.path, { body: { name: body.name } });
      const headers = { 'if-match': '"999"' };
      const failed = await call(target(), 'owner', 'PATCH', task.path, {
        headers,
        body: { name: uniqueName('Late') },
      });
      expect([failed.status, await count()]).toEqual([412, before]);
    });

    it('of a new organisation begins with it', async () => {
      const made = await call(target(), 'owner', 'POST', '/org', { body: { name: 'Logged' } });
      const path = `/org/${made.body.id}`;
      await call(target(), 'owner', 'PATCH', path, { body: { name: 'Renamed' } });
      const entries = (await call(target(), 'owner', 'GET', `${path}/audit`)).body.results;
      expect(entries.map(({ action, target: { name } }: Any) => [action, name])).toEqual([
        ['updateOrg', 'Renamed'],
        ['createOrg', 'Logged'],
      ]);
    });

    it('has one entry for each document that is changed with others', async () => {
      const collections = `${projectPath(target())}/collection`;
      const body = { name: uniqueName('Audited') };
      const { id } = (await call(target(), 'owner', 'POST', collections, { body })).body;
      const documents = `${collections}/${id}/document`;
      const ids: string[] = [];
      for (const name of ['a.txt', 'b.txt']) {
        const made = await call(target(), 'owner', 'POST', documents, {
          body: { name, text: 'Some text.' },
        });
        ids.push(made.body.id);
      }
      const tagged = await call(target(), 'editor', 'POST', `${documents}/change`, {
        body: { action: 'add_tags', document_ids: ids, tags: ['new'] },
      });
      expect(tagged.body).toEqual({ changed: 2 });
      const entries = await list('action=changeDocuments&page_limit=2');
      expect(entries.map((entry) => entry.target.id).sort()).toEqual(ids);
      expect(entries[0].changes).toEqual([
        { field: 'tags', before: [], after: ['new'], is_hidden: false },
      ]);
    });

    it('names an API key with the person behind it', async () => {
      const made = await call(target(), 'owner', 'POST', `${projectPath(target())}/api-key`, {
        body: { name: uniqueName('Audited') },
      });
      const { key, api_key } = made.body;
      const bearer = { bearer: key };
      const chat = await call(target(), bearer, 'POST', `${projectPath(target())}/chat`, {
        body: { config: { type: 'model' } },
      });
      expect(chat.status).toBe(201);
      const [entry] = await list(`target_id=${api_key.id}`);
      expect(entry).toMatchObject({ action: 'createApiKey', target: { name: api_key.name } });
      // Neither the key nor what could verify it.
      expect(JSON.stringify(entry)).not.toContain(key);
      expect(entry.changes.map(({ field }: Any) => field).sort()).toEqual(['name', 'prefix']);
    });

    it('says that a secret changed, but not from what to what', async () => {
      const path = `${projectPath(target())}/webhook`;
      const body = { name: 'Audited', url: 'https://hooks.invalid/a', events: ['run.failed'] };
      const made = (await call(target(), 'owner', 'POST', path, { body })).body;
      const rotated = await call(target(), 'owner', 'POST', `${path}/${made.webhook.id}/rotate`, {
        body: { overlap_hours: 0 },
      });
      expect(rotated.status).toBe(200);
      const entries = await list(`target_id=${made.webhook.id}`);
      expect(entries.map(({ action }) => action)).toEqual(['rotateWebhookSecret', 'createWebhook']);
      expect(entries[0].changes).toEqual([
        { field: 'secret', before: null, after: null, is_hidden: true },
      ]);
      for (const secret of [made.secret, rotated.body.secret])
        expect(JSON.stringify(entries)).not.toContain(secret);
    });

    it('counts refused attempts, and hides the organisation from others', async () => {
      const path = `${projectPath(target())}/api-key`;
      const body = { name: 'Not allowed' };
      for (let i = 0; i < 3; i += 1) {
        expect((await call(target(), 'member', 'POST', path, { body })).status).toBe(403);
      }
      expect((await call(target(), 'outsider', 'POST', path, { body })).status).toBe(404);
      const entries = await list('outcome=refused&action=createApiKey');
      const me = (await call(target(), 'member', 'GET', '/user')).body;
      const own = entries.filter(({ actor }) => actor.id === me.id);
      expect(own).toHaveLength(1);
      expect(own[0]).toMatchObject({ reason: 'forbidden', changes: [], target: { id: null } });
      expect(own[0].count).toBeGreaterThanOrEqual(3);
      expect(entries).toEqual(own);
    });

    it('is filtered by action, actor, type, project, outcome, time and words', async () => {
      const me = (await call(target(), 'owner', 'GET', '/user')).body;
      const [made] = await list(`target_id=${task.id}&action=createTask`);
      const time = encodeURIComponent(made.created_at);
      const finds = async (query: string) =>
        (await list(`page_limit=100&target_id=${task.id}&${query}`)).some(
          ({ id }) => id === made.id,
        );
      const name = encodeURIComponent(made.target.name.split(' ').at(-1));
      for (const query of [
        `actor_id=${me.id}`,
        'target_type=task',
        `project_id=${target().projectId}`,
        'outcome=done',
        `created_after=${time}`,
        `q=${name}`,
        `q=createtask`,
      ])
        expect([query, await finds(query)]).toEqual([query, true]);
      for (const query of [
        'actor_id=user_none',
        'target_type=webhook',
        'project_id=project_none',
        'outcome=refused',
        `created_before=${time}`,
        'q=nothing-like-this',
      ])
        expect([query, await finds(query)]).toEqual([query, false]);
      const bad = await call(target(), 'owner', 'GET', `${log()}?target_type=moon`);
      expect([bad.status, bad.body.errors[0].pointer]).toEqual([400, '/query/target_type']);
    });

    it('comes in pages, newest first', async () => {
      const ids: string[] = [];
      for (let cursor = ''; ; ) {
        const query = `target_type=task&page_limit=2${cursor && `&cursor=${cursor}`}`;
        const { results, pagination } = (await call(target(), 'owner', 'GET', `${log()}?${query}`))
          .body;
        ids.push(...results.map(({ id }: Any) => id));
        if (!pagination.has_next || ids.length > 5) break;
        cursor = pagination.next_cursor;
      }
      expect(ids).toEqual([...new Set(ids)].sort().reverse());
    });

    it('names who exported what, with which filters and from where', async () => {
      const { orgId, projectId } = target();
      const org = `/org/${orgId}`;
      const project = `${org}/project/${projectId}`;
      const { name } = (await call(target(), 'owner', 'GET', project)).body;
      const made = { name: uniqueName('Exported') };
      const collection = await call(target(), 'editor', 'POST', `${project}/collection`, {
        body: made,
      });
      const exports = [
        ['exportRuns', `${project}/run/export?status=failed&format=jsonl`, projectId, name],
        ['exportLedger', `${org}/ledger/export?kind=grant`, orgId],
        ['exportUsage', `${org}/usage/export?from=2026-11-01&to=2026-11-02`, orgId],
        ['exportAuditEntries', `${org}/audit/export?q=nobody`, orgId],
        [
          'exportCollection',
          `${project}/collection/${collection.body.id}/export`,
          collection.body.id,
          made.name,
        ],
      ] as const;
      for (const [action, path, id] of exports) {
        const { status, headers } = await call(target(), 'owner', 'GET', path);
        expect(status, path).toBe(200);
        const found = await call(
          target(),
          'owner',
          'GET',
          `${log()}?action=${action}&page_limit=1`,
        );
        const [entry] = found.body.results;
        expect(entry).toMatchObject({ action, outcome: 'done', target: { id }, count: 1 });
        expect(entry.request_id).toBe(headers.get('x-request-id'));
        expect(entry.network).not.toBeNull();
        const filters = [...new URL(path, 'http://x').searchParams];
        expect(
          entry.changes.map(({ field, after }: Any) => [field, [after].flat().join()]),
        ).toEqual(filters);
      }
      const refused = await call(target(), 'member', 'GET', `${org}/audit/export`);
      expect(refused.status).toBe(403);
      const list = await call(
        target(),
        'owner',
        'GET',
        `${log()}?outcome=refused&action=exportAuditEntries`,
      );
      expect(list.body.results).toHaveLength(1);
    });

    it('is exported as CSV and JSON Lines, with the same filters', async () => {
      const query = `target_id=${task.id}&action=updateTask`;
      const csv = await call(target(), 'owner', 'GET', `${log()}/export?${query}`);
      const [head, ...lines] = csv.body.trimEnd().split('\r\n');
      const entries = await list(query);
      expect(head.split(',').slice(0, 4)).toEqual(['id', 'created_at', 'outcome', 'action']);
      expect(lines.map((line: string) => line.split(',')[0])).toEqual(entries.map(({ id }) => id));
      const json = await call(target(), 'owner', 'GET', `${log()}/export?format=jsonl&${query}`);
      const parsed = json.body
        .trimEnd()
        .split('\n')
        .map((line: string) => JSON.parse(line));
      expect(parsed).toEqual(entries);
    });

    it('is kept as long as the owners say', async () => {
      const path = `${orgPath(target())}/audit-retention`;
      const before = (await call(target(), 'editor', 'GET', path)).body;
      const put = (who: 'owner' | 'editor', days: number, etag = before.etag) =>
        call(target(), who, 'PUT', path, { body: { days }, headers: { 'if-match': etag } });
      expect((await put('editor', 90)).status).toBe(403);
      for (const days of [0, 29, 3651, 1.5]) expect((await put('owner', days)).status).toBe(400);
      const changed = await put('owner', 730);
      expect(changed.body).toMatchObject({ days: 730 });
      expect((await put('owner', 60)).status).toBe(412);
      const [entry] = await list('target_type=audit_log&outcome=done');
      expect(entry).toMatchObject({
        action: 'replaceAuditRetention',
        changes: [{ field: 'retention_days', after: 730 }],
      });
      expect((await put('owner', before.days, changed.body.etag)).status).toBe(200);
    });
  });
}

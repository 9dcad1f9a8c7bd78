import { createHash } from 'node:crypto';
import { unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Any, call, definition, type Target, uniqueName, type Who } from '../../target.ts';
import { type NewOrg, newOrg, sender } from '../people/people.ts';

type Files = Record<string, Uint8Array<ArrayBuffer>>;

/** Moving and copying projects, and exporting and importing organisations. */
export function suite(target: () => Target): void {
  const send = sender(target);
  const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
  const parsed = (bytes: Uint8Array | undefined) => JSON.parse(new TextDecoder().decode(bytes));

  /** Waits for the end of a transfer. */
  async function ended(orgPath: string, id: string, who: Who = 'owner'): Promise<Any> {
    return vi.waitFor(
      async () => {
        const { body } = await send(who, 'GET', `${orgPath}/transfer/${id}`);
        expect(body.ended_at).not.toBeNull();
        return body;
      },
      { timeout: 30_000, interval: 30 },
    );
  }

  async function makeTask(path: string, name: string, more: object = {}): Promise<Any> {
    const given = { name, definition: { ...definition, ...more } };
    const { body } = await send('owner', 'POST', `${path}/task`, given);
    await send('owner', 'POST', `${path}/task/${body.id}/revision`, { activate: true });
    return body;
  }

  /** Fills a project with everything that an archive contains. */
  async function fill(org: NewOrg, path: string): Promise<void> {
    const config = { top_k: 3, query_variable: 'review' };
    const collection = (await send('owner', 'POST', `${path}/collection`, { name: 'Help' })).body;
    const at = `${path}/collection/${collection.id}`;
    const form = new FormData();
    form.set('file', new File(['# Refunds\n\nA refund takes five days.'], 'refunds.md'));
    await call(target(), 'owner', 'POST', `${at}/document/file`, { body: form });
    await send('owner', 'POST', `${at}/document`, { name: 'Note', text: 'Be kind.' });
    await send('owner', 'POST', `${at}/question`, { question: 'How long does a refund take?' });
    const task = await makeTask(path, 'Answers', {
      retrieval: { collection_ids: [collection.id], ...config },
    });
    await makeTask(path, 'Reviews');
    const tasks = `${path}/task/${task.id}`;
    await send('owner', 'PUT', `${tasks}/environment/staging`, { revision: 1 });
    const set = (await send('owner', 'POST', `${tasks}/dataset`, { name: 'Cases' })).body;
    for (const review of ['Good.', 'Bad.'])
      await send('owner', 'POST', `${tasks}/dataset/${set.id}/case`, { inputs: { review } });
    const hook = { name: 'Hook', url: 'https://hooks.invalid/a', events: ['run.failed'] };
    const { body: webhook } = await send('owner', 'POST', `${path}/webhook`, hook);
    await send('owner', 'PUT', `${tasks}/webhook`, { webhook_id: webhook.webhook.id });
    await send('owner', 'POST', `${path}/api-key`, { name: 'Never exported' });
    await send('owner', 'POST', `${org.path}/template`, { name: 'Ours', definition });
    await send('owner', 'PATCH', path, { run_retention_days: 30 });
  }

  async function exported(
    orgPath: string,
  ): Promise<{ bytes: Uint8Array<ArrayBuffer>; files: Files }> {
    const started = await send('owner', 'POST', `${orgPath}/export`);
    expect([started.status, started.body.kind]).toEqual([202, 'export']);
    const done = await ended(orgPath, started.body.id);
    expect([done.status, done.error, done.done]).toEqual(['succeeded', null, done.total]);
    const response = await fetch(`${target().baseUrl}${orgPath}/transfer/${started.body.id}/file`, {
      headers: target().headersOf('owner'),
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'application/zip',
    ]);
    const log = (await send('owner', 'GET', `${orgPath}/audit?action=downloadTransfer`)).body;
    expect(log.results[0]).toMatchObject({ outcome: 'done', target: { type: 'org' } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBe(done.size);
    return { bytes, files: unzipSync(bytes) as Files };
  }

  async function imported(org: NewOrg, bytes: Uint8Array<ArrayBuffer>): Promise<Any> {
    const body = { purpose: 'archive', files: [{ name: 'a.zip', size: bytes.length }] };
    const made = await send('owner', 'POST', `${org.projectPath}/upload`, body);
    const { upload } = made.body.results[0];
    const form = new FormData();
    form.set('file', new File([bytes], 'a.zip'));
    const path = `${org.projectPath}/upload/${upload.id}?offset=0`;
    expect((await call(target(), 'owner', 'PUT', path, { body: form })).status).toBe(200);
    const started = await send('owner', 'POST', `${org.path}/import`, { upload_id: upload.id });
    expect(started.status).toBe(202);
    return ended(org.path, started.body.id);
  }

  const projectsOf = async ({ path }: NewOrg): Promise<Any[]> =>
    (await send('owner', 'GET', `${path}/project?page_limit=100`)).body.results;

  describe('an archive of an organisation', () => {
    let org: NewOrg;
    let archive: { bytes: Uint8Array<ArrayBuffer>; files: Files };
    let key: string;

    beforeAll(async () => {
      org = await newOrg(target);
      await fill(org, org.projectPath);
      await send('owner', 'PATCH', org.projectPath, { name: uniqueName('Archived') });
      key = (await send('owner', 'POST', `${org.projectPath}/api-key`, { name: 'K' })).body.key;
      archive = await exported(org.path);
    }, 60_000);

    it('contains everything but secrets', () => {
      const names = Object.keys(archive.files).sort();
      expect(names).toEqual([
        'files/1-1/documents/1-refunds.md',
        expect.stringMatching(/^files\/1-1\/documents\/2-Note/),
        'organisation.json',
        'projects/1.json',
      ]);
      const project = parsed(archive.files['projects/1.json']);
      expect(project).toMatchObject({
        run_retention_days: 30,
        tasks: [
          { name: 'Answers', active_revision: 1, environments: { staging: 1 }, webhook: 0 },
          { name: 'Reviews', webhook: null },
        ],
        collections: [{ content: { name: 'Help', questions: [{}], documents: [{}, {}] } }],
        webhooks: [{ name: 'Hook' }],
      });
      expect(project.tasks[0].datasets[0].cases).toHaveLength(2);
      const text = Object.values(archive.files)
        .map((bytes) => new TextDecoder().decode(bytes))
        .join();
      for (const secret of [key, 'whsec_', 'tlk_', 'Never exported']) {
        expect(text).not.toContain(secret);
      }
      // No field has one. Words say that they aren't included.
      expect(text).not.toMatch(/"\w*secret\w*":/);
    });

    it('is imported elsewhere as a whole, and exported again it is equal', async () => {
      const other = await newOrg(target);
      const done = await imported(other, archive.bytes);
      expect([done.status, done.error]).toEqual(['succeeded', null]);
      expect(done.report).toContainEqual({
        kind: 'needed',
        text: expect.stringMatching(/the webhook “Hook” is paused/),
      });
      const found = (await projectsOf(other)).filter(({ id }) => done.project_ids.includes(id));
      expect(found).toHaveLength(1);
      const path = `${other.path}/project/${found[0].id}`;
      const tasks = (await send('owner', 'GET', `${path}/task`)).body.results;
      const run = await send(
        'owner',
        'POST',
        `${path}/task/${tasks.find(({ name }: Any) => name === 'Reviews').id}/run`,
        { inputs: { review: 'Good.' } },
      );
      expect([run.status, run.body.status]).toEqual([200, 'succeeded']);
      await send('owner', 'DELETE', other.projectPath);
      const again = await exported(other.path);
      const comparable = ({ files }: typeof archive) => {
        const { tasks: list, collections, ...rest } = parsed(files['projects/1.json']);
        const ids = new Map([...list, ...collections].map(({ id }: Any, at) => [id, `id ${at}`]));
        const text = JSON.stringify({ list, collections, rest });
        const neutral = [...ids].reduce((all, [id, name]) => all.replaceAll(id, name), text);
        const { 'organisation.json': _, 'projects/1.json': __, ...others } = files;
        const { templates, members } = parsed(files['organisation.json']);
        return { project: JSON.parse(neutral), others, templates, members };
      };
      expect(comparable(again)).toEqual(comparable(archive));
    }, 60_000);

    it.each<[string, (files: Files) => Uint8Array]>([
      ['truncated', () => archive.bytes.slice(0, archive.bytes.length - 40)],
      ['no archive', () => json('Hello.')],
      ['without a manifest', ({ 'organisation.json': _, ...files }) => zipSync(files)],
      ['lacking a file', ({ 'projects/1.json': _, ...files }) => zipSync(files)],
      ['with a changed file', (files) => zipSync({ ...files, 'projects/1.json': json({}) })],
      ['with a surplus file', (files) => zipSync({ ...files, 'a.sh': json(1) })],
      ['from another product', (files) => withManifest(files, { format: 'other' })],
      ['of a later version', (files) => withManifest(files, { version: 2 })],
      ['nested deeply', (files) => withProject(files, '['.repeat(100_000))],
      ['of far too many values', (files) => withProject(files, `[${'0,'.repeat(1_100_000)}0]`)],
      ['leading out of it', (files) => withPath(files, '../../etc/passwd')],
      ['with a dangling revision', (files) => withTask(files, { active_revision: 7 })],
      ['with a task twice', (files) => withTask(files, { name: 'Reviews' })],
      ['with an unknown webhook', (files) => withTask(files, { webhook: 9 })],
      ['with a wrong type', (files) => withTask(files, { tags: 'many' })],
    ])(
      'that is %s is refused, and leaves nothing behind',
      async (_, spoil) => {
        const other = await newOrg(target);
        const before = await projectsOf(other);
        const done = await imported(other, spoil(archive.files) as Uint8Array<ArrayBuffer>);
        expect(done.status).toBe('failed');
        expect(done.error).toMatch(/^(?!There was a problem).{10,}/);
        expect(done.project_ids).toEqual([]);
        expect(await projectsOf(other)).toEqual(before);
        const { body: bin } = await send('owner', 'GET', `${other.path}/deleted-project`);
        expect(bin.results).toEqual([]);
      },
      30_000,
    );

    function withManifest(files: Files, change: object): Uint8Array {
      const manifest = { ...parsed(files['organisation.json']), ...change };
      return zipSync({ ...files, 'organisation.json': json(manifest) });
    }
    /** Another content of the project, with its right checksum. */
    function withProject(files: Files, text: string): Uint8Array {
      const bytes = new TextEncoder().encode(text);
      const manifest = parsed(files['organisation.json']);
      const entries = manifest.files.map((file: Any) =>
        file.path === 'projects/1.json'
          ? { ...file, size: bytes.length, sha256: sha256(bytes) }
          : file,
      );
      const changed = { ...manifest, files: entries };
      return zipSync({ ...files, 'projects/1.json': bytes, 'organisation.json': json(changed) });
    }
    function withTask(files: Files, change: object): Uint8Array {
      const project = parsed(files['projects/1.json']);
      const [first, ...others] = project.tasks;
      const tasks = [{ ...first, ...change }, ...others];
      return withProject(files, JSON.stringify({ ...project, tasks }));
    }
    function withPath(files: Files, path: string): Uint8Array {
      const bytes = json('root');
      const manifest = parsed(files['organisation.json']);
      const entry = { path, size: bytes.length, sha256: sha256(bytes) };
      const changed = { ...manifest, files: [...manifest.files, entry] };
      return zipSync({ ...files, [path]: bytes, 'organisation.json': json(changed) });
    }

    it('is exported and imported by owners only, and transfers are seen by those who started them', async () => {
      await org.join('editor', { role: 'editor' });
      expect((await send('editor', 'POST', `${org.path}/export`)).status).toBe(403);
      const { results } = (await send('owner', 'GET', `${org.path}/transfer`)).body;
      expect(results[0]).toMatchObject({ kind: 'export', status: 'succeeded' });
      expect((await send('editor', 'GET', `${org.path}/transfer`)).body.results).toEqual([]);
      const at = `${org.path}/transfer/${results[0].id}`;
      expect((await send('editor', 'GET', at)).status).toBe(404);
      expect((await send('editor', 'GET', `${at}/file`)).status).toBe(403);
      // What has ended stays as it is.
      const cancelled = await send('owner', 'POST', `${at}/cancel`);
      expect([cancelled.status, cancelled.body.status]).toEqual([200, 'succeeded']);
      const unknown = await send('owner', 'POST', `${org.path}/import`, { upload_id: 'upload_1' });
      expect([unknown.status, unknown.body.errors[0].pointer]).toEqual([400, '/upload_id']);
    });
  });

  describe('a new project', () => {
    it('starts from a template', async () => {
      const org = await newOrg(target);
      const { results } = (await send('owner', 'GET', `${org.path}/project-template`)).body;
      for (const { id, name, tasks, collections } of results) {
        const body = { name, template_id: id };
        const started = await send('owner', 'POST', `${org.path}/project-copy`, body);
        const { status, error, project_ids } = await ended(org.path, started.body.id);
        expect([status, error]).toEqual(['succeeded', null]);
        const path = `${org.path}/project/${project_ids[0]}`;
        const made = (await send('owner', 'GET', `${path}/task`)).body.results;
        expect(made.map((task: Any) => task.name).sort()).toEqual([...tasks].sort());
        expect(made.every((task: Any) => task.active_revision === 1)).toBe(true);
        const found = (await send('owner', 'GET', `${path}/collection`)).body.results;
        expect(found.map((one: Any) => one.name)).toEqual(collections);
      }
    });

    it('is a copy of another one, without its documents, keys and webhooks', async () => {
      const org = await newOrg(target);
      await fill(org, org.projectPath);
      const [{ id: project_id }] = await projectsOf(org);
      const body = { name: 'My first PROJECT', project_id };
      const started = await send('owner', 'POST', `${org.path}/project-copy`, body);
      const done = await ended(org.path, started.body.id);
      expect([done.status, done.error]).toEqual(['succeeded', null]);
      const path = `${org.path}/project/${done.project_ids[0]}`;
      const made = (await send('owner', 'GET', path)).body;
      expect(made).toMatchObject({ name: 'My first PROJECT (2)', run_retention_days: 30 });
      const tasks = (await send('owner', 'GET', `${path}/task`)).body.results;
      expect(tasks.map(({ name }: Any) => name).sort()).toEqual(['Answers', 'Reviews']);
      const [help] = (await send('owner', 'GET', `${path}/collection`)).body.results;
      expect(help.name).toBe('Help');
      const documents = `${path}/collection/${help.id}/document`;
      expect((await send('owner', 'GET', documents)).body.results).toEqual([]);
      for (const none of ['api-key', 'webhook'])
        expect((await send('owner', 'GET', `${path}/${none}`)).body.results).toEqual([]);
      // Its tasks search its own collection.
      const answers = tasks.find(({ name }: Any) => name === 'Answers').id;
      const draft = (await send('owner', 'GET', `${path}/task/${answers}/draft`)).body;
      expect(draft.definition.retrieval.collection_ids).toEqual([help.id]);
    });

    it('needs a source that exists', async () => {
      const org = await newOrg(target);
      const [{ id: project_id }] = await projectsOf(org);
      for (const [body, pointer] of [
        [{ name: 'A' }, '/project_id'],
        [{ name: 'A', project_id, template_id: 'support' }, '/project_id'],
        [{ name: 'A', project_id: target().projectId }, '/project_id'],
        [{ name: 'A', template_id: 'nothing' }, '/template_id'],
      ] as const) {
        const refused = await send('owner', 'POST', `${org.path}/project-copy`, body);
        expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, pointer]);
      }
    });
  });

  describe('a project that moves to another organisation', () => {
    it('takes everything along, and is paid from there', async () => {
      const [from, to] = [await newOrg(target), await newOrg(target)];
      await from.join('editor', { role: 'editor' });
      await from.join('member', { projects: from.projects('member') });
      const path = from.projectPath;
      await fill(from, path);
      const { key } = (await send('owner', 'POST', `${path}/api-key`, { name: 'K' })).body;
      const id = path.split('/').at(-1);
      const body = { org_id: to.id };
      // The last project stays.
      const refused = await send('owner', 'POST', `${path}/move`, body);
      expect([refused.status, refused.body.code]).toEqual([409, 'last_project']);
      await send('owner', 'POST', `${from.path}/project`, { name: 'Stays' });
      const preview = (await send('owner', 'POST', `${path}/move/preview`, body)).body;
      const editor = await from.personOf('editor');
      expect(preview).toMatchObject({
        org_name: to.name,
        name: 'My first project (2)',
        losing: { count: 1 },
        guests: 1,
        gaining: 0,
        api_keys: 2,
        webhooks: 1,
        unfinished_runs: 0,
        balance: 0,
        problem: null,
      });
      expect(editor.id).toBeTruthy();
      expect((await send('editor', 'POST', `${path}/move`, body)).status).toBe(403);

      const moved = await send('owner', 'POST', `${path}/move`, body);
      expect([moved.status, moved.body]).toEqual([
        200,
        expect.objectContaining({ id, org_id: to.id, name: 'My first project (2)', role: 'owner' }),
      ]);
      expect((await send('owner', 'GET', path)).status).toBe(404);
      const next = `${to.path}/project/${id}`;
      expect((await send('editor', 'GET', next)).status).toBe(404);
      expect((await send('member', 'GET', next)).body.role).toBe('member');
      const tasks = (await send('owner', 'GET', `${to.path}/task`)).body.results;
      expect(tasks).toHaveLength(2);
      const reviews = tasks.find(({ name }: Any) => name === 'Reviews').id;
      const inputs = { inputs: { review: 'Good.' } };
      const run = (at: string) =>
        call(target(), { bearer: key }, 'POST', `${at}/task/${reviews}/run`, { body: inputs });
      expect([(await run(path)).status, (await run(next)).status]).toEqual([404, 200]);
      for (const { path: log } of [from, to]) {
        const { results } = (await send('owner', 'GET', `${log}/audit`)).body;
        expect(results.map(({ action }: Any) => action)).toContain('moveProject');
      }
    });

    it('needs rights in both', async () => {
      const from = await newOrg(target);
      await send('owner', 'POST', `${from.path}/project`, { name: 'Stays' });
      for (const at of [`${from.projectPath}/move`, `${from.projectPath}/move/preview`]) {
        const same = await send('owner', 'POST', at, { org_id: from.id });
        expect([same.status, same.body.errors[0].pointer]).toEqual([400, '/org_id']);
        // The owner is only a guest there.
        const guest = await send('owner', 'POST', at, { org_id: target().shared.orgId });
        expect(guest.status).toBe(403);
        expect((await send('owner', 'POST', at, { org_id: 'org_none' })).status).toBe(404);
      }
    });
  });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

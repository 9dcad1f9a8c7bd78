import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#core/ids.ts';
import {
  API_KEYS_MAX,
  CREDENTIALS_MAX,
  DATASET_CASES_MAX,
  DATASETS_MAX,
  ORGS_MAX,
  PROJECTS_MAX,
  STORED_INPUTS_MAX_MB,
  TEMPLATES_MAX,
} from '#core/limits.ts';
import { dataset } from '#domain/evaluation/evaluation.tables.ts';
import { createStores } from '../../stores.ts';
import { startTestApp, type TestApp } from '../../testing.ts';

let server: TestApp;
let ada: ReturnType<TestApp['as']>;
let org: string;
let project: string;
let task: string;
let ids: { org: string; project: string; task: string; user: string };

beforeAll(async () => {
  server = await startTestApp();
  ada = server.as('ada');
  const orgId = (await ada('GET', '/org')).body.results[0].id;
  org = `/org/${orgId}`;
  const projectId = (await ada('GET', `${org}/project`)).body.results[0].id;
  project = `${org}/project/${projectId}`;
  const definition = {
    ...(await blank()),
    variables: [TEXT],
    system_prompt: 'S',
    user_prompt: '{it}',
  };
  const made = await ada('POST', `${project}/task`, { name: 'T', definition });
  task = `${project}/task/${made.body.id}`;
  const user = (await ada('GET', '/user')).body.id;
  ids = { org: orgId, project: projectId, task: made.body.id, user };
});
afterAll(() => server.close());

const TEXT = { name: 'it', type: 'text', required: true };
async function blank() {
  const { body } = await ada('POST', `${project}/task`, { name: 'Blank' });
  return (await ada('GET', `${project}/task/${body.id}/draft`)).body.definition;
}

const stores = () => createStores(server.database.db);
const numbered = <T>(count: number, make: (n: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));
const now = () => new Date().toISOString();

/** Sends concurrent requests, only one of which is within the limit. */
async function expectOneOfFour(send: (n: number) => Promise<{ status: number; body: unknown }>) {
  const responses = await Promise.all(numbered(4, send));
  const refused = responses.filter(({ status }) => status === 409);
  expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(refused).toHaveLength(3);
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: 'limit_reached' });
    expect((body as { detail: string }).detail).toMatch(/ at most [\d,]+ |the maximum/);
    expect((body as { detail: string }).detail).toMatch(/(Delete|Remove) /);
  }
}

describe('what can be created for free is limited, also when it is created at once:', () => {
  it('the organisations that a person owns', async () => {
    for (let n = 2; n < ORGS_MAX; n += 1) await ada('POST', '/org', { name: `Org ${n}` });
    await expectOneOfFour((n) => ada('POST', '/org', { name: `Last ${n}` }));
  });

  it('projects', async () => {
    const row = await stores().project.projects.find({ id: ids.project });
    if (!row) throw new Error('no project');
    const rows = numbered(PROJECTS_MAX - 2, (n) => ({
      ...row,
      id: newId('project'),
      name: `Project ${n}`,
    }));
    await stores().project.projects.insert(rows);
    await expectOneOfFour((n) => ada('POST', `${org}/project`, { name: `Last ${n}` }));
  });

  it('API keys', async () => {
    const rows = numbered(API_KEYS_MAX - 1, (n) => ({
      id: newId('key'),
      project_id: ids.project,
      name: `Key ${n}`,
      prefix: 'tlk_0000',
      hash: `hash ${n}`,
      resources: null,
      old_prefix: null,
      old_hash: null,
      old_key_until: null,
      created_by_id: ids.user,
      created_at: now(),
      last_used_at: null,
      expires_at: null,
    }));
    await stores().access.apiKeys.insert(rows);
    await expectOneOfFour((n) => ada('POST', `${project}/api-key`, { name: `Last ${n}` }));
  });

  it('templates', async () => {
    const { body } = await ada('GET', `${task}/draft`);
    const template = { name: 'First', description: '', definition: body.definition };
    const first = await ada('POST', `${org}/template`, template);
    const [row] = await stores().template.templates.list({ where: { org_id: ids.org } });
    if (!row) throw new Error(JSON.stringify(first.body));
    const rows = numbered(TEMPLATES_MAX - 2, (n) => ({
      ...row,
      id: newId('template'),
      name: `Template ${n}`,
    }));
    await stores().template.templates.insert(rows);
    await expectOneOfFour((n) =>
      ada('POST', `${org}/template`, { ...template, name: `Last ${n}` }),
    );
  });

  it("credentials for tools' servers", async () => {
    const put = (n: number | string) =>
      ada('PUT', `${project}/tool/credential`, {
        url: `https://${n}.example.com/mcp`,
        authorization: 'Bearer x',
      });
    for (let n = 1; n < CREDENTIALS_MAX; n += 1) await put(n);
    await expectOneOfFour((n) => put(`last${n}`));
    // Updating one is always allowed.
    expect((await put(1)).status).toBe(200);
  });

  it('datasets', async () => {
    for (let n = 1; n < DATASETS_MAX; n += 1)
      await ada('POST', `${task}/dataset`, { name: `${n}` });
    await expectOneOfFour((n) => ada('POST', `${task}/dataset`, { name: `Last ${n}` }));
  });

  it('the cases of a dataset', async () => {
    const { body } = await ada('GET', `${task}/dataset?page_limit=1`);
    const { id } = body.results[0];
    const full = { cases: DATASET_CASES_MAX - 1 };
    await server.database.db.update(dataset).set(full).where(eq(dataset.id, id));
    const add = () => ada('POST', `${task}/dataset/${id}/case`, { inputs: { it: 'x' } });
    await expectOneOfFour(add);
  });
});

describe('what the inputs of cases store is limited per project, also when they are added at once:', () => {
  const big = 'x'.repeat(100_000);
  const MB = 1024 * 1024;
  let first: string;
  let second: string;
  const sizeOf = async (path: string) => {
    const id = path.split('/').at(-1) ?? '';
    return (await stores().evaluation.datasets.find({ id }))?.size ?? Number.NaN;
  };
  /** Leaves this much space in the project, by making a dataset appear larger than it is. */
  const leave = async (space: number) => {
    const id = first.split('/').at(-1) ?? '';
    const others = (await stores().evaluation.storedIn(ids.project)) - (await sizeOf(first));
    const size = STORED_INPUTS_MAX_MB * MB - others - space;
    await server.database.db.update(dataset).set({ size }).where(eq(dataset.id, id));
  };
  beforeAll(async () => {
    const { results } = (await ada('GET', `${task}/dataset?page_limit=3`)).body;
    [first, second] = results.slice(1).map(({ id }: { id: string }) => `${task}/dataset/${id}`);
  });

  it('added, changed or imported cases, in all datasets together, and evaluations', async () => {
    await leave(150_000);
    const paths = [first, second, second, first];
    await expectOneOfFour((n) => ada('POST', `${paths[n]}/case`, { inputs: { it: big } }));

    await leave(50_000);
    const small = await ada('POST', `${second}/case`, { inputs: { it: 'x' } });
    const path = `${second}/case/${small.body.id}`;
    const grown = await ada('PATCH', path, { inputs: { it: big } });
    expect([grown.status, grown.body.code]).toEqual([409, 'limit_reached']);
    const content = JSON.stringify({ it: big });
    const imported = await ada('POST', `${second}/import`, { format: 'jsonl', content });
    expect([imported.status, imported.body.code]).toEqual([409, 'limit_reached']);

    const saved = await ada('POST', `${task}/revision`, { activate: true });
    const evaluation = { dataset_id: second.split('/').at(-1), revision: saved.body.number };
    await leave(0);
    const evaluated = await ada('POST', `${task}/evaluation`, evaluation);
    expect([evaluated.status, evaluated.body.code]).toEqual([409, 'limit_reached']);
    await leave(10 * MB);
    expect((await ada('POST', `${task}/evaluation`, evaluation)).status).toBe(202);
  });

  it('no more, once cases are made smaller or deleted', async () => {
    await leave(10 * MB);
    const before = await sizeOf(second);
    const { body } = await ada('POST', `${second}/case`, { inputs: { it: big } });
    expect(await sizeOf(second)).toBe(before + JSON.stringify([{ it: big }, null]).length);
    await leave(0);
    expect((await ada('PATCH', `${second}/case/${body.id}`, { inputs: { it: 'y' } })).status).toBe(
      200,
    );
    await ada('DELETE', `${second}/case/${body.id}`);
    expect(await sizeOf(second)).toBe(before);
  });
});

it('a person has one picture, however many are uploaded at once', async () => {
  const form = (n: number) => {
    const pixel =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
    const payload = Buffer.concat([
      Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'),
      Buffer.from(pixel, 'base64'),
      Buffer.from(`${n}\r\n--x--\r\n`),
    ]);
    const headers = {
      authorization: 'Bearer token-ada',
      'content-type': 'multipart/form-data; boundary=x',
    };
    return server.call({ method: 'PUT', url: '/api/v1/user/avatar', headers, payload });
  };
  const responses = await Promise.all(numbered(8, form));
  expect(responses.map(({ status }) => status)).toEqual(numbered(8, () => 200));
  const folder = join(server.platform.settings.DATA_DIR, 'files/avatar');
  expect(readdirSync(folder)).toHaveLength(1);
});

import { type SQL, sql } from 'drizzle-orm';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { firstIdAt, newId } from '#core/ids.ts';
import { DAY_MS } from '#core/limits.ts';
import { emptyDefinition } from '#core/task/definition/definition.ts';
import { eraseAccounts } from '#domain/account/erase.ts';
import { sweepChats } from '#domain/chat/sweep.ts';
import { sweepCollections } from '#domain/collection/ingest/sweep.ts';
import { eraseDeleted } from '#domain/deletion/sweep.ts';
import { identityError } from '#domain/identity/identity.tables.ts';
import { spreadEvents } from '#domain/webhook/webhook-event.service.ts';
import { sqlTable } from '#server/db/table.ts';
import { expireRuns, sweepRuns } from '#server/features/run/keeper/run-keeper.repository.ts';
import { sweepEvents } from '#server/features/webhook/webhook.repository.ts';
import type { TestApp } from '#server/testing.ts';
import { archiveOfTasks } from '../support/stalls/archive.ts';
import { expectShortTransactions } from '../support/stalls/transactions.ts';
import { until } from '../support/until.ts';
import { openRecorded, type Place } from './recorded.ts';

/**
 * What callers choose the number of: more than a transaction may write, so whatever writes, moves or deletes all of them
 * at once fails, however fast the machine is. PostgreSQL isn't recorded, because its other connections don't wait.
 */
const MANY = 700;
const { signal } = new AbortController();
const definition = { ...emptyDefinition('sandbox/sandbox'), system_prompt: 'A', user_prompt: 'B' };
let recorded: Awaited<ReturnType<typeof openRecorded>>;
let server: TestApp;
let people = 0;
let call: ReturnType<TestApp['as']>;
let place: Place;

beforeAll(async () => {
  recorded = await openRecorded();
  server = recorded.server;
});
afterAll(() => recorded.close());

beforeEach(async () => {
  people += 1;
  place = await recorded.join(`mallory${people}`);
  call = server.as(place.name);
  recorded.held.length = 0;
});

const multiply = (table: string, where: SQL, other: SQL, count = MANY) =>
  recorded.multiply(table, where, other, count);
const seeding = <T>(work: () => Promise<T>) => recorded.seeding(work);
const rowsIn = (table: string, where: SQL) => recorded.rowsIn(table, where);

async function made(path: string, body: object): Promise<{ id: string; path: string }> {
  const response = await call('POST', path, body);
  expect(response.status, response.text.slice(0, 300)).toBeLessThan(300);
  const id = response.body.id as string;
  return { id, path: `${path}/${id}` };
}

async function transferred(
  path: string,
  body: object,
  whileRunning?: (id: string) => Promise<void>,
) {
  const { id } = (await call('POST', `${place.org}/${path}`, body)).body;
  await whileRunning?.(id);
  const { transfers } = server.services.domain.stores.transfer;
  await until(async () => (await transfers.find({ id }))?.ended_at != null, 150_000);
  return (await call('GET', `${place.org}/transfer/${id}`)).body;
}

async function uploaded(bytes: Uint8Array): Promise<string> {
  const files = [{ name: 'a.zip', size: bytes.length }];
  const { body } = await call('POST', `${place.project}/upload`, { purpose: 'archive', files });
  const { id } = body.results[0].upload;
  const form = new FormData();
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], 'a.zip'));
  const request = new Request('http://localhost', { method: 'PUT', body: form });
  const payload = Buffer.from(await request.arrayBuffer());
  const headers = {
    authorization: `Bearer token-${place.name}`,
    'content-type': request.headers.get('content-type') ?? '',
  };
  const url = `/api/v1${place.project}/upload/${id}?offset=0`;
  const { statusCode, body: text } = await server.app.inject({
    method: 'PUT',
    url,
    payload,
    headers,
  });
  expect(statusCode, text).toBe(200);
  return id;
}

const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

it('an archive of many tasks, and a copy of them', { timeout: 300_000 }, async () => {
  const upload_id = await uploaded(archiveOfTasks(MANY));
  const done = await transferred('import', { upload_id });
  expect(done).toMatchObject({ status: 'succeeded', error: null, done: 2 * MANY + 1 });
  const [project_id] = done.project_ids;
  expect(await rowsIn('task', sql`project_id = ${project_id}`)).toBe(MANY);
  const copied = await transferred('project-copy', { name: 'Copy', project_id });
  expect(copied).toMatchObject({ status: 'succeeded', error: null });
  expect(await rowsIn('task', sql`project_id = ${copied.project_ids[0]}`)).toBe(MANY);
  expectShortTransactions(recorded.held);
});

it('a cancelled import leaves nothing behind', { timeout: 300_000 }, async () => {
  const upload_id = await uploaded(archiveOfTasks(MANY));
  const done = await transferred('import', { upload_id }, async (id) => {
    const { transfers } = server.services.domain.stores.transfer;
    await until(async () => ((await transfers.find({ id }))?.written ?? 0) > 0, 150_000);
    await call('POST', `${place.org}/transfer/${id}/cancel`);
  });
  expect(done).toMatchObject({ status: 'cancelled', project_ids: [] });
  await eraseDeleted(server.services.domain, { now: new Date(), signal });
  expect(await rowsIn('task', sql`org_id = ${place.orgId}`)).toBe(0);
  expectShortTransactions(recorded.held);
});

it('datasets and evaluations', async () => {
  const task = await made(`${place.project}/task`, {
    name: 'T',
    definition: {
      ...definition,
      user_prompt: '{a}',
      variables: [{ name: 'a', type: 'text', required: true }],
    },
  });
  await call('POST', `${task.path}/revision`, { activate: true });
  const dataset = await made(`${task.path}/dataset`, { name: 'D', checks: [] });
  const content = `a\n${Array.from({ length: MANY }, (_, at) => at).join('\n')}`;
  const imported = await call('POST', `${dataset.path}/import`, { format: 'csv', content });
  expect(imported.body).toMatchObject({ added: MANY, rejected: 0 });
  const { path, id } = await made(`${task.path}/evaluation`, {
    dataset_id: dataset.id,
    revision: 1,
  });
  expect((await call('GET', path)).body.cases).toBe(MANY);
  await call('POST', `${path}/cancel`);
  await call('DELETE', path);
  await call('DELETE', dataset.path);
  await multiply(
    'task_revision',
    sql`task_id = ${task.id}`,
    sql`jsonb_build_object('number', 1 + n)`,
  );
  await call('DELETE', task.path);
  await eraseDeleted(server.services.domain, { now: new Date(Date.now() + DAY_MS), signal });
  expect(await rowsIn('dataset_case', sql`dataset_id = ${dataset.id}`)).toBe(0);
  expect(await rowsIn('evaluation_result', sql`evaluation_id = ${id}`)).toBe(0);
  expect(await rowsIn('task_revision', sql`task_id = ${task.id}`)).toBe(0);
  expectShortTransactions(recorded.held);
});

it('collections', async () => {
  const documents = Array.from({ length: MANY }, (_, at) => ({
    ...{ path: null, name: `D${at}`, type: 'url', url: `https://example.com/${at}`, tags: [] },
    ...{ media_type: null, dated_at: '2026-01-01T00:00:00Z' },
  }));
  const question = { question: 'Why?', expected: [], filter: null };
  const archive = zipSync({
    'collection.json': json({
      ...{ format: 'taskloom-collection', version: 1, name: 'C', description: '', tags: [] },
      settings: { chunk_size: 300, chunk_overlap: 40, language: 'auto', embedding_model: null },
      ...{ documents, questions: Array.from({ length: 500 }, () => question) },
    }),
  });
  const upload_id = await uploaded(archive);
  const { id, path } = await made(`${place.project}/collection/import`, { upload_id });
  const collection = path.replace('/import', '');
  expect(await rowsIn('document', sql`collection_id = ${id}`)).toBe(MANY);
  await made(`${collection}/index`, { settings: { chunk_size: 200 } });
  const tag = { state: 'waiting', action: 'add_tags', tags: ['a'] };
  await call('POST', `${collection}/document/change`, tag);
  await call('DELETE', collection);
  const later = new Date(Date.now() + DAY_MS);
  await eraseDeleted(server.services.domain, { now: later, signal });
  await sweepCollections(server.services.domain, { now: later, signal });
  expect(await rowsIn('document', sql`collection_id = ${id}`)).toBe(0);
  expect(await rowsIn('collection_question', sql`collection_id = ${id}`)).toBe(0);
  expectShortTransactions(recorded.held);
});

/** A project with much of everything. */
async function fill(): Promise<void> {
  const { projectId, orgId } = place;
  const task = await made(`${place.project}/task`, { name: 'T', definition });
  await call('POST', `${task.path}/revision`, { activate: true });
  const dataset = await made(`${task.path}/dataset`, { name: 'D', checks: [] });
  await call('POST', `${dataset.path}/case`, { inputs: {} });
  const evaluation = await made(`${task.path}/evaluation`, { dataset_id: dataset.id, revision: 1 });
  await call('POST', `${evaluation.path}/cancel`);
  const collection = await made(`${place.project}/collection`, { name: 'C' });
  const text = { name: 'One', text: 'A text.' };
  const document = await made(`${collection.path}/document`, text);
  const chat = await made(`${place.project}/chat`, { config: { type: 'task', task_id: task.id } });
  const of = (id: string) => sql`id = ${id}`;
  const copy = (id: string) => sql`jsonb_build_object('id', ${id} || n)`;
  await multiply(
    'task',
    of(task.id),
    sql`${copy(task.id)} || jsonb_build_object('name', 'T' || n)`,
  );
  const drafts = sql`jsonb_build_object('task_id', ${task.id} || n)`;
  await multiply('task_draft', sql`task_id = ${task.id}`, drafts);
  const queued = sql`${copy(evaluation.id)} || '{"status": "queued", "lease_until": "2100-01-01"}'`;
  await multiply('evaluation', of(evaluation.id), queued);
  await multiply('document', of(document.id), copy(document.id));
  const indexings = sql`jsonb_build_object('document_id', ${document.id} || n)`;
  await multiply('indexing', sql`document_id = ${document.id}`, indexings);
  await multiply('chat', of(chat.id), copy(chat.id));
  const person = sql`jsonb_build_object('user_id', 'user_' || ${projectId} || n)`;
  await multiply(
    'user',
    sql`email = ${`${place.name}@example.com`}`,
    sql`jsonb_build_object(
    'id', 'user_' || ${projectId} || n, 'identity_id', ${projectId} || n, 'email', n || '@example.com')`,
  );
  await multiply('org_member', sql`org_id = ${orgId}`, sql`${person} || '{"role": "member"}'`);
  const member = { project_id: projectId, role: 'member', created_at: new Date().toISOString() };
  await seeding(async () => {
    await server.database.db.execute(sql`
      insert into project_member (project_id, user_id, role)
      select ${member.project_id}, user_id, 'member' from org_member where org_id = ${orgId}`);
  });
}

it('a project that moves, is deleted, restored and erased', async () => {
  await fill();
  const { orgId, projectId } = place;
  await made(`${place.org}/project`, { name: 'Stays' });
  const to = await made('/org', { name: 'Globex' });
  await server.database.db.execute(sql`update org set plan = 'teams' where id = ${to.id}`);
  recorded.held.length = 0;
  const moved = await call('POST', `${place.project}/move`, { org_id: to.id });
  expect(moved.status, moved.text).toBe(200);
  for (const table of ['task', 'document', 'indexing', 'evaluation', 'chat'])
    expect(await rowsIn(table, sql`org_id = ${orgId}`), table).toBe(0);
  expect(await rowsIn('project', sql`moved_from is not null`)).toBe(0);
  await made(`/org/${to.id}/project`, { name: 'Stays too' });
  const path = `/org/${to.id}/project/${projectId}`;
  expect((await call('DELETE', path)).status).toBe(204);
  expect(await rowsIn('evaluation', sql`project_id = ${projectId} and ended_at is null`)).toBe(0);
  await call('POST', `/org/${to.id}/deleted-project/${projectId}/restore`);
  await call('DELETE', path);
  await call('DELETE', `/org/${to.id}/deleted-project/${projectId}`);
  const later = new Date(Date.now() + DAY_MS);
  await eraseDeleted(server.services.domain, { now: later, signal });
  await sweepCollections(server.services.domain, { now: later, signal });
  await sweepChats(server.services.domain, { now: later, signal });
  for (const table of ['task', 'evaluation', 'chat', 'project_member'])
    expect(await rowsIn(table, sql`project_id = ${projectId}`), table).toBe(0);
  expectShortTransactions(recorded.held);
});

it('an organisation that is deleted with its last owner, whose account is erased', async () => {
  await fill();
  const { db } = server.database;
  const { id: userId, email } = (await call('GET', '/user')).body;
  const { orgId } = place;
  await multiply('org', sql`id = ${orgId}`, sql`jsonb_build_object('id', ${orgId} || n)`, 60);
  await seeding(async () => {
    await db.execute(sql`insert into org_member (org_id, user_id, role)
      select id, ${userId}, 'member' from org where id like ${`${orgId}_%`}`);
    await db.execute(sql`insert into org_member (org_id, user_id, role)
      select org_id, 'user_' || ${place.projectId} || '1', 'owner' from org_member
      where org_id like ${`${orgId}_%`}`);
  });
  recorded.held.length = 0;
  const scheduled = await call('POST', '/user/deletion', { email, org_ids: [orgId] });
  expect(scheduled.status, scheduled.text).toBeLessThan(300);
  await server.database.db.execute(
    sql`update "user" set delete_at = now() - interval '1 day' where id = ${userId}`,
  );
  const errors: unknown[] = [];
  const now = new Date();
  const domain = {
    ...server.services.domain,
    account: { ...server.services.domain.account, deleteIdentity: async () => undefined },
  };
  await eraseAccounts(domain, { now, signal, report: (error) => errors.push(error) });
  expect(errors).toEqual([]);
  expect(await rowsIn('user', sql`id = ${userId}`)).toBe(0);
  await eraseDeleted(server.services.domain, { now: new Date(Date.now() + DAY_MS), signal });
  expect(await rowsIn('org_member', sql`org_id = ${orgId}`)).toBe(0);
  expect(await rowsIn('task', sql`org_id = ${orgId}`)).toBe(0);
  expectShortTransactions(recorded.held);
});

it('webhooks with many deliveries and tasks, and events for many webhooks', async () => {
  const { projectId } = place;
  const hook = { name: 'Hook', url: 'https://hooks.invalid/a', events: ['run.failed'] };
  const { body } = await call('POST', `${place.project}/webhook`, hook);
  const { id } = body.webhook;
  await multiply(
    'webhook',
    sql`id = ${id}`,
    sql`jsonb_build_object('id', ${id} || n, 'all_tasks', true)`,
    49,
  );
  const event = newId('event');
  await seeding(async () => {
    const { db } = server.database;
    await db.execute(sql`insert into webhook_event (id, project_id, type, created_at)
      select ${event} || n, ${projectId}, 'run.failed', now() from generate_series(1, 60) n`);
  });
  while (await spreadEvents(server.services.domain.stores));
  expect(await rowsIn('webhook_delivery', sql`event_id like ${`${event}%`}`)).toBe(60 * 49);
  const task = await made(`${place.project}/task`, { name: 'T', definition });
  await call('PUT', `${task.path}/webhook`, { webhook_id: id });
  const copy = sql`jsonb_build_object('id', ${task.id} || n, 'name', 'T' || n)`;
  await multiply('task', sql`id = ${task.id}`, copy);
  const attached = sql`jsonb_build_object('task_id', ${task.id} || n)`;
  await multiply('task_webhook', sql`task_id = ${task.id}`, attached);
  await call('DELETE', `${place.project}/webhook/${id}`);
  expect((await call('GET', `${task.path}/webhook`)).body).toEqual({ webhook_id: null });
  await eraseDeleted(server.services.domain, { now: new Date(), signal });
  expect(await rowsIn('task_webhook', sql`webhook_id = ${id}`)).toBe(0);
  expectShortTransactions(recorded.held);
});

it('runs past their retention, and those of deleted projects', async () => {
  const { orgId, projectId } = place;
  const insert = (project: string, prefix: string) =>
    seeding(() =>
      server.database.db.execute(sql`
        insert into run (id, org_id, project_id, task_id, task_name, revision, source, status, model_id, input_preview,
          inputs, output_valid, input_tokens, output_tokens, cost, latency_ms, caller_type, caller_id, caller_name,
          worker_id, created_at, ended_at)
        select ${prefix} || n, ${orgId}, ${project}, 'task_any', 'Any', 1, 'api', 'succeeded', 'any', '', '{}', true,
          1, 1, 1, 1, 'user', 'user', 'Ada', 'worker', now(), now() from generate_series(1, ${MANY}::int) n`),
    );
  await insert(projectId, firstIdAt('run', Date.now() - 10 * DAY_MS));
  await insert('project_gone', newId('run'));
  await call('PATCH', place.project, { run_retention_days: 5 });
  expect(await expireRuns(server.database.db)).toBe(MANY);
  // And those of projects in other tests.
  expect(await sweepRuns(server.database.db)).toBeGreaterThanOrEqual(MANY);
  expectShortTransactions(recorded.held);
});

it('invitations of as many people as one request allows', async () => {
  const emails = Array.from({ length: 100 }, (_, at) => `p${at}@${place.name}.example.com`);
  const { status } = await call('POST', `${place.org}/invitation`, { emails, role: 'member' });
  expect(status).toBeLessThan(300);
  expectShortTransactions(recorded.held);
});

it('what is deleted by time', async () => {
  const { stores } = server.services.domain;
  const { db } = server.database;
  const event = newId('event');
  await seeding(async () => {
    await db.execute(sql`insert into idempotency (caller, key, request_hash, created_at)
      select 'old', n::text, '', '2020-01-01' from generate_series(1, ${MANY}::int) n`);
    await db.execute(sql`insert into webhook_event (id, project_id, type, created_at)
      select ${event} || n, ${place.projectId}, 'run.failed', '2020-01-01' from generate_series(1, ${MANY}::int) n`);
    await db.execute(sql`insert into webhook_delivery (id, webhook_id, event_id, status, created_at)
      select ${event} || n || w, 'webhook_' || w, ${event} || n, 'failed', '2020-01-01'
      from generate_series(1, ${MANY}::int) n, generate_series(1, 5) w`);
    await db.execute(sql`insert into identity_error (id, error, created_at)
      select n::text, '{}', '2020-01-01' from generate_series(1, ${MANY}::int) n`);
  });
  const before = new Date('2021-01-01');
  const old = { created_at: { lt: before.toISOString() } };
  expect(await stores.system.idempotency.delete(old)).toBe(MANY);
  await sweepEvents(db, before);
  expect(await rowsIn('webhook_delivery', sql`event_id like ${`${event}%`}`)).toBe(0);
  await sqlTable(db, identityError).delete({ createdAt: { lt: before } });
  expectShortTransactions(recorded.held);
});

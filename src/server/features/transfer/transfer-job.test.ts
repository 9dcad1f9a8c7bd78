import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '#core/ids.ts';
import { project } from '#domain/project/project.tables.ts';
import { chunksOf, piecesOf } from '#domain/transfer/pieces.ts';
import type { TransferDomain } from '#domain/transfer/progress.ts';
import { snapshotOf } from '#domain/transfer/snapshot.ts';
import type { TransferRow } from '#domain/transfer/transfer.tables.ts';
import { transferWork } from '#domain/transfer/work.ts';
import { until } from '../../../../tests/support/until.ts';
import { freeJobs } from '../../platform/jobs/job-table.repository.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { TRANSFERS } from './transfer.repository.ts';

const { signal } = new AbortController();
let server: TestApp;
let domain: TransferDomain;
let people = 0;
let place: { name: string; orgId: string; projectId: string; userId: string };

beforeAll(async () => {
  server = await startTestApp();
  ({ domain } = server.services);
});
afterAll(() => server.close());

beforeEach(async () => {
  people += 1;
  const name = `ada${people}`;
  const call = server.as(name);
  const { id: userId } = (await call('GET', '/user')).body;
  const orgId = (await call('GET', '/org')).body.results[0].id;
  const projectId = (await call('GET', `/org/${orgId}/project`)).body.results[0].id;
  place = { name, orgId, projectId, userId };
});

const transfers = () => domain.stores.transfer.transfers;
const rowOf = async (id: string) => (await transfers().find({ id })) as TransferRow;
/** The names of all projects, even hidden ones. */
const names = async () => {
  const { db } = server.database;
  const rows = await db.select().from(project).where(eq(project.org_id, place.orgId));
  return rows.map((row) => row.name).sort();
};

/** A transfer on which a process works. */
async function running(change: Partial<TransferRow>): Promise<TransferRow> {
  const row: TransferRow = {
    id: newId('transfer'),
    org_id: place.orgId,
    kind: 'copy',
    status: 'running',
    input: { project_id: place.projectId, name: 'Copy' },
    done: 0,
    total: 1,
    size: null,
    project_ids: [],
    report: [],
    error: null,
    created_by_id: place.userId,
    created_by_name: 'Ada',
    created_at: new Date().toISOString(),
    ended_at: null,
    written: null,
    worker_id: 'another process',
    lease_until: new Date(Date.now() + 60_000).toISOString(),
    ...change,
  };
  await transfers().insert(row);
  return row;
}

/** What a process that is killed while it copies leaves behind. */
async function halfDone(): Promise<TransferRow> {
  const { projects, allProjects } = domain.stores.project;
  const source = await projects.find({ id: place.projectId });
  if (!source) throw new Error('The project is missing');
  const id = newId('project');
  const hidden = { deleted_at: new Date().toISOString(), deleted_with_org: true };
  await allProjects.insert({ ...source, ...hidden, id, name: 'Half a copy' });
  return running({ worker_id: 'dead', project_ids: [id] });
}

it.each(['its lease has expired', 'it is found dead'])(
  'takes a transfer over from a process when %s, and removes what that left behind',
  async (when) => {
    const before = await names();
    const row = await halfDone();
    domain.transfer.kick();
    if (when === 'it is found dead')
      await server.database.db.transaction((tx) => freeJobs(tx, TRANSFERS, ['dead']));
    else await transfers().change({ id: row.id }, { lease_until: '2026-01-01T00:00:00Z' });
    domain.transfer.kick();
    await until(async () => (await rowOf(row.id)).ended_at !== null, 30_000);
    expect(await rowOf(row.id)).toMatchObject({
      status: 'succeeded',
      done: 1,
      total: 1,
      error: null,
    });
    expect(await names()).toEqual([...before, 'Copy'].sort());
  },
  45_000,
);

/** Lets something else happen as soon as the projects of a transfer are about to be stored. */
function whileStoring(happens: () => Promise<unknown>): TransferDomain {
  const { stores } = domain;
  const transaction: typeof stores.transaction = async (work) => {
    await happens();
    return stores.transaction(work);
  };
  return { ...domain, stores: { ...stores, transaction } };
}

it('leaves nothing behind when it is cancelled while it stores projects', async () => {
  const before = await names();
  const row = await running({});
  const cancel = vi.fn(async () => {
    const path = `/org/${place.orgId}/transfer/${row.id}/cancel`;
    expect((await server.as(place.name)('POST', path)).body.status).toBe('cancelled');
  });
  await expect(transferWork(whileStoring(cancel)).work(row, signal)).rejects.toThrow();
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(await rowOf(row.id)).toMatchObject({ status: 'cancelled', project_ids: [] });
  expect(await names()).toEqual(before);
});

it('leaves nothing behind when another process has taken it over', async () => {
  const before = await names();
  const row = await running({});
  const takeOver = async () => {
    await transfers().change({ id: row.id }, { worker_id: 'a third process', project_ids: [] });
  };
  await expect(transferWork(whileStoring(takeOver)).work(row, signal)).rejects.toThrow();
  expect(await rowOf(row.id)).toMatchObject({ status: 'running', worker_id: 'a third process' });
  expect(await names()).toEqual(before);
});

it('keeps the documents of an import that succeeded, whatever fails afterwards', async () => {
  const call = server.as(place.name);
  const path = `/org/${place.orgId}/project/${place.projectId}`;
  const collection = (await call('POST', `${path}/collection`, { name: 'Help' })).body;
  await call('POST', `${path}/collection/${collection.id}/document`, { name: 'A', text: 'Hello.' });
  const source = await domain.stores.project.projects.find({ id: place.projectId });
  if (!source) throw new Error('The project is missing');
  const snapshot = await snapshotOf(domain.stores, source, { at: 0, isCopy: false });
  const manifest = {
    format: 'taskloom-organisation' as const,
    version: 1 as const,
    name: 'Shop',
    default_model_id: null,
    run_retention_days: null,
    allowed_origins: [],
    members: [],
  };
  const pieces = [...piecesOf(snapshot.project, 0)];
  const body = { purpose: 'archive', files: [{ name: 'a.zip', size: 10 }] };
  const { upload } = (await call('POST', `${path}/upload`, body)).body.results[0];
  const row = await running({ kind: 'import', input: { upload_id: upload.id } });
  const removed: string[] = [];
  const unpacked: string[] = [];
  const { files } = domain.collection;
  const importing: TransferDomain = {
    ...domain,
    transfer: {
      ...domain.transfer,
      openArchive: async () => ({
        ...{ manifest, chunks: [...chunksOf(pieces)], pieces: pieces.length },
        ...{ originals: 1, notes: [] },
      }),
    },
    collection: {
      ...domain.collection,
      unpackArchive: async (_, originals) => {
        unpacked.push(...originals.map(({ folder }) => folder));
        return originals.map(() => 6);
      },
      files: {
        ...files,
        put: files.put.bind(files),
        removeFolder: async (folder) => void removed.push(folder),
      },
    },
    access: {
      ...domain.access,
      announce: async () => {
        throw new Error('the database is unreachable');
      },
    },
  };
  await expect(transferWork(importing).work(row, signal)).rejects.toThrow('unreachable');
  expect(unpacked).toHaveLength(1);
  expect(removed).toEqual([]);
  const { status, project_ids } = await rowOf(row.id);
  expect(status).toBe('succeeded');
  expect(await domain.stores.project.projects.find({ id: project_ids[0] ?? '' })).toBeDefined();
});

it('continues where it was interrupted, with what the project was when the copy began', async () => {
  const call = server.as(place.name);
  const path = `/org/${place.orgId}/project/${place.projectId}`;
  const source = (await call('GET', `${path}/task`)).body.results.length;
  for (let at = source; at < 120; at += 1) await call('POST', `${path}/task`, { name: `T ${at}` });
  const { stores } = domain;
  const dying = new AbortController();
  /** The process dies after its first chunk, and tidies nothing up. */
  const transaction: typeof stores.transaction = async (work) => {
    const result = await stores.transaction(work);
    dying.abort(new Error('killed'));
    return result;
  };
  const row = await running({});
  const dies = transferWork({ ...domain, stores: { ...stores, transaction } }).work(
    row,
    dying.signal,
  );
  await expect(dies).rejects.toThrow('killed');
  const half = await rowOf(row.id);
  expect(half).toMatchObject({ written: 100, total: 121, project_ids: [expect.any(String)] });
  await call('POST', `${path}/task`, { name: 'Too late' });
  await transferWork(domain).work(half, signal);
  const done = await rowOf(row.id);
  expect(done).toMatchObject({ status: 'succeeded', done: 121, project_ids: half.project_ids });
  const copy = { project_id: done.project_ids[0] ?? '' };
  expect(await stores.task.tasks.count(copy)).toBe(120);
  expect(await stores.task.tasks.count({ ...copy, name: 'Too late' })).toBe(0);
});

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/limits.ts';
import { eraseDeleted } from '#domain/deletion/sweep.ts';
import type { Db } from '../../db/client.ts';
import { claimJobs } from '../../platform/jobs/job-table.repository.ts';
import { createStores } from '../../stores.ts';
import { startTestApp, type TestApp } from '../../testing.ts';
import { INDEXINGS } from '../collection/collection.repository.ts';
import { SYNCS } from '../datasource/datasource.repository.ts';
import { DELIVERIES } from '../webhook/webhook.repository.ts';

let server: TestApp;
let orgPath: string;
let path: string;
let orgId: string;
let projectId: string;

const call = (...given: Parameters<ReturnType<TestApp['as']>>) => server.as('ada')(...given);

const site = createServer((_, response) =>
  response.setHeader('content-type', 'text/html').end('<title>Shop</title><p>Hello.'),
);

beforeAll(async () => {
  site.listen(0, '127.0.0.1');
  server = await startTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  await call('GET', '/user');
  orgId = (await call('GET', '/org')).body.results[0].id;
  orgPath = `/org/${orgId}`;
  projectId = (await call('POST', `${orgPath}/project`, { name: 'Shop' })).body.id;
  path = `${orgPath}/project/${projectId}`;
});
afterAll(async () => {
  site.close();
  await server.close();
});

describe('the work of a deleted project', () => {
  it('waits until the project is restored', async () => {
    const { db } = server.database;
    const { body: collection } = await call('POST', `${path}/collection`, { name: 'Help' });
    await call('PATCH', `${path}/collection/${collection.id}`, { is_paused: true });
    await call('POST', `${path}/collection/${collection.id}/document`, { name: 'A', text: 'Hi.' });
    const { body: source } = await call('POST', `${path}/collection/${collection.id}/datasource`, {
      name: 'Site',
      config: {
        kind: 'website',
        url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/`,
        depth: 0,
      },
    });
    expect(source).toMatchObject({ name: 'Site' });
    const hook = { name: 'Hook', url: 'https://hooks.invalid/a', events: ['run.failed'] };
    const { body: webhook } = await call('POST', `${path}/webhook`, hook);
    await call('POST', `${path}/webhook/${webhook.webhook.id}/test`);
    expect((await call('DELETE', path)).status).toBe(204);
    // Everything is due, and nobody works on it.
    await db.execute(sql`update collection set is_paused = false`);
    await db.execute(sql`update indexing set due_at = now(), lease_until = null`);
    await db.execute(
      sql`update datasource_sync set due_at = now(), lease_until = null, ended_at = null, status = 'waiting'
        where datasource_id = ${source.id}`,
    );
    await db.execute(
      sql`update webhook_delivery set status = 'pending', due_at = now(), lease_until = null`,
    );
    const room = { limit: 10, each: 10, freeForOne: 3, owners: new Map(), groups: new Map() };
    const claimant = { workerId: 'none', leaseMs: 1000 };
    const claimed = async (on: Db) => {
      const counts: number[] = [];
      for (const table of [INDEXINGS, SYNCS, DELIVERIES])
        counts.push((await claimJobs(on, table, claimant, room)).length);
      return counts;
    };
    expect(await claimed(db)).toEqual([0, 0, 0]);
    // In a transaction, so that the server's own workers can't be faster.
    const restored = await db.transaction(async (tx) => {
      await tx.execute(sql`update project set deleted_at = null where id = ${projectId}`);
      return claimed(tx);
    });
    expect(restored).toEqual([1, 1, 1]);
  });

  it('of evaluations ends', async () => {
    const { db } = server.database;
    const { body: project } = await call('POST', `${orgPath}/project`, { name: 'Evaluated' });
    const place = `${orgPath}/project/${project.id}`;
    const definition = {
      system_prompt: 'You classify.',
      user_prompt: 'Review: {review}',
      variables: [{ name: 'review', type: 'text', required: true }],
      output_format: { type: 'text' },
      model_id: 'sandbox/sandbox',
      parameters: {},
    };
    const { body: task } = await call('POST', `${place}/task`, { name: 'T', definition });
    await call('POST', `${place}/task/${task.id}/revision`, { activate: true });
    const at = `${place}/task/${task.id}`;
    const { body: dataset } = await call('POST', `${at}/dataset`, { name: 'Cases' });
    await call('POST', `${at}/dataset/${dataset.id}/case`, { inputs: { review: 'Fine.' } });
    const { body: started } = await call('POST', `${at}/evaluation`, {
      dataset_id: dataset.id,
      revision: 1,
    });
    await db.execute(sql`update evaluation set status = 'queued', ended_at = null`);
    await call('DELETE', place);
    const { rows } = await db.execute<{ status: string }>(
      sql`select status from evaluation where id = ${started.id}`,
    );
    expect(rows).toEqual([{ status: 'cancelled' }]);
  });
});

describe('30 days after their deletion', () => {
  const signal = new AbortController().signal;
  const days = (count: number) => new Date(Date.now() + count * DAY_MS);

  it('projects and organisations are erased with everything in them, and not before', async () => {
    const { db } = server.database;
    const stores = createStores(db);
    const { body: kept } = await call('POST', `${orgPath}/project`, { name: 'Kept' });
    expect((await call('DELETE', path)).status).toBe(204);
    const { body: org } = await call('POST', '/org', { name: 'Gone' });
    await call('DELETE', `/org/${org.id}`);
    const left = async () => {
      const { rows } = await db.execute<{ id: string }>(sql`
        select id from org where id = ${org.id}
        union all select id from project where id in (${projectId}, ${kept.id})
        union all select 'webhook' from webhook where project_id = ${projectId}`);
      return rows.map(({ id }) => id).sort();
    };
    const all = [kept.id, org.id, projectId, 'webhook'].sort();
    await eraseDeleted({ stores }, { now: days(29), signal });
    expect(await left()).toEqual(all);
    await eraseDeleted({ stores }, { now: days(31), signal });
    expect(await left()).toEqual([kept.id]);
  });

  it('they can be restored and seen no more, even if nothing has erased them yet', async () => {
    const { body: project } = await call('POST', `${orgPath}/project`, { name: 'Late' });
    await call('DELETE', `${orgPath}/project/${project.id}`);
    await server.database.db.execute(
      sql`update project set deleted_at = now() - interval '31 days' where id = ${project.id}`,
    );
    const { results } = (await call('GET', `${orgPath}/deleted-project`)).body;
    expect(results.map(({ id }: { id: string }) => id)).not.toContain(project.id);
    const restore = `${orgPath}/deleted-project/${project.id}/restore`;
    expect((await call('POST', restore)).status).toBe(404);
  });
});

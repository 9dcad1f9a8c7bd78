import { expect, it } from 'vitest';
import { openTestDatabase } from '#server/db/testing.ts';
import { processTable } from '#server/platform/jobs/presence.repository.ts';
import { startTestApp } from '#server/testing.ts';
import { page, startWebsite } from '../../../../tests/support/sources/website-server.ts';

it('a sync continues as soon as the server is back, without waiting for the lease of the dead process', async () => {
  const site = await startWebsite({ '/': page('Home') });
  const database = await openTestDatabase();
  const start = () => startTestApp({ OUTBOUND_ALLOW: '127.0.0.1' }, { database });
  const before = await start();
  const ada = before.as('ada');
  const org = (await ada('GET', '/org')).body.results[0].id;
  const project = (await ada('GET', `/org/${org}/project`)).body.results[0].id;
  const base = `/org/${org}/project/${project}/collection`;
  const path = `${base}/${(await ada('POST', base, { name: 'Site' })).body.id}/datasource`;
  const config = { kind: 'website', url: site.url };
  const { body } = await ada('POST', path, { name: 'Site', config, interval: 'manual' });
  const { syncs } = before.services.domain.stores.datasource;
  await expect
    .poll(() => syncs.find({ datasource_id: body.id }), { timeout: 30_000 })
    .toMatchObject({ status: 'succeeded' });
  await before.close();

  const found = await syncs.find({ datasource_id: body.id });
  if (!found) throw new Error('There is no sync.');
  const now = new Date();
  await processTable(database.db).put({ id: 'worker_dead', seen_at: new Date().toISOString() });
  await syncs.put({
    ...found,
    status: 'running',
    ended_at: null,
    due_at: now.toISOString(),
    worker_id: 'worker_dead',
    lease_until: new Date(now.getTime() + 3_600_000).toISOString(),
  });
  const after = await start();
  await expect
    .poll(() => syncs.find({ id: found.id }), { timeout: 30_000 })
    .toMatchObject({ status: 'succeeded' });
  await after.close();
  await database.close();
  await site.close();
});

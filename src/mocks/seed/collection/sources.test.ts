import { expect, it } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import { createBench } from '../../testing.ts';
import { HANDBOOK_ID, ORG_ID, PROJECT_ID, seedId } from '../ids.ts';
import { seedWorld } from '../world.ts';
import { SITE_PAGES } from './sources.ts';

it('the items of the website have the hashes that a sync looks for', async () => {
  for (const { url = '', key_hash } of SITE_PAGES) expect(key_hash).toBe(await sha256(url));
});

it('the mocks show a website with its log, and a repository that fails', async () => {
  const bench = createBench();
  const path = `/api/v1/org/${ORG_ID}/project/${PROJECT_ID}/collection/${HANDBOOK_ID}/datasource`;
  const { results } = await (await bench.send('GET', path, { as: 'owner' })).json();
  expect(results).toMatchObject([
    { name: 'Help centre', status: 'active', documents: 3, last_sync: { changed: 1, failed: 1 } },
    { name: 'Runbooks', status: 'failing', error: 'GitHub could not be reached.', documents: 0 },
  ]);
  const log = `${path}/${seedId('datasource', 1)}/sync/${seedId('sync', 12)}/entry`;
  const entries = await (await bench.send('GET', log, { as: 'owner' })).json();
  expect(entries.results).toHaveLength(2);
});

it('the scenario without data has no sources', () => {
  expect(seedWorld({ scenario: 'empty' }).tables.datasource).toEqual({});
});

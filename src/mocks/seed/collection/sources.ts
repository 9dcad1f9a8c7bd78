import type {
  DatasourceRow,
  DatasourceSyncEntryRow,
  DatasourceSyncRow,
} from '#domain/datasource/datasource.tables.ts';
import {
  getDatasourceMock,
  getDatasourceSyncMock,
  getDocumentMock,
} from '#generated/model/index.faker.ts';
import { seedRow } from '../../memory/seed-row.ts';
import { type StoreData, timestamp } from '../../store.ts';
import { HANDBOOK_ID, ORG_ID, seedId } from '../ids.ts';
import { page } from './documents.ts';

const HOUR = 3_600_000;
const SITE_ID = seedId('datasource', 1);
const SITE = 'https://docs.example.com';

/** The pages of the website, with the hashes of their URLs, because seeding can't wait for a hash. */
export const SITE_PAGES = [
  {
    key_hash: '3D1Iik6dz399Qzn01_56Gke0XVrKuFCTVtF-3CgMAL0',
    ...page(
      `${SITE}/`,
      'Welcome',
      ['website'],
      [
        {
          heading: null,
          paragraphs: ['Everything about our products, from the first steps to prices.'],
        },
      ],
    ),
  },
  {
    key_hash: 'h-wue8vGJckVAlvGo_Tm5PXY8saVDZSdP-HwBR1bvUo',
    ...page(
      `${SITE}/guides`,
      'Guides',
      ['website'],
      [{ heading: null, paragraphs: ['Guides for everyone.'] }],
    ),
  },
  {
    key_hash: 'VMe_VcoNCm2xEITimiZDTk16680Cr8veXr8LCOxu92E',
    ...page(
      `${SITE}/guides/start`,
      'Getting started',
      ['website'],
      [
        {
          heading: null,
          paragraphs: ['Create a project, invite your team and upload the first documents.'],
        },
      ],
    ),
  },
].map((given) => ({ ...given, name: given.title, datasource_id: SITE_ID }));

/** A website that was synced twice, and a repository that can't be reached. */
export function seedSources({ tables }: StoreData, now: number): void {
  const [owner] = Object.values(tables.user);
  const created_at = timestamp(now - 50 * HOUR);
  const site = seedRow('datasource', getDatasourceMock, {
    id: SITE_ID,
    collection_id: HANDBOOK_ID,
    org_id: ORG_ID,
    name: 'Help centre',
    config: { kind: 'website', url: SITE },
    interval: 'daily',
    is_paused: false,
    health: 'ok',
    state: { value: {} },
    next_sync_at: timestamp(now + 22 * HOUR),
    created_by_id: owner?.id ?? '',
    created_by_name: owner?.name ?? '',
    created_at,
    version: 1,
  });
  const error = 'GitHub could not be reached.';
  const repository: DatasourceRow = {
    ...site,
    id: seedId('datasource', 2),
    name: 'Runbooks',
    config: { kind: 'github', repository: 'example/runbooks' },
    health: 'failing',
    state: null,
    error,
    next_sync_at: timestamp(now + 20 * HOUR),
  };
  for (const source of [site, repository]) tables.datasource[source.id] = source;

  const sync = (
    n: number,
    { id: datasource_id }: DatasourceRow,
    hoursAgo: number,
    given: Partial<DatasourceSyncRow>,
  ): string => {
    const id = seedId('sync', n);
    const started_at = timestamp(now - hoursAgo * HOUR);
    tables.datasource_sync[id] = seedRow('datasource_sync', getDatasourceSyncMock, {
      ...{ id, datasource_id, collection_id: HANDBOOK_ID, org_id: ORG_ID },
      ...{ status: 'succeeded', trigger: 'schedule', attempts: 0 },
      ...{ added: 0, changed: 0, removed: 0, unchanged: 0, skipped: 0, failed: 0 },
      ...{ created_at: started_at, started_at },
      ended_at: timestamp(now - hoursAgo * HOUR + 4000),
      ...given,
    });
    return id;
  };
  const first = sync(11, site, 50, { trigger: 'manual', added: SITE_PAGES.length });
  const second = sync(12, site, 2, { changed: 1, unchanged: SITE_PAGES.length - 1, failed: 1 });
  sync(13, repository, 4, { status: 'failed', error });

  let entries = 0;
  const log = (
    sync_id: string,
    entry: Omit<DatasourceSyncEntryRow, 'id' | 'sync_id' | 'created_at'>,
  ) => {
    entries += 1;
    const id = seedId('entry', entries);
    const at = tables.datasource_sync[sync_id]?.started_at ?? created_at;
    tables.datasource_sync_entry[id] = { id, sync_id, created_at: at, ...entry };
  };
  for (const { key_hash, url = '', title } of SITE_PAGES) {
    const document = Object.values(tables.document).find(
      (row) => row.datasource_id === SITE_ID && row.url === url,
    );
    const document_id = document?.id ?? null;
    tables.datasource_item[`${SITE_ID} ${key_hash}`] = seedRow('datasource_item', getDocumentMock, {
      ...{ datasource_id: SITE_ID, key_hash, key: url, name: title, url, document_id },
      ...{ media_type: 'text/html', size: document?.size ?? null, sync_id: second },
    });
    log(first, { result: 'added', name: title, url, document_id, detail: null });
    if (title === 'Getting started')
      log(second, { result: 'changed', name: title, url, document_id, detail: null });
  }
  const missing = `${SITE}/guides/old`;
  const detail = 'The page responded with the status 500.';
  log(second, { result: 'failed', name: missing, url: missing, document_id: null, detail });
}

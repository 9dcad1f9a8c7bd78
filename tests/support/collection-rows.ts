import type { DatasourceRow, DatasourceSyncRow } from '#domain/datasource/datasource.tables.ts';
import { ORG_ID, PROJECT_ID, seedId } from '#mocks/seed/ids.ts';
import type { StoreData } from '#mocks/store.ts';

/** Resources in states that the seeds have not. */
export const COLLECTION_ROWS = {
  waiting: seedId('document', 9001),
  page: seedId('document', 9002),
  retired: seedId('index', 9001),
  openSync: seedId('sync', 2),
};

/** Adds these, a question, an upload and a website to the first collection. */
export function addCollectionRows({ tables, files }: StoreData): void {
  const { document, indexing, collection_index, collection_question, upload } = tables;
  const first = document[seedId('document', 1)];
  const active = collection_index[seedId('index', 1)];
  // The scenario without data has none.
  if (!first || !active) return;
  const work = indexing[`${active.id} ${first.id}`];
  if (!work) return;
  const { waiting, page, retired, openSync } = COLLECTION_ROWS;
  document[waiting] = { ...first, id: waiting, state: 'waiting' };
  // It is due later than any test ends.
  const due_at = '2099-01-01T00:00:00.000Z';
  const state = 'waiting';
  indexing[`${active.id} ${waiting}`] = { ...work, document_id: waiting, state, due_at };
  document[page] = { ...first, id: page, origin_type: 'url', url: 'https://example.com/page' };
  collection_index[retired] = { ...active, id: retired, number: 2, status: 'retired' };
  const created = { created_by_id: 'user_1', created_by_name: 'Ada' };
  const created_at = '2026-11-20T09:00:00.000Z';
  const collection_id = active.collection_id;
  // What is indexed again needs its files.
  for (const [name, content] of Object.entries(files)) {
    if (!name.startsWith(`documents/${first.id}/`)) continue;
    for (const id of [waiting, page]) files[name.replace(first.id, id)] = content;
  }
  const questionId = seedId('question', 1);
  collection_question[questionId] = {
    ...{ id: questionId, collection_id, question: 'How long does a refund take?' },
    ...{ expected: [{ document_id: first.id, start: 0, end: 20 }], filter: null },
    ...{ ...created, created_at },
  };
  const uploadId = seedId('upload', 1);
  upload[uploadId] = {
    ...{ id: uploadId, org_id: ORG_ID, project_id: PROJECT_ID, purpose: 'document', collection_id },
    ...{ name: 'a.txt', size: 3, offset: 0, tags: [], folder: seedId('document', 9003) },
    ...{ ...created, created_at, expires_at: due_at },
  };
  const website: DatasourceRow = {
    ...{ id: seedId('datasource', 1), collection_id, org_id: ORG_ID, name: 'Website' },
    ...{ config: { kind: 'website', url: 'https://example.com' }, interval: 'manual' },
    ...{ is_paused: false, health: 'ok', credentials: null, credentials_hint: null, error: null },
    ...{ state: null, connecting: null, next_sync_at: null, ...created, created_at, version: 1 },
  };
  tables.datasource[website.id] = website;
  const ended: DatasourceSyncRow = {
    ...{ id: seedId('sync', 1), datasource_id: website.id, collection_id, org_id: ORG_ID },
    ...{ status: 'succeeded', trigger: 'manual', error: null, note: null, attempts: 0 },
    ...{ added: 0, changed: 0, removed: 0, unchanged: 0, skipped: 0, failed: 0 },
    ...{ created_at, started_at: created_at, ended_at: created_at },
    ...{ due_at: null, lease_until: null, worker_id: null },
  };
  tables.datasource_sync[ended.id] = ended;
  const open = { id: openSync, status: 'waiting', started_at: null, ended_at: null } as const;
  tables.datasource_sync[openSync] = { ...ended, ...open, due_at };
}

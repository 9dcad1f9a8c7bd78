import { expect, it } from 'vitest';
import { Shares } from '#core/shares.ts';
import { exportCollection } from './collection/archive/export.service.ts';
import type { CollectionDomain } from './collection/collection.service.ts';
import type { CollectionRow } from './collection/collection.tables.ts';
import { exported, SHARED_EXPORTS } from './exports.ts';

it('runs and collections share the exports of an organisation', async () => {
  const exports = new Shares(SHARED_EXPORTS);
  const empty = { list: async () => [] };
  const row = { id: 'collection_1', org_id: 'a', name: 'Handbook', tags: [] };
  const found = { find: async () => row };
  const collection = { indexes: found, documents: empty, questions: empty };
  const domain = { exports, collection: {}, stores: { collection } };
  const archive = () =>
    exportCollection(domain as unknown as CollectionDomain, row as unknown as CollectionRow);
  async function* runs() {
    yield 'run';
  }
  const [first] = [
    await archive(),
    await archive(),
    exported(exports, 'a', runs()),
    await archive(),
  ];
  await expect(archive()).rejects.toMatchObject({ status: 429 });
  expect(() => exported(exports, 'a', runs())).toThrow(expect.objectContaining({ status: 429 }));
  exported(exports, 'b', runs());
  for await (const part of first?.content ?? []) expect(part).toBeDefined();
  await archive();
});

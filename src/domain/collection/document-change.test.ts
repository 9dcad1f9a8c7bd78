import { expect, it } from 'vitest';
import type { DocumentChange } from '#generated/model/index.ts';
import { startShelf } from '../../../tests/support/sources/shelf.ts';
import { createDocumentChanges } from './document-change.service.ts';

/** Changes all documents of a collection. In the meantime, “a” is indexed and “b” is deleted. */
async function changeAll(body: DocumentChange) {
  const bench = await startShelf();
  for (const key of ['a', 'b', 'c']) bench.shelf.put(key, key);
  await bench.work();
  const { stores } = bench.domain;
  const { documents } = stores.collection;
  const list: typeof documents.list = async (...given) => {
    const rows = await documents.list(...given);
    await documents.change({ name: 'a' }, { state: 'ready', content: 7 });
    await documents.delete({ name: 'b' });
    return rows;
  };
  const collection = { ...stores.collection, documents: { ...documents, list } };
  const changes = createDocumentChanges({ ...bench.domain, stores: { ...stores, collection } });
  const place = { collectionId: (await bench.row()).collection_id, projectId: 'project' };
  const { changed } = await changes.change(place, body);
  return { changed, documents: await bench.documents() };
}

it('changes to many documents keep what happens to them in the meantime', async () => {
  const tagged = await changeAll({ action: 'add_tags', state: 'waiting', tags: ['new'] });
  expect(tagged.changed).toBe(1);
  expect(tagged.documents.map(({ name, tags }) => [name, tags])).toEqual([
    ['a', []],
    ['c', ['new']],
  ]);
  expect(tagged.documents[0]).toMatchObject({ state: 'ready', content: 7 });
});

it('deleting many documents goes on when somebody else has deleted one of them', async () => {
  expect(await changeAll({ action: 'delete', state: 'waiting' })).toMatchObject({
    changed: 1,
    documents: [{ name: 'a' }],
  });
});

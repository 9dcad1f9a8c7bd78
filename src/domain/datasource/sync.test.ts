import { expect, it } from 'vitest';
import { startShelf } from '../../../tests/support/sources/shelf.ts';

it('reads what is new and what has changed, and leaves the rest alone', async () => {
  const bench = await startShelf();
  const { shelf } = bench;
  for (const key of ['a', 'b', 'c', 'd', 'e']) shelf.put(key, `text of ${key}`);
  expect(await bench.work()).toMatchObject({ status: 'succeeded', added: 5, unchanged: 0 });
  expect(shelf.takeFetched()).toEqual(['a', 'b', 'c', 'd', 'e']);

  shelf.put('b', 'another text');
  // Touched: its etag differs, its content doesn't.
  shelf.put('c', { text: 'text of c', etag: 'touched' });
  // Only reading tells.
  shelf.put('d', { text: 'text of d', etag: null });
  shelf.delete('e');
  shelf.put('f', 'text of f');
  const before = await bench.documents();
  const second = await bench.sync();
  const counts = { added: 1, changed: 1, removed: 1, unchanged: 3, failed: 0 };
  expect(second).toMatchObject({ status: 'succeeded', ...counts });
  expect(shelf.takeFetched()).toEqual(['b', 'c', 'd', 'f']);
  expect(await bench.texts()).toEqual({
    ...{ a: 'text of a', b: 'another text', c: 'text of c' },
    ...{ d: 'text of d', f: 'text of f' },
  });
  const others = (await bench.documents()).filter(({ content }) => content > 1);
  expect(others.map(({ name }) => name)).toEqual(['b']);
  // The changed one is the same document.
  const ids = (await bench.documents()).map(({ id }) => id);
  expect(before.map(({ id }) => id).filter((id) => ids.includes(id))).toHaveLength(4);
  expect((await bench.log(second.id)).sort()).toEqual([
    ['added', 'f', null],
    ['changed', 'b', null],
    ['removed', 'e', null],
  ]);
  // The etag that was touched is known now.
  await bench.sync();
  expect(shelf.takeFetched()).toEqual(['d']);
});

it('follows the changes since the last sync, if the source lists them', async () => {
  const bench = await startShelf();
  const { shelf } = bench;
  shelf.isIncremental = true;
  for (const key of ['a', 'b', 'c']) shelf.put(key, key);
  await bench.work();
  shelf.put('b', 'bb');
  shelf.delete('c');
  expect(await bench.sync()).toMatchObject({ changed: 1, removed: 1, unchanged: 0 });
  expect(shelf.states).toEqual([undefined, 3]);
  expect(await bench.texts()).toEqual({ a: 'a', b: 'bb' });
});

it('renamed items rename their documents, unless people have named those otherwise', async () => {
  const bench = await startShelf();
  const { shelf } = bench;
  const name = (key: string, title: string, text = key) => shelf.put(key, { name: title, text });
  for (const key of ['a', 'b', 'c', 'd']) name(key, `Old ${key}`);
  await bench.work();
  const { documents } = bench.domain.stores.collection;
  await documents.change({ name: 'Old d' }, { name: 'Mine' });
  shelf.takeFetched();
  name('a', 'New a');
  name('b', 'New b', 'new text');
  name('d', 'New d');
  const sync = await bench.sync();
  expect(sync).toMatchObject({ added: 0, changed: 2, removed: 0, unchanged: 2 });
  expect(shelf.takeFetched()).toEqual(['b']);
  expect(await bench.names()).toEqual(['Mine', 'New a', 'New b', 'Old c']);
  expect(await bench.log(sync.id)).toEqual([
    ['changed', 'New a', 'Renamed from “Old a”.'],
    ['changed', 'New b', null],
  ]);
  const renamed = await documents.find({ name: 'New a' });
  expect(renamed).toMatchObject({ url: 'https://shelf.test/New%20a', content: 1 });
  name('d', 'Newest d', 'changed');
  await bench.sync();
  expect(await bench.names()).toContain('Mine');
});

it('documents that people have deleted or moved away are read again, and only those', async () => {
  const bench = await startShelf();
  for (const key of ['a', 'b']) bench.shelf.put(key, key);
  await bench.work();
  bench.shelf.takeFetched();
  await bench.domain.stores.collection.documents.delete({ name: 'a' });
  expect(await bench.sync()).toMatchObject({ added: 1, unchanged: 1 });
  expect(bench.shelf.takeFetched()).toEqual(['a']);
  expect(await bench.names()).toEqual(['a', 'b']);
});

it.each([
  ['lists everything', false],
  ['lists changes', true],
])(
  'a file that is moved keeps its document, if the source %s; a copy is another one',
  async (_, isIncremental) => {
    const bench = await startShelf();
    const { shelf } = bench;
    shelf.isIncremental = isIncremental;
    for (const key of ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md', 'g.md'])
      shelf.put(key, `text of ${key}`);
    await bench.work();
    const { documents } = bench.domain.stores.collection;
    await documents.change({ name: 'a.md' }, { tags: ['mine'] });
    await documents.change({ name: 'b.md' }, { name: 'My name' });
    await documents.delete({ name: 'd.md' });
    const before = new Map((await bench.documents()).map(({ name, id }) => [name, id]));
    shelf.takeFetched();
    const move = (from: string, to: string) => {
      shelf.delete(from);
      shelf.put(to, `text of ${from}`);
    };
    move('a.md', 'new/a2.md');
    move('b.md', 'b2.md');
    // Its type is another one, so that it must be read in another way.
    move('c.md', 'c.html');
    move('d.md', 'd2.md');
    shelf.put('copy of e.md', 'text of e.md');
    // Moved and copied: one of them is the document that it was.
    move('f.md', 'f2.md');
    shelf.put('f3.md', 'text of f.md');
    const sync = await bench.sync();
    const after = new Map((await bench.documents()).map(({ name, id }) => [name, id]));
    expect(after.get('new/a2.md')).toBe(before.get('a.md'));
    expect(after.get('My name')).toBe(before.get('My name'));
    expect(after.get('f2.md')).toBe(before.get('f.md'));
    expect([...after.keys()].sort()).toEqual(
      [
        'My name',
        'c.html',
        'copy of e.md',
        'd2.md',
        'e.md',
        'f2.md',
        'f3.md',
        'g.md',
        'new/a2.md',
      ].sort(),
    );
    expect(await documents.find({ name: 'new/a2.md' })).toMatchObject({
      tags: ['mine'],
      content: 1,
      url: 'https://shelf.test/new%2Fa2.md',
    });
    expect(shelf.takeFetched()).toEqual(['c.html', 'copy of e.md', 'd2.md', 'f3.md']);
    expect(sync).toMatchObject({
      status: 'succeeded',
      added: 4,
      changed: 3,
      removed: 1,
      failed: 0,
    });
    expect(await bench.log(sync.id)).toContainEqual(['changed', 'new/a2.md', 'Moved from “a.md”.']);
    shelf.isIncremental = false;
    expect(await bench.sync()).toMatchObject({ added: 0, changed: 0, removed: 0, unchanged: 9 });
    expect(shelf.takeFetched()).toEqual([]);
  },
);

it('a moved file that the source lists twice is still the same document', async () => {
  const bench = await startShelf();
  const { shelf } = bench;
  shelf.put('a.md', 'text');
  await bench.work();
  const before = await bench.documents();
  shelf.delete('a.md');
  shelf.put('b.md', 'text');
  shelf.listedTwice = 'b.md';
  expect(await bench.sync()).toMatchObject({ status: 'succeeded', added: 0, changed: 1 });
  const after = await bench.documents();
  expect(after.map(({ id, name }) => [id, name])).toEqual([[before[0]?.id, 'b.md']]);
});

it('documents that a sync adds while its source is being deleted are kept, if documents are to be kept', async () => {
  const bench = await startShelf();
  bench.shelf.put('a', 'a');
  await bench.work();
  const { documents } = bench.domain.stores.collection;
  const { list } = documents;
  // The last look for documents finds none, and a sync that somebody starts then adds one.
  documents.list = async (...given) => {
    const rows = await list(...given);
    if (rows.length > 0) return rows;
    documents.list = list;
    bench.shelf.put('b', 'b');
    await bench.sync();
    return rows;
  };
  await bench.sources.delete(await bench.row(), true);
  expect(await bench.names()).toContain('b');
});

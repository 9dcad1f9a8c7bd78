import { expect, it } from 'vitest';
import { DOCUMENTS_MAX } from '#core/limits.ts';
import { startShelf } from '../../../tests/support/sources/shelf.ts';
import { ConnectorFailure } from './connectors/connector.ts';
import { sourceContext } from './source-context.ts';
import { failSync, runSync } from './sync.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const TEXTS = Object.fromEntries(KEYS.map((key) => [key, key]));

async function startFull(options?: Parameters<typeof startShelf>[0]) {
  const bench = await startShelf(options);
  for (const key of KEYS) bench.shelf.put(key, key);
  return bench;
}

it("an item that fails doesn't stop the others, and is read again by the next sync", async () => {
  const bench = await startFull();
  const { shelf } = bench;
  shelf.isIncremental = true;
  shelf.onFetch = (key) => {
    if (key === 'b') throw new ConnectorFailure('invalid', 'It is torn.');
    if (key === 'c') throw new ConnectorFailure('too_large', 'It is too large.');
    if (key === 'd') throw new TypeError('undefined is not a function');
  };
  const first = await bench.work();
  expect(first).toMatchObject({ status: 'succeeded', added: 5, failed: 3 });
  const log = await bench.log(first.id);
  expect(log.filter(([result]) => result === 'failed')).toEqual([
    ['failed', 'b', 'It is torn.'],
    ['failed', 'c', 'It is too large.'],
    ['failed', 'd', 'Something went wrong while reading it. The next sync tries again.'],
  ]);
  expect(bench.reports).toMatchObject([{ message: 'undefined is not a function' }]);
  shelf.takeFetched();
  shelf.onFetch = () => undefined;
  expect(await bench.sync()).toMatchObject({ added: 3, unchanged: 5, failed: 0 });
  expect(shelf.takeFetched()).toEqual(['b', 'c', 'd']);
  expect(await bench.texts()).toEqual(TEXTS);
  // Everything was listed in order to find them; from now on, changes are enough.
  await bench.sync();
  expect(shelf.states).toEqual([undefined, undefined, 8]);
});

it('what was read of an item stays while it fails', async () => {
  const bench = await startFull();
  await bench.work();
  bench.shelf.put('b', 'bb');
  bench.shelf.onFetch = () => {
    throw new ConnectorFailure('invalid', 'It is torn.');
  };
  expect(await bench.sync()).toMatchObject({ failed: 1, removed: 0, unchanged: 7 });
  expect(await bench.texts()).toEqual(TEXTS);
  bench.shelf.onFetch = () => undefined;
  expect(await bench.sync()).toMatchObject({ failed: 0, changed: 1, unchanged: 7 });
  expect(await bench.texts()).toEqual({ ...TEXTS, b: 'bb' });
});

it('continues where its process was killed, without loss or doubles', async () => {
  const bench = await startFull();
  for (const key of ['c', 'f']) {
    await bench.workUntil(key);
    expect(await bench.source()).toMatchObject({ last_sync: { status: 'running' } });
  }
  expect(await bench.work()).toMatchObject({ status: 'succeeded', added: 8, unchanged: 0 });
  expect(bench.shelf.takeFetched()).toEqual(KEYS);
  expect(await bench.texts()).toEqual(TEXTS);
});

it.each([false, true])(
  'follows what happens while it is interrupted (incremental: %s)',
  async (is) => {
    const bench = await startFull();
    const { shelf } = bench;
    shelf.isIncremental = is;
    await bench.work();
    shelf.put('x', 'x');
    shelf.put('y', 'y');
    shelf.put('z', 'z');
    await bench.syncs.start(await bench.row());
    await bench.workUntil('z');
    expect(await bench.names()).toEqual([...KEYS, 'x', 'y']);
    // Both were read before the interruption.
    shelf.put('x', 'changed');
    shelf.delete('y');
    shelf.delete('a');
    expect(await bench.work()).toMatchObject({ status: 'succeeded' });
    const { a: _, ...left } = TEXTS;
    const texts = { ...left, x: 'changed', z: 'z' };
    expect(await bench.texts()).toEqual(texts);
    await bench.sync();
    expect(await bench.texts()).toEqual(texts);
  },
);

it('waits as long as the source says, and gives up only if nothing is achieved in between', async () => {
  const bench = await startFull();
  const { shelf } = bench;
  const retryAt = Date.now() + 60 * 60_000;
  let left = 0;
  shelf.onFetch = () => {
    left -= 1;
    if (left < 0) throw new ConnectorFailure('rate_limited', 'Too many requests.', { retryAt });
  };
  // Two requests an hour.
  for (const added of [2, 4, 6]) {
    left = 2;
    const sync = await bench.work();
    expect(sync).toMatchObject({
      status: 'waiting',
      added,
      error: "We couldn't sync this collection, please try again. Too many requests.",
    });
    const { syncs } = bench.domain.stores.datasource;
    expect(await syncs.find({ id: sync.id })).toMatchObject({
      due_at: new Date(retryAt).toISOString(),
      attempts: 1,
    });
  }
  const statuses = [];
  for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await bench.work()).status);
  expect(statuses).toEqual(['waiting', 'waiting', 'failed']);
  expect(await bench.source()).toMatchObject({ status: 'failing', documents: 6 });
  left = 9;
  expect(await bench.sync()).toMatchObject({ status: 'succeeded', added: 2, unchanged: 6 });
  expect(shelf.takeFetched()).toEqual(KEYS);
});

it("doesn't wait for a source that wants days", async () => {
  const bench = await startFull();
  const retryAt = Date.now() + 48 * 3_600_000;
  bench.shelf.onFetch = () => {
    throw new ConnectorFailure('rate_limited', 'Come back on Friday.', { retryAt });
  };
  expect(await bench.work()).toMatchObject({ status: 'failed' });
  expect((await bench.source()).next_sync_at).toBeTypeOf('string');
});

it('a token that expires in the middle ends the sync, and another one continues it', async () => {
  const bench = await startFull({ token: 'first' });
  const { shelf } = bench;
  shelf.onFetch = (key, { secret }) => {
    if (key === 'e' && secret?.token === 'first')
      throw new ConnectorFailure('unauthorised', 'Enter the token again.');
  };
  const first = await bench.work();
  const error = 'Authentication failed. Enter the token again.';
  expect(first).toMatchObject({ status: 'failed', added: 4, error });
  expect(await bench.source()).toMatchObject({ status: 'disconnected', error, next_sync_at: null });
  const view = await bench.sources.update(await bench.row(), { credentials: { token: 'second' } });
  expect(view).toMatchObject({ status: 'active', error: null, last_sync: { status: 'waiting' } });
  expect(await bench.work()).toMatchObject({ status: 'succeeded', added: 4, unchanged: 4 });
  expect(shelf.takeFetched()).toEqual(KEYS);
  expect(await bench.texts()).toEqual(TEXTS);
});

it('a source without credentials that is closed for a while is tried again on schedule', async () => {
  const bench = await startFull();
  bench.shelf.onFetch = () => {
    throw new ConnectorFailure('unauthorised', 'The repository is private.');
  };
  expect(await bench.work()).toMatchObject({ status: 'failed' });
  const source = await bench.source();
  expect(source.status).toBe('failing');
  expect(Date.parse(source.next_sync_at ?? '')).toBeGreaterThan(Date.now());
});

it('renewed credentials are kept, unless somebody has entered others', async () => {
  const bench = await startFull({ token: 'first' });
  const { shelf, domain } = bench;
  const stored = async () => {
    const row = await bench.row();
    return sourceContext(domain, row ?? null, AbortSignal.timeout(1000)).secret;
  };
  shelf.onFetch = async (key, { secret, saveSecret }) => {
    if (key === 'c') await saveSecret({ token: 'renewed' });
    if (key === 'd') expect(secret).toEqual({ token: 'renewed' });
  };
  expect(await bench.work()).toMatchObject({ status: 'succeeded', failed: 0 });
  expect(await stored()).toEqual({ token: 'renewed' });
  shelf.put('c', 'cc');
  shelf.onFetch = async (_key, { saveSecret }) => {
    await bench.sources.update(await bench.row(), { credentials: { token: 'entered' } });
    await saveSecret({ token: 'renewed again' });
  };
  await bench.syncs.start(await bench.row());
  await bench.work();
  expect(await stored()).toEqual({ token: 'entered' });
});

it('changes nothing after it was cancelled, and the next sync does the rest', async () => {
  const bench = await startFull();
  bench.shelf.onFetch = async (key) => {
    if (key !== 'd') return;
    const { last_sync } = await bench.source();
    await bench.syncs.cancel(await bench.syncRow(last_sync?.id ?? ''));
  };
  expect(await bench.work()).toMatchObject({ status: 'cancelled', added: 3 });
  expect(await bench.names()).toEqual(['a', 'b', 'c']);
  expect((await bench.source()).next_sync_at).toBeTypeOf('string');
  bench.shelf.onFetch = () => undefined;
  expect(await bench.sync()).toMatchObject({ status: 'succeeded', added: 5, unchanged: 3 });
  expect(await bench.texts()).toEqual(TEXTS);
});

it('a process that was cut off does nothing twice once another has taken over', async () => {
  const bench = await startFull();
  const { shelf, domain } = bench;
  const frozen = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  let isFirst = true;
  shelf.onFetch = (key) => {
    if (key !== 'd' || !isFirst) return undefined;
    isFirst = false;
    reached.resolve();
    return frozen.promise;
  };
  const id = (await bench.source()).last_sync?.id ?? '';
  const { signal } = new AbortController();
  const report = (error: unknown) => void bench.reports.push(error);
  const cutOff = runSync(domain, id, signal, report).catch((error) =>
    failSync(domain, id, error, report),
  );
  await reached.promise;
  expect(await bench.work()).toMatchObject({ status: 'succeeded', added: 8 });
  frozen.resolve();
  await cutOff;
  expect(bench.syncs.get(await bench.syncRow(id))).toMatchObject({
    status: 'succeeded',
    added: 8,
    changed: 0,
  });
  expect(await bench.texts()).toEqual(TEXTS);
  expect(bench.reports).toEqual([]);
});

it('of two that work at the same time, one does each item', async () => {
  const bench = await startFull();
  bench.shelf.onFetch = () => new Promise((resolve) => setTimeout(resolve, 1));
  await Promise.all([bench.work(), bench.work()]);
  const sync = await bench.work().catch(() => bench.source().then(({ last_sync }) => last_sync));
  expect(sync).toMatchObject({ status: 'succeeded', added: 8 });
  expect(await bench.texts()).toEqual(TEXTS);
});

it('of a collection that is full, nothing more is fetched, and changes are still followed', async () => {
  const bench = await startFull();
  const { shelf, domain } = bench;
  await bench.work();
  const { documents } = domain.stores.collection;
  const [some] = await bench.documents();
  if (!some) throw new Error('no documents');
  const others = Array.from({ length: DOCUMENTS_MAX - KEYS.length - 1 }, (_, n) => ({
    ...some,
    id: `document_${n}`,
    datasource_id: null,
  }));
  await documents.insert(others);
  for (const key of ['x', 'y', 'z']) shelf.put(key, key);
  shelf.put('a', 'aa');
  shelf.takeFetched();
  const sync = await bench.sync();
  expect(sync).toMatchObject({ status: 'succeeded', added: 1, changed: 1, failed: 2 });
  expect(shelf.takeFetched()).toEqual(['a', 'x', 'y']);
  const failed = (await bench.log(sync.id)).filter(([result]) => result === 'failed');
  expect(failed).toMatchObject([
    ['failed', 'y', expect.stringContaining('20,000')],
    ['failed', 'z', expect.stringContaining('20,000')],
  ]);
});

import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { FOLDER } from '../../../../tests/support/sources/drive-server.ts';
import { startSources } from './testing-sources.ts';

type Bench = Awaited<ReturnType<typeof startSources>>;
let bench: Bench;
let path: string;
beforeAll(async () => {
  bench = await startSources();
});
beforeEach(async () => {
  Object.assign(bench.drive, { pageSize: 1000, onDownload: () => undefined });
  path = await bench.collection();
  for (const id of [...bench.drive.files.keys()]) if (id !== 'top') bench.drive.put(id, null);
});
afterAll(() => bench.close());

async function createDrive(config: object = {}): Promise<string> {
  const { body, at } = await bench.create(path, { kind: 'google_drive', ...config });
  expect(body).toMatchObject({ status: 'disconnected', last_sync: null });
  return at;
}

/** The parameters of Google's redirect after consent. */
async function consent(at: string): Promise<{ code: string; state: string }> {
  const { body } = await bench.ada('POST', `${at}/connect`);
  const response = await fetch(body.url, { redirect: 'manual' });
  const back = new URL(response.headers.get('location') ?? '');
  expect(back.pathname).toBe('/datasources/callback');
  const { code = '', state = '' } = Object.fromEntries(back.searchParams);
  return { code, state };
}

async function connect(at: string): Promise<void> {
  const done = await bench.ada('POST', `${at}/connection`, await consent(at));
  expect(done.status).toBe(200);
}

it('an account is connected, browsed and synced', async () => {
  const { drive, ada } = bench;
  drive.put('docs', { name: 'Docs', mimeType: FOLDER });
  drive.put('a', { name: 'a.md', parents: ['docs'], body: 'Text of a' });
  drive.put('b', { name: 'b.txt', body: 'Text of b' });
  const at = await createDrive();
  const given = await consent(at);
  const done = await ada('POST', `${at}/connection`, given);
  expect(done.body).toMatchObject({ status: 'active', credentials_hint: 'Connected', error: null });
  for (const secret of drive.tokens) expect(done.text).not.toContain(secret);
  const top = await ada('GET', `${at}/file`);
  expect(top.body.results.map(({ name }: { name: string }) => name)).toContain('My Drive');
  const inside = await ada('GET', `${at}/file?folder=root`);
  expect(inside.body.results).toMatchObject([
    { name: 'Docs', is_folder: true },
    { name: 'b.txt', is_folder: false, size: 9 },
  ]);
  expect(await bench.ended(at)).toMatchObject({ status: 'succeeded', added: 2 });
  expect(await bench.names(path)).toEqual(['a.md', 'b.txt']);

  drive.put('a', { name: 'renamed.md' });
  drive.put('b', null);
  const second = await bench.sync(at);
  expect(second).toMatchObject({ added: 0, changed: 1, removed: 1, unchanged: 0 });
  expect(await bench.names(path)).toEqual(['renamed.md']);
  expect(await bench.log(at, second)).toEqual([
    ['changed', 'renamed.md', 'Renamed from “a.md”.'],
    ['removed', 'b.txt', null],
  ]);
});

it('is completed once, by the person who started it, for that source, within half an hour', async () => {
  const { ada, bob } = bench;
  const at = await createDrive();
  const other = await createDrive();
  const refused = async (who: Bench['ada'], source: string, body: object) => {
    const { status, body: problem } = await who('POST', `${source}/connection`, body);
    expect([status, problem.errors[0].pointer]).toEqual([400, '/state']);
  };
  // Started in the past rather than completed in the future, because ids of later tests would be in that future too.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 31 * 60_000 });
  const late = await consent(at).finally(() => vi.useRealTimers());
  await refused(ada, at, late);
  const old = await consent(at);
  const given = await consent(at);
  // Only the connection that was started last can be completed.
  await refused(ada, at, old);
  await refused(bob, at, given);
  await refused(ada, other, given);
  await refused(ada, at, { ...given, state: `${given.state.slice(0, -2)}xx` });
  const wrong = await ada('POST', `${at}/connection`, { ...given, code: 'guessed' });
  expect([wrong.status, wrong.body.title]).toEqual([401, 'Authentication failed']);
  expect((await ada('POST', `${at}/connection`, given)).status).toBe(200);
  await refused(ada, at, given);
  expect((await ada('GET', other)).body.status).toBe('disconnected');
});

it('a token that expires in the middle of a sync is renewed, and nothing is lost', async () => {
  const { drive } = bench;
  for (let n = 0; n < 12; n += 1) drive.put(`f${n}`, { name: `f${n}.md`, body: `Text ${n}` });
  const at = await createDrive();
  drive.pageSize = 4;
  let downloads = 0;
  drive.onDownload = () => {
    downloads += 1;
    if (downloads % 3 === 0) drive.tokens.clear();
  };
  await connect(at);
  const sync = await bench.ended(at);
  expect(sync).toMatchObject({ status: 'succeeded', added: 12, failed: 0 });
  expect(await bench.names(path)).toHaveLength(12);
  // The token that was renewed last is stored.
  const before = drive.requests.length;
  expect(await bench.sync(at)).toMatchObject({ status: 'succeeded', added: 0, changed: 0 });
  const asked = drive.requests.slice(before).map(({ url }) => url.pathname);
  expect(asked).not.toContain('/token');
});

it('access that is revoked in the middle is given again, and the sync goes on where it was', async () => {
  const { drive, ada } = bench;
  for (let n = 0; n < 8; n += 1) drive.put(`f${n}`, { name: `f${n}.md`, body: `Text ${n}` });
  const at = await createDrive();
  let downloads = 0;
  drive.onDownload = () => {
    downloads += 1;
    if (downloads === 5) drive.revoke();
  };
  await connect(at);
  const first = await bench.ended(at);
  expect(first).toMatchObject({
    status: 'failed',
    error: 'Authentication failed. Access was revoked, or has expired. Connect Google Drive again.',
  });
  const view = (await ada('GET', at)).body;
  expect(view).toMatchObject({ status: 'disconnected', next_sync_at: null });
  const files = await ada('GET', `${at}/file?folder=root`);
  expect([files.status, files.body.title]).toEqual([401, 'Authentication failed']);
  drive.onDownload = () => {
    downloads += 1;
  };
  await connect(at);
  const second = await vi.waitFor(
    async () => {
      const sync = await bench.ended(at);
      expect(sync.id).not.toBe(first.id);
      return sync;
    },
    { timeout: 30_000 },
  );
  expect(second).toMatchObject({ status: 'succeeded', added: 8 - first.added, failed: 0 });
  expect(second.unchanged).toBe(first.added);
  expect(await bench.names(path)).toHaveLength(8);
  expect(downloads).toBe(8 + 1);
});

import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type DriveConfig,
  googleDrive,
} from '#domain/datasource/connectors/google-drive/google-drive.ts';
import {
  authorisationUrl,
  createPkce,
  exchangeCode,
  type GoogleSecret,
  type GoogleSettings,
} from '#domain/datasource/connectors/google-drive/google-oauth.ts';
import {
  CLIENT,
  type DriveServer,
  FOLDER,
  startDrive,
} from '../../../../../tests/support/sources/drive-server.ts';
import { syncAll, type TestContext, testContext, testOutbound } from './testing.ts';

const outbound = testOutbound();
const redirectUri = 'https://taskloom.test/sources/google';
let server: DriveServer;
let settings: GoogleSettings;
let drive: ReturnType<typeof googleDrive>;
beforeEach(async () => {
  await server?.close();
  server = await startDrive();
  const { url } = server;
  settings = { ...CLIENT, api: `${url}/drive/v3`, authorise: `${url}/auth`, token: `${url}/token` };
  drive = googleDrive(settings);
});
afterAll(() => server.close());

const ALL: DriveConfig = { roots: [], include: [], exclude: [] };
const DOCUMENT = 'application/vnd.google-apps.document';
const names = (items: { name: string }[]) => items.map(({ name }) => name).sort();

async function connected(): Promise<TestContext<GoogleSecret>> {
  const context = testContext<GoogleSecret>(outbound);
  const { verifier, challenge } = await createPkce();
  const address = authorisationUrl(settings, { redirectUri, state: 'abc', challenge });
  const { code, state } = server.consent(address);
  expect(state).toBe('abc');
  context.secret = await exchangeCode(settings, { code, verifier, redirectUri }, context);
  return context;
}

function folder(id: string, parent = 'top', more: object = {}): void {
  server.put(id, { mimeType: FOLDER, parents: [parent], ...more });
}

describe('connecting', () => {
  it('exchanges a code once, with the right verifier only', async () => {
    const context = await connected();
    expect(Date.parse(context.secret?.expires_at ?? '')).toBeGreaterThan(Date.now());
    await drive.check(ALL, context);
    const { challenge } = await createPkce();
    const { code } = server.consent(
      authorisationUrl(settings, { redirectUri, state: '', challenge }),
    );
    const exchange = exchangeCode(settings, { code, verifier: 'wrong', redirectUri }, context);
    await expect(exchange).rejects.toMatchObject({ reason: 'unauthorised' });
    const wrong = { ...settings, client_secret: 'wrong' };
    const refused = exchangeCode(wrong, { code, verifier: 'x', redirectUri }, context);
    await expect(refused).rejects.toThrow('invalid_client');
  });
});

describe('a first sync', () => {
  it('lists the files of all folders, page by page', async () => {
    for (let n = 0; n < 45; n += 1) {
      folder(`f${n}`, n === 0 ? 'top' : `f${Math.floor(n / 3)}`);
      server.put(`d${n}`, {
        name: `${n}.md`,
        mimeType: 'text/markdown',
        parents: [`f${n}`],
        body: `${n}`,
      });
    }
    server.put('form', { mimeType: 'application/vnd.google-apps.form' });
    server.put('bin', { name: 'trash.md', trashed: true });
    server.put('zip', { name: 'a.zip', mimeType: 'application/zip' });
    server.pageSize = 4;
    const context = await connected();
    const { items, end } = await syncAll(drive, ALL, context);
    expect(items).toHaveLength(45);
    expect(items.find(({ key }) => key === 'd7')).toMatchObject({
      name: '7.md',
      url: 'https://drive.google.com/file/d/d7/view',
      media_type: 'text/markdown',
      size: 1,
      etag: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(end).toMatchObject({ complete: true, state: { tokens: { '': '94' } } });
  });

  it('lists chosen folders and files, by patterns of their paths, in shared drives too', async () => {
    folder("it's");
    folder('deep', "it's", { name: 'Deep' });
    server.put('a', { name: 'a.txt', parents: ["it's"] });
    server.put('b', { name: 'b.txt', parents: ['deep'] });
    server.put('c', { name: 'c.txt' });
    server.put('team', { name: 'Team', mimeType: FOLDER, parents: [], driveId: 'team' });
    server.put('t', { name: 't.txt', parents: ['team'], driveId: 'team' });
    const context = await connected();
    const config = { ...ALL, roots: ["it's", 'c', 'team', 'gone'] };
    const { items, end } = await syncAll(drive, config, context);
    expect(names(items)).toEqual(['a.txt', 'b.txt', 'c.txt', 't.txt']);
    expect(Object.keys(end?.state.tokens ?? {})).toEqual(['', 'team']);
    const some = await syncAll(drive, { ...config, include: ['Deep/**'] }, context);
    expect(names(some.items)).toEqual(['b.txt']);
    const gone = syncAll(drive, { ...ALL, roots: ['gone'] }, context);
    await expect(gone).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('ends at the limit', async () => {
    const context = await connected();
    for (let n = 0; n < 10_001; n += 1) server.put(`${n}`, {});
    const sync = syncAll(drive, ALL, context);
    await expect(sync).rejects.toMatchObject({
      reason: 'too_many',
      message: expect.stringContaining('Choose folders'),
    });
  });
});

describe('a later sync', () => {
  it('lists what has changed, moved and gone', async () => {
    folder('in');
    folder('out');
    for (const id of ['same', 'edited', 'moved', 'trashed', 'deleted'])
      server.put(id, { name: `${id}.md`, parents: ['in'] });
    server.put('elsewhere', { name: 'elsewhere.md', parents: ['out'] });
    const context = await connected();
    const config = { ...ALL, roots: ['in'] };
    const first = await syncAll(drive, config, context);
    expect(first.items).toHaveLength(5);
    server.put('edited', { body: 'new' });
    server.put('moved', { parents: ['out'] });
    server.put('trashed', { trashed: true });
    server.put('deleted', null);
    server.put('elsewhere', { body: 'changed' });
    server.put('early', { name: 'early.md', parents: ['new'] });
    folder('new', 'in');
    server.put('late', { name: 'late.md', parents: ['new'] });
    server.pageSize = 3;
    const second = await syncAll(drive, config, context, first.end?.state);
    expect(names(second.items)).toEqual(['early.md', 'edited.md', 'late.md']);
    expect(second.deleted.sort()).toEqual(['deleted', 'elsewhere', 'moved', 'trashed']);
    expect(second.end?.complete).toBe(false);
    server.put('late', { body: 'again' });
    const third = await syncAll(drive, config, context, second.end?.state);
    expect(names(third.items)).toEqual(['late.md']);
    const fourth = await syncAll(drive, config, context, third.end?.state);
    expect([fourth.items, fourth.deleted]).toEqual([[], []]);
  });

  it('lists everything when folders moved, or changes were forgotten', async () => {
    folder('a');
    folder('b', 'a');
    server.put('x', { name: 'x.md', parents: ['b'] });
    server.put('y', { name: 'y.md', parents: ['a'] });
    const context = await connected();
    const config = { ...ALL, roots: ['a'] };
    const first = await syncAll(drive, config, context);
    server.put('b', { parents: ['top'] });
    const second = await syncAll(drive, config, context, first.end?.state);
    expect([names(second.items), second.end?.complete]).toEqual([['y.md'], true]);
    server.put('y', { body: 'new' });
    server.forgetChanges();
    const third = await syncAll(drive, config, context, first.end?.state);
    expect([names(third.items), third.end?.complete]).toEqual([['y.md'], true]);
  });
});

describe('fetch', () => {
  it("downloads files, and exports Google's own documents", async () => {
    server.put('plain', { name: 'plain.txt', body: 'hello' });
    server.put('doc', { name: 'Plan', mimeType: DOCUMENT, body: 'plan' });
    const context = await connected();
    const { items } = await syncAll(drive, ALL, context);
    const contents = await Promise.all(items.map((item) => drive.fetch(ALL, item, context)));
    const read = contents.map(({ bytes, media_type }) => [
      new TextDecoder().decode(bytes),
      media_type,
    ]);
    expect(read).toEqual([
      ['hello', 'text/plain'],
      ['exported plan', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ]);
  });

  it('distinguishes failures of one file from failures of the source', async () => {
    server.put('a', { name: 'a.txt', body: 'hello' });
    const context = await connected();
    const { items } = await syncAll(drive, ALL, context);
    const fetch = async (more = {}) =>
      items[0] && drive.fetch(ALL, items[0], { ...context, ...more });
    await expect(fetch({ maxBytes: 3 })).rejects.toMatchObject({ reason: 'too_large' });
    server.failures.push({ status: 403, reason: 'exportSizeLimitExceeded' });
    await expect(fetch()).rejects.toMatchObject({ reason: 'too_large', isAboutSource: false });
    server.failures.push({ status: 403, reason: 'insufficientPermissions' });
    await expect(fetch()).rejects.toMatchObject({ reason: 'unauthorised', isAboutSource: true });
    server.put('a', null);
    await expect(fetch()).rejects.toMatchObject({ reason: 'not_found' });
  });
});

describe('limits and access', () => {
  it('renews a token that expires in the middle of a sync', async () => {
    for (let n = 0; n < 6; n += 1) server.put(`${n}`, { name: `${n}.md` });
    server.pageSize = 2;
    const context = await connected();
    const found: string[] = [];
    for await (const { items } of drive.changes(ALL, undefined, context)) {
      found.push(...names(items));
      server.tokens.clear();
    }
    expect(found).toHaveLength(6);
    expect(context.saved.length).toBeGreaterThan(1);
    expect(context.saved[0]?.refresh_token).toBe(context.secret?.refresh_token);
  });

  it('renews a token before it expires', async () => {
    const context = await connected();
    await context.sleep(3_590_000, context.signal);
    await drive.check(ALL, context);
    expect(context.saved).toHaveLength(1);
  });

  it('ends when access was revoked, or never given', async () => {
    const context = await connected();
    server.revoke();
    await expect(syncAll(drive, ALL, context)).rejects.toMatchObject({
      reason: 'unauthorised',
      message: 'Access was revoked, or has expired. Connect Google Drive again.',
    });
    const stranger = testContext<GoogleSecret>(outbound);
    await expect(drive.check(ALL, stranger)).rejects.toThrow('Connect Google Drive first.');
  });

  it('waits when it is rate-limited, and continues later when the daily quota is used up', async () => {
    server.put('a', { name: 'a.md' });
    const context = await connected();
    server.failures.push(
      { status: 403, reason: 'userRateLimitExceeded' },
      { status: 500, reason: 'backendError' },
    );
    expect((await syncAll(drive, ALL, context)).items).toHaveLength(1);
    expect(context.waits).toHaveLength(2);
    server.failures.push({ status: 403, reason: 'dailyLimitExceeded' });
    await expect(syncAll(drive, ALL, context)).rejects.toMatchObject({ reason: 'rate_limited' });
  });
});

it('browse shows drives, folders and files', async () => {
  folder('docs', 'top', { name: 'Docs' });
  server.put('a', { name: 'a.txt', parents: ['docs'], body: 'hello' });
  server.put('s', { name: 's.txt', parents: [], isShared: true });
  server.drives = [{ id: 'team', name: 'Team' }];
  const context = await connected();
  const show = async (id: string | null) => (await drive.browse?.(ALL, id, null, context))?.entries;
  expect((await show(null))?.map(({ id, name }) => [id, name])).toEqual([
    ['root', 'My Drive'],
    ['shared', 'Shared with me'],
    ['team', 'Team'],
  ]);
  expect(await show('root')).toMatchObject([{ id: 'docs', name: 'Docs', is_folder: true }]);
  expect(await show('docs')).toMatchObject([
    { id: 'a', is_folder: false, size: 5, media_type: 'text/plain' },
  ]);
  expect(await show('shared')).toMatchObject([{ id: 's' }]);
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type S3Config, type S3Secret, s3 } from '#domain/datasource/connectors/s3.ts';
import { S3_KEYS, type S3Server, startS3 } from '../../../../../tests/support/sources/s3-server.ts';
import { syncAll, testContext, testOutbound } from './testing.ts';

const outbound = testOutbound();
let server: S3Server;
beforeAll(async () => {
  server = await startS3();
});
afterAll(() => server.close());
beforeEach(() => {
  server.objects.clear();
  server.failures.length = 0;
  server.pageSize = 1000;
});

function put(...keys: string[]): void {
  for (const key of keys) server.objects.set(key, { body: `content of ${key}` });
}

const configOf = (options: Partial<S3Config> = {}): S3Config => ({
  endpoint: server.url,
  region: 'eu-test-1',
  bucket: 'files',
  prefix: '',
  path_style: true,
  include: [],
  exclude: [],
  ...options,
});
const contextOf = (secret: S3Secret | undefined = S3_KEYS) =>
  testContext<S3Secret>(outbound, secret && { secret });

describe('a sync', () => {
  it('lists the files of a bucket, page by page', async () => {
    put(
      ...Array.from({ length: 25 }, (_, n) => `docs/${String(n).padStart(2, '0')}.md`),
      'other.md',
    );
    server.objects.set('docs/', { body: '' });
    server.pageSize = 7;
    const { items, end } = await syncAll(s3, configOf({ prefix: 'docs/' }), contextOf());
    expect(items).toHaveLength(25);
    expect(items[0]).toEqual({
      key: 'docs/00.md',
      name: '00.md',
      url: 's3://files/docs/00.md',
      media_type: 'text/markdown',
      size: 21,
      etag: expect.stringMatching(/^[0-9a-f]{32}$/),
      modified_at: '2026-11-22T10:00:00.000Z',
      memo: null,
    });
    expect(end).toEqual({ state: {}, complete: true });
  });

  it('reads files with any name', async () => {
    const keys = [
      'a b+c.txt',
      'ä/日本 (1)!*.txt',
      "it's~&=%41?#.txt",
      '<x>&amp;.txt',
      '/slash//x.txt',
    ];
    put(...keys, 'photo.psd', 'no-extension');
    const context = contextOf();
    const { items } = await syncAll(s3, configOf(), context);
    expect(items.map(({ key }) => key).sort()).toEqual(keys.sort());
    for (const item of items) {
      const content = await s3.fetch(configOf(), item, context);
      expect(new TextDecoder().decode(content.bytes)).toBe(`content of ${item.key}`);
      expect(content.media_type).toBe('text/plain');
    }
  });

  it('chooses by patterns, and says which objects it can not read', async () => {
    put('a.md', 'b/c.md', 'b/d.txt', 'b/../e.md');
    server.objects.set('b/old.md', { body: 'x', storage: 'GLACIER' });
    const { items, failed } = await syncAll(
      s3,
      configOf({ include: ['b/**'], exclude: ['*.txt'] }),
      contextOf(),
    );
    expect(items.map(({ key }) => key)).toEqual(['b/c.md']);
    expect(failed.map(({ key, reason }) => [key, reason])).toEqual([
      ['b/../e.md', 'unsupported'],
      ['b/old.md', 'unsupported'],
    ]);
  });

  it('waits when the service is busy', async () => {
    put('a.md');
    server.failures.push({ status: 503, code: 'SlowDown' }, { status: 500, code: 'InternalError' });
    const context = contextOf();
    expect((await syncAll(s3, configOf(), context)).items).toHaveLength(1);
    expect(context.waits).toEqual([1000, 4000]);
  });

  it('ends at the limit, and says what to do', async () => {
    for (let n = 0; n < 12_000; n += 1) server.objects.set(`${n}.md`, { body: '' });
    const sync = syncAll(s3, configOf(), contextOf());
    await expect(sync).rejects.toMatchObject({
      reason: 'too_many',
      message:
        'There are more than 10,000 files. Choose a longer prefix, or patterns of files to include.',
    });
  });

  it('ends when the credentials expire in the middle', async () => {
    put('a.md', 'b.md', 'c.md');
    server.pageSize = 1;
    const keys: string[] = [];
    const sync = async () => {
      for await (const { items } of s3.changes(configOf(), undefined, contextOf())) {
        keys.push(...items.map(({ key }) => key));
        server.failures.push({ status: 400, code: 'ExpiredToken' });
      }
    };
    await expect(sync()).rejects.toMatchObject({ reason: 'unauthorised' });
    expect(keys).toEqual(['a.md']);
  });
});

describe('check', () => {
  it.each([
    [
      'a wrong key',
      {},
      { ...S3_KEYS, secret_access_key: 'wrong' },
      'unauthorised',
      'SignatureDoesNotMatch',
    ],
    [
      'a key with letters that no key has',
      {},
      { ...S3_KEYS, access_key_id: 'schlüssel鍵' },
      'unauthorised',
      "can't be sent",
    ],
    ['another region', { region: 'us-east-1' }, S3_KEYS, 'invalid', 'in region eu-test-1'],
    ['another bucket', { bucket: 'none' }, S3_KEYS, 'not_found', 'no bucket none'],
    ['no URL', { endpoint: 'nonsense' }, S3_KEYS, 'invalid', 'not a URL'],
    ['a private address', { endpoint: 'http://10.0.0.1' }, S3_KEYS, 'invalid', 'public internet'],
  ])('says what is wrong: %s', async (_name, options, secret, reason, message) => {
    const check = s3.check(configOf(options), contextOf(secret));
    await expect(check).rejects.toMatchObject({
      reason,
      message: expect.stringContaining(message),
    });
  });

  it('needs credentials, unless the bucket is public', async () => {
    const context = testContext<S3Secret>(outbound);
    await expect(s3.check(configOf(), context)).rejects.toMatchObject({ reason: 'unauthorised' });
    await s3.check(configOf(), contextOf());
  });
});

it('fetch says what is wrong with a file', async () => {
  put('a.md');
  const context = contextOf();
  const { items } = await syncAll(s3, configOf(), context);
  const [item] = items;
  if (!item) throw new Error('no item');
  const small = { ...context, maxBytes: 5 };
  await expect(s3.fetch(configOf(), item, small)).rejects.toMatchObject({ reason: 'too_large' });
  const grown = { ...item, size: 1 };
  await expect(s3.fetch(configOf(), grown, small)).rejects.toMatchObject({ reason: 'too_large' });
  server.objects.clear();
  await expect(s3.fetch(configOf(), item, context)).rejects.toMatchObject({ reason: 'not_found' });
});

it('browse shows folders and files', async () => {
  put('a.md', 'docs/b.md', 'docs/deep/c.md');
  server.pageSize = 1;
  const context = contextOf();
  const first = await s3.browse?.(configOf(), null, null, context);
  expect(first?.entries).toMatchObject([{ id: 'a.md', name: 'a.md', is_folder: false, size: 15 }]);
  const second = await s3.browse?.(configOf(), null, first?.next_cursor ?? null, context);
  expect(second).toMatchObject({
    entries: [{ id: 'docs/', name: 'docs', is_folder: true }],
    next_cursor: null,
  });
  server.pageSize = 10;
  const inside = await s3.browse?.(configOf(), 'docs/', null, context);
  expect(inside?.entries.map(({ id }) => id)).toEqual(['docs/deep/', 'docs/b.md']);
});

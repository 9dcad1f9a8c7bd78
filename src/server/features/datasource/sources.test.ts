import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GITHUB_TOKEN } from '../../../../tests/support/sources/github-server.ts';
import {
  NOTION_TOKEN,
  notionId,
  richText,
} from '../../../../tests/support/sources/notion-server.ts';
import { S3_KEYS, s3Config, startS3 } from '../../../../tests/support/sources/s3-server.ts';
import { startSources } from './testing-sources.ts';

/** Each service through the whole server: creating, browsing and syncing, with its pages and limits. */
let bench: Awaited<ReturnType<typeof startSources>>;
let path: string;
beforeAll(async () => {
  bench = await startSources();
});
beforeEach(async () => {
  path = await bench.collection();
});
afterAll(() => bench.close());

it('a bucket is listed with continuation tokens and signed requests', async () => {
  const bucket = await startS3();
  try {
    bucket.pageSize = 10;
    for (let n = 0; n < 25; n += 1) bucket.objects.set(`docs/f${n}.md`, { body: `Text ${n}` });
    bucket.objects.set('docs/../../etc/passwd.md', { body: 'root' });
    bucket.objects.set('docs/a\u202Eb\tc.md', { body: 'A name that looks like another.' });
    const config = s3Config(bucket, 'docs/');
    const refused = await bench.create(path, config, { ...S3_KEYS, secret_access_key: 'wrong' });
    expect([refused.status, refused.body.title]).toEqual([401, 'Authentication failed']);
    const made = await bench.create(path, config, S3_KEYS);
    expect(made.body.credentials_hint).toBe('…TEST');
    expect(made.text).not.toContain(S3_KEYS.secret_access_key);
    const first = await bench.ended(made.at);
    expect(first).toMatchObject({ status: 'succeeded', added: 26, failed: 1 });
    expect(await bench.names(path)).toContain('ab c.md');
    expect(await bench.log(made.at, first)).toContainEqual([
      'failed',
      'passwd.md',
      "Objects with “.” or “..” in their path can't be read.",
    ]);
    const lists = bucket.requests.filter(({ url }) => url.searchParams.has('list-type'));
    expect(lists.filter(({ url }) => url.searchParams.has('continuation-token'))).toHaveLength(2);
    const files = await bench.ada('GET', `${made.at}/file?folder=${encodeURIComponent('docs/')}`);
    expect(files.body.pagination.has_next).toBe(true);

    bucket.failures.push({ status: 503, code: 'SlowDown', headers: { 'retry-after': '1' } });
    bucket.objects.set('docs/f3.md', { body: 'Changed' });
    bucket.objects.delete('docs/f4.md');
    expect(await bench.sync(made.at)).toMatchObject({ changed: 1, removed: 1, unchanged: 24 });
    bucket.failures.push({ status: 403, code: 'ExpiredToken' });
    expect(await bench.sync(made.at)).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^Authentication failed\. .*ExpiredToken/),
    });
    expect(await bench.names(path)).toHaveLength(25);
  } finally {
    await bucket.close();
  }
}, 120_000);

it('a bucket of a million files is refused with what to do, in bounded memory', async () => {
  const bucket = await startS3();
  try {
    let listed = 0;
    bucket.onList = (token) => {
      const start = Number(token ?? 0);
      listed = start + 1000;
      const keys = Array.from({ length: 1000 }, (_, n) => `image-${start + n}.bin`);
      return { keys, next: listed < 1_000_000 ? String(listed) : null };
    };
    const before = process.memoryUsage().heapUsed;
    const made = await bench.create(path, s3Config(bucket), S3_KEYS);
    expect(await bench.ended(made.at)).toMatchObject({
      status: 'failed',
      added: 0,
      error: expect.stringContaining(
        'There are more than 200,000 files. Choose a longer prefix, or patterns of files to include.',
      ),
    });
    expect(listed).toBeLessThanOrEqual(201_000);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(200 * 1024 * 1024);
  } finally {
    await bucket.close();
  }
}, 120_000);

it('Notion is read with cursors, at the rate that it permits, and pages that are no longer chosen go', async () => {
  const { notion } = bench;
  notion.pageSize = 4;
  for (let n = 1; n <= 10; n += 1) notion.addPage(n, `Page ${n}`);
  const text = { type: 'paragraph', has_children: false };
  notion.blocks.set(notionId(1), [
    { ...text, id: notionId(90), paragraph: { rich_text: richText('Refunds take a week.') } },
  ]);
  notion.failures.push({ status: 429, headers: { 'retry-after': '1' } });
  const refused = await bench.create(path, { kind: 'notion' }, { token: 'wrong' });
  expect(refused.status).toBe(401);
  const made = await bench.create(path, { kind: 'notion' }, { token: NOTION_TOKEN });
  expect(await bench.ended(made.at)).toMatchObject({ status: 'succeeded', added: 10 });
  notion.addPage(2, 'Page 2, renamed', { last_edited_time: '2026-11-02T10:00:00.000Z' });
  notion.objects.delete(notionId(3));
  notion.unlisted.add(notionId(4));
  notion.failures.push({ status: 429, headers: { 'retry-after': '1' } });
  const second = await bench.sync(made.at);
  // The search left out page 4, which is still there.
  expect(second).toMatchObject({ changed: 1, removed: 1, unchanged: 7, failed: 0 });
  expect(await bench.names(path)).toContain('Page 2, renamed');
  expect(await bench.names(path)).toContain('Page 4');
  const config = { kind: 'notion', pages: [notionId(1), notionId(4)] };
  const changed = await bench.ada('PATCH', made.at, { config });
  await bench.ended(made.at, changed.body.last_sync.id);
  expect(await bench.names(path)).toEqual(['Page 1', 'Page 4']);
}, 120_000);

it('a repository is read folder by folder if it is large, and its limits are kept to', async () => {
  const { github, server } = bench;
  github.treeMax = 3;
  const files = { 'README.md': '# A', 'docs/a.md': 'a', 'docs/b.md': 'b', 'docs/in/c.md': 'c' };
  github.commit(files);
  const config = { kind: 'github', repository: 'acme/docs' };
  const refused = await bench.create(path, config, { token: 'wrong' });
  expect([refused.status, refused.body.title]).toEqual([401, 'Authentication failed']);
  const made = await bench.create(path, config, { token: GITHUB_TOKEN });
  expect(await bench.ended(made.at)).toMatchObject({ status: 'succeeded', added: 4 });
  const { 'docs/b.md': _, ...left } = files;
  github.commit({ ...left, 'docs/a.md': 'changed', 'docs/new.md': 'new' });
  const before = github.requests.length;
  expect(await bench.sync(made.at)).toMatchObject({ added: 1, changed: 1, removed: 1 });
  const asked = github.requests.slice(before).map(({ url }) => url.pathname);
  expect(asked.filter((one) => one.includes('/git/blobs/'))).toHaveLength(2);
  expect(asked.some((one) => one.includes('/git/trees/'))).toBe(false);
  expect(await bench.names(path)).toEqual(['a.md', 'c.md', 'new.md', 'README.md']);

  const reset = Math.round(Date.now() / 1000) + 1800;
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(reset) };
  github.failures.push({ status: 403, headers, message: 'API rate limit exceeded' });
  const { body } = await bench.ada('POST', `${made.at}/sync`);
  const { syncs } = server.services.domain.stores.datasource;
  await expect
    .poll(() => syncs.find({ id: body.id }), { timeout: 20_000 })
    .toMatchObject({ status: 'waiting', due_at: new Date(reset * 1000).toISOString() });
  expect((await bench.lastSync(made.at)).error).toContain('Too many requests to');
  // By hand, it is tried at once.
  expect(await bench.sync(made.at)).toMatchObject({ id: body.id, status: 'succeeded' });
}, 120_000);

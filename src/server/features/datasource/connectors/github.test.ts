import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  github as connect,
  type GithubConfig,
  type GithubSecret,
} from '#domain/datasource/connectors/github.ts';
import {
  GITHUB_TOKEN,
  type GithubServer,
  startGithub,
} from '../../../../../tests/support/sources/github-server.ts';
import { syncAll, testContext, testOutbound } from './testing.ts';

const outbound = testOutbound();
let server: GithubServer;
let github: ReturnType<typeof connect>;
beforeEach(async () => {
  await server?.close();
  server = await startGithub();
  github = connect({ api: server.url, web: 'https://github.test' });
});
afterAll(() => server.close());

const configOf = (options: Partial<GithubConfig> = {}): GithubConfig => ({
  owner: 'acme',
  repo: 'docs',
  branch: null,
  include: [],
  exclude: [],
  ...options,
});
const contextOf = (token = GITHUB_TOKEN) =>
  testContext<GithubSecret>(outbound, { secret: { token } });
const keys = (items: { key: string }[]) => items.map(({ key }) => key).sort();

describe('a first sync', () => {
  it('lists and reads the files of the branch', async () => {
    const commit = server.commit({
      'README.md': '# Hi',
      'docs/ä b.md': 'x',
      'src/a.ts': '1',
      'link.md': '->a',
    });
    const context = contextOf();
    const { items, end } = await syncAll(github, configOf({ branch: 'main' }), context);
    expect(keys(items)).toEqual(['README.md', 'docs/ä b.md']);
    expect(items[1]).toMatchObject({
      name: 'ä b.md',
      url: 'https://github.test/acme/docs/blob/main/docs/%C3%A4%20b.md',
      media_type: 'text/markdown',
      size: 1,
      etag: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    expect(end).toEqual({ state: { commit }, complete: true });
    const content = items[0] && (await github.fetch(configOf(), items[0], context));
    expect(content?.media_type).toBe('text/markdown');
    expect(new TextDecoder().decode(content?.bytes)).toBe('# Hi');
  });

  it('reads large trees folder by folder', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [`${n % 3}/${n % 5}/${n}.md`, `text ${n}`]),
    );
    server.commit({ ...files, 'README.md': 'x' });
    server.treeMax = 10;
    const { items, end } = await syncAll(github, configOf({ exclude: ['/2/'] }), contextOf());
    expect(keys(items)).toEqual(
      ['README.md', ...Object.keys(files).filter((path) => !path.startsWith('2/'))].sort(),
    );
    expect(end?.complete).toBe(true);
  });

  it('reads trees that are too long to parse folder by folder, and ends at the limit', async () => {
    const files = Array.from({ length: 12_000 }, (_, n) => [`${n % 3}/${n}.md`, '']);
    server.commit(Object.fromEntries(files));
    const some = await syncAll(github, configOf({ include: ['1/**'] }), contextOf());
    expect(some.items).toHaveLength(4000);
    const all = syncAll(github, configOf(), contextOf());
    await expect(all).rejects.toMatchObject({
      reason: 'too_many',
      message: expect.stringContaining('patterns of files'),
    });
  });

  it('of an empty repository finds nothing', async () => {
    const { items, end } = await syncAll(github, configOf(), contextOf());
    expect([items, end?.complete]).toEqual([[], true]);
  });
});

describe('a later sync', () => {
  it('lists what has changed', async () => {
    server.commit({ 'a.md': '1', 'b.md': '2', 'c.md': '3', 'd.md': '4' });
    const context = contextOf();
    const first = await syncAll(github, configOf(), context);
    const commit = server.commit({ 'a.md': '1', 'b.md': '2b', 'renamed.md': '3', 'e.md': '5' });
    const { items, deleted, end } = await syncAll(github, configOf(), context, first.end?.state);
    expect(keys(items)).toEqual(['b.md', 'e.md', 'renamed.md']);
    expect(deleted.sort()).toEqual(['c.md', 'd.md']);
    expect(end).toEqual({ state: { commit }, complete: false });
    const third = await syncAll(github, configOf(), context, end?.state);
    expect(third).toMatchObject({
      items: [],
      deleted: [],
      end: { state: { commit }, complete: false },
    });
  });

  it('lists everything if the branch was rewritten, or much has changed', async () => {
    server.commit({ 'a.md': '1' });
    const first = await syncAll(github, configOf(), contextOf());
    server.commit({ 'b.md': '1b' });
    server.rewrite();
    const second = await syncAll(github, configOf(), contextOf(), first.end?.state);
    expect([keys(second.items), second.end?.complete]).toEqual([['b.md'], true]);
    server.commit(Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`${n}.md`, `${n}`])));
    const third = await syncAll(github, configOf(), contextOf(), second.end?.state);
    expect([third.items.length, third.end?.complete]).toEqual([400, true]);
  });
});

describe('limits and errors', () => {
  it('waits until the limit is over, unless that takes long', async () => {
    server.commit({ 'a.md': '1' });
    const context = contextOf();
    const reset = (seconds: number) => String(Math.round(context.now() / 1000) + seconds);
    const limited = (seconds: number) => ({
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset(seconds) },
    });
    server.failures.push(limited(30), {
      status: 403,
      message: 'You have exceeded a secondary rate limit.',
    });
    expect((await syncAll(github, configOf(), context)).items).toHaveLength(1);
    expect(context.waits).toHaveLength(2);
    expect(context.waits[0]).toBeGreaterThan(28_000);
    server.failures.push(limited(3000));
    const sync = syncAll(github, configOf(), context);
    await expect(sync).rejects.toMatchObject({
      reason: 'rate_limited',
      retryAt: expect.any(Number),
    });
  });

  it('says what is wrong', async () => {
    server.commit({ 'a.md': '1' });
    const check = (options: Partial<GithubConfig>, token?: string) =>
      github.check(configOf(options), contextOf(token));
    await check({});
    await expect(check({}, 'wrong')).rejects.toMatchObject({ reason: 'unauthorised' });
    await expect(check({ repo: 'none' })).rejects.toMatchObject({ reason: 'not_found' });
    await expect(check({ branch: 'none' })).rejects.toThrow('no branch none');
    const anonymous = testContext<GithubSecret>(outbound);
    await expect(github.check(configOf(), anonymous)).rejects.toMatchObject({
      reason: 'not_found',
    });
  });

  it('ends when the token is revoked in the middle', async () => {
    server.commit({ 'a.md': '1' });
    const context = contextOf();
    const { items } = await syncAll(github, configOf(), context);
    server.failures.push({ status: 401 });
    const fetched = items[0] && github.fetch(configOf(), items[0], context);
    await expect(fetched).rejects.toMatchObject({ reason: 'unauthorised', isAboutSource: true });
  });

  it("doesn't take pointers of Git LFS for documents", async () => {
    server.commit({ 'a.pdf': 'version https://git-lfs.github.com/spec/v1\noid sha256:0' });
    const context = contextOf();
    const { items } = await syncAll(github, configOf(), context);
    const fetched = items[0] && github.fetch(configOf(), items[0], context);
    await expect(fetched).rejects.toMatchObject({ reason: 'unsupported' });
  });
});

it('browse shows folders and files', async () => {
  server.commit({ 'README.md': '# Hi', 'docs/a.md': 'x', 'docs/deep/b.md': 'y' });
  const root = await github.browse?.(configOf(), null, null, contextOf());
  expect(root?.entries).toMatchObject([
    { id: 'README.md', is_folder: false, size: 4, media_type: 'text/markdown' },
    { id: 'docs', is_folder: true, size: null },
  ]);
  const docs = await github.browse?.(configOf(), 'docs', null, contextOf());
  expect(docs?.entries.map(({ id }) => id)).toEqual(['docs/a.md', 'docs/deep']);
});

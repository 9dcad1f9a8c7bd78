import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  page,
  startWebsite,
  type WebsiteServer,
} from '../../../../tests/support/sources/website-server.ts';
import { startSources } from './testing-sources.ts';

/** Websites and feeds through the whole server, friendly ones and hostile ones. */
let bench: Awaited<ReturnType<typeof startSources>>;
let path: string;
let site: WebsiteServer;
/** A server inside our network, which must never be reached. */
let inside: Server;
let insideUrl: string;
let reached: string[] = [];

beforeAll(async () => {
  bench = await startSources();
  inside = createServer((request, response) => {
    reached.push(request.url ?? '');
    response.end('secret');
  });
  await new Promise<void>((done) => inside.listen(0, '127.0.0.2', done));
  insideUrl = `http://127.0.0.2:${(inside.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  path = await bench.collection();
  reached = [];
});
afterEach(() => site.close());
afterAll(async () => {
  inside.close();
  await bench.close();
});

const website = (more: object = {}) => ({ kind: 'website', url: `${site.url}/`, ...more });
const paths = (list: { url: string }[]) => list.map(({ url }) => new URL(url).pathname).sort();

it('a website is previewed, crawled and crawled again', async () => {
  site = await startWebsite({
    '/': page('Home', ['/a', '/a?utm_source=mail', '/copy', '/private/x', '/loop']),
    '/a': page('A', ['/a/deep']),
    '/a/deep': page('Deep'),
    '/copy': page('A', [], '<link rel="canonical" href="/a">'),
    '/private/x': page('Private'),
    '/loop': { status: 302, headers: { location: '/loop2' } },
    '/loop2': { status: 302, headers: { location: '/loop' } },
    '/listed': page('Listed'),
    '/robots.txt': { body: 'User-agent: *\nDisallow: /private/\nSitemap: /map.xml' },
  });
  site.pages.set('/map.xml', {
    body: `<urlset><url><loc>${site.url}/listed</loc></url><url><loc>${insideUrl}/x</loc></url></urlset>`,
  });
  const preview = await bench.ada('POST', `${path}/datasource/preview`, website());
  expect(preview.status).toBe(200);
  expect(paths(preview.body.pages)).toEqual(['/', '/a', '/a/deep', '/listed']);
  const made = await bench.create(path, website());
  const first = await bench.ended(made.at);
  expect(first).toMatchObject({ status: 'succeeded', added: 4, failed: 1 });
  expect((await bench.log(made.at, first)).filter(([result]) => result !== 'added')).toEqual(
    expect.arrayContaining([
      ['failed', `${site.url}/loop`, expect.stringContaining('redirects in a circle')],
      ['skipped', `${site.url}/private/x`, expect.stringContaining('robots.txt')],
    ]),
  );
  site.pages.set('/a', page('A, renamed', ['/a/deep']));
  site.pages.delete('/listed');
  site.pages.set('/map.xml', { body: '<urlset></urlset>' });
  site.takeVisits();
  const second = await bench.sync(made.at);
  expect(second).toMatchObject({ added: 0, changed: 1, removed: 1, unchanged: 2 });
  expect(await bench.names(path)).toEqual(['A, renamed', 'Deep', 'Home']);
  // Pages that are as they were are only asked about.
  expect(site.takeVisits().filter((one) => one === '/a/deep')).toHaveLength(1);
  expect(reached).toEqual([]);
}, 120_000);

it('no link, redirect, sitemap or feed leads into our network', async () => {
  site = await startWebsite({
    '/': page(
      'Home',
      [`${insideUrl}/link`, '/out', '/a'],
      `<link rel="canonical" href="${insideUrl}/">`,
    ),
    '/a': page(
      'A',
      [],
      `<base href="${insideUrl}/"><meta http-equiv="refresh" content="0;url=${insideUrl}/r">`,
    ),
    '/out': { status: 302, headers: { location: `${insideUrl}/redirect` } },
    '/robots.txt': { body: `Sitemap: ${insideUrl}/sitemap.xml\nSitemap: /map.xml` },
    '/map.xml': { status: 302, headers: { location: `${insideUrl}/map.xml` } },
    '/feed': {
      body: `<rss><channel><title>F</title>
        <item><guid>1</guid><title>Inside</title><link>${insideUrl}/post</link></item>
        <item><guid>2</guid><title>Redirected</title><link>/out</link></item>
        <item><guid>3</guid><title>Closed</title><link>/closed</link></item>
        <item><guid>4</guid><title>Open</title><link>/a</link></item></channel></rss>`,
    },
    '/closed': { status: 403 },
    '/moved': { status: 301, headers: { location: `${insideUrl}/feed` } },
  });
  const crawled = await bench.create(path, website());
  expect(await bench.ended(crawled.at)).toMatchObject({ status: 'succeeded', added: 2 });
  const feed = await bench.create(path, { kind: 'rss', url: `${site.url}/feed`, content: 'page' });
  const sync = await bench.ended(feed.at);
  // One page that can't be read says nothing about the others.
  expect(sync).toMatchObject({ status: 'succeeded', added: 1, failed: 3 });
  expect(await bench.log(feed.at, sync)).toEqual(
    expect.arrayContaining([
      ['failed', 'Inside', expect.stringContaining('not a public internet address')],
      ['failed', 'Redirected', expect.stringContaining('not a public internet address')],
      ['failed', 'Closed', expect.stringContaining("isn't public")],
      ['added', 'Open', null],
    ]),
  );
  const moved = await bench.create(path, { kind: 'rss', url: `${site.url}/moved` });
  expect(moved.status).toBe(502);
  for (const url of [
    insideUrl,
    'http://localhost:1/',
    'http://[::1]/',
    'http://169.254.169.254/',
  ]) {
    const refused = await bench.create(path, { kind: 'website', url });
    expect([refused.status, url]).toEqual([url.includes('localhost') ? 502 : 400, url]);
  }
  const bucket = { kind: 's3', endpoint: insideUrl, bucket: 'files' };
  const keys = { access_key_id: 'a', secret_access_key: 'b' };
  expect((await bench.create(path, bucket, keys)).status).toBe(400);
  expect(reached).toEqual([]);
}, 120_000);

it('endless calendars, bombs and huge pages are bounded', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>`;
  site = await startWebsite({
    '/': page('Home', ['/calendar?day=1', '/huge', '/real']),
    '/real': page('Real'),
    '/huge': `<title>Huge</title>${'<p>Much of the same. '.repeat(200_000)}`,
    '/sitemap.xml': { body: `${bomb}<urlset><url><loc>/&b;</loc></url></urlset>` },
    '/feed': { body: `${bomb}<rss><channel><item><title>&b;</title></item></channel></rss>` },
  });
  for (let day = 1; day < 200; day += 1)
    site.pages.set(`/calendar?day=${day}`, page(`Day ${day}`, [`/calendar?day=${day + 1}`]));
  const made = await bench.create(path, website({ depth: 20, page_limit: 8 }));
  const sync = await bench.ended(made.at);
  expect(sync).toMatchObject({ status: 'succeeded', added: 8, failed: 0 });
  expect(sync.note).toContain('The site has more pages than were read.');
  expect(await bench.names(path)).toEqual(expect.arrayContaining(['Home', 'Huge', 'Real']));
  const feed = await bench.create(path, { kind: 'rss', url: `${site.url}/feed` });
  expect(feed.status).toBe(201);
  expect(await bench.ended(feed.at)).toMatchObject({ status: 'succeeded', added: 1 });
  // Entities are never expanded.
  expect((await bench.names(path)).filter((name) => name.includes('aaa'))).toEqual([]);
}, 120_000);

it('a feed is asked only whether it has changed', async () => {
  const rss = (...titles: string[]) => ({
    headers: { 'content-type': 'application/rss+xml' },
    body: `<rss><channel><title>F</title>${titles
      .map(
        (title, n) =>
          `<item><guid>${n}</guid><title>${title}</title><description>Text</description></item>`,
      )
      .join('')}</channel></rss>`,
  });
  site = await startWebsite({ '/feed': rss('One', 'Two') });
  const made = await bench.create(path, { kind: 'rss', url: `${site.url}/feed` });
  expect(await bench.ended(made.at)).toMatchObject({ added: 2 });
  expect(await bench.sync(made.at)).toMatchObject({ added: 0, changed: 0, unchanged: 0 });
  expect(site.requests.at(-1)?.headers['if-none-match']).toBeTypeOf('string');
  site.pages.set('/feed', rss('One', 'Two, renamed', 'Three'));
  expect(await bench.sync(made.at)).toMatchObject({ added: 1, changed: 1 });
  expect(await bench.names(path)).toEqual(['One', 'Three', 'Two, renamed']);
  site.pages.set('/feed', { status: 403 });
  expect(await bench.sync(made.at)).toMatchObject({
    status: 'failed',
    error: expect.stringMatching(
      /^We couldn't sync this collection, please try again\. .*The feed isn't public/,
    ),
  });
  // Nobody has to enter credentials: it is tried again.
  const { body } = await bench.ada('GET', made.at);
  expect(body.status).toBe('failing');
  expect(body.next_sync_at).toBeTypeOf('string');
  expect(await bench.names(path)).toHaveLength(3);
}, 120_000);

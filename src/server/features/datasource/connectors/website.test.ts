import { afterEach, describe, expect, it } from 'vitest';
import type { WebsiteConfig } from '#domain/datasource/connectors/website/scope.ts';
import {
  type FakePage,
  page,
  type WebsiteServer,
} from '../../../../../tests/support/sources/website-server.ts';
import { testOutbound } from './testing.ts';
import { closeSites, crawl as crawlWith, pathOf, start } from './testing-website.ts';

const outbound = testOutbound();
const crawl = (site: WebsiteServer, options?: Partial<WebsiteConfig>) =>
  crawlWith(outbound, site, options);
afterEach(closeSites);

describe('a crawl', () => {
  it('lists pages with their content, in order of depth, and no further than that', async () => {
    const site = await start({
      '/': page('Home', ['/a', 'b#top', '/a?utm_source=x', 'mailto:x@y.z', 'https://other.test/']),
      '/a': page('A', ['/c', '/']),
      '/b': page('B', ['/c', '/missing']),
      '/c': page('C', ['/d']),
      '/d': page('D'),
    });
    const { items, paths, end, deleted } = await crawl(site, { depth: 2 });
    expect(paths).toEqual(['/', '/a', '/b', '/c']);
    expect(items[1]).toMatchObject({
      key: `${site.url}/a`,
      name: 'A',
      url: `${site.url}/a`,
      media_type: 'text/html',
    });
    expect(new TextDecoder().decode(items[1]?.content?.bytes)).toContain('<h1>A</h1>');
    expect(deleted).toEqual([`${site.url}/missing`]);
    expect(end).toEqual({ state: {}, complete: true });
    expect(site.takeVisits()).toEqual(['/', '/a', '/b', '/c', '/missing']);
  });

  it('reads what is included and not excluded', async () => {
    const site = await start({
      '/': page('Home', ['/docs/', '/blog/x', '/docs/old/y']),
      '/docs/': page('Docs', ['a', 'old/b']),
      '/docs/a': page('A'),
    });
    const scope = { include: [`${site.url}/docs/**`], exclude: ['/docs/old/**'] };
    expect((await crawl(site, scope)).paths).toEqual(['/docs/', '/docs/a']);
    expect(site.takeVisits()).toEqual(['/', '/docs/', '/docs/a']);
  });

  it('reads documents, and leaves other files alone', async () => {
    const site = await start({
      '/': page('Home', ['/report.pdf', '/file', '/logo.png', '/data', '/video']),
      '/report.pdf': { headers: { 'content-type': 'application/octet-stream' }, body: '%PDF-1.7' },
      '/file': { headers: { 'content-type': 'text/csv' }, body: 'a,b' },
      '/data': { headers: { 'content-type': 'application/json' }, body: '{}' },
      '/video': { headers: { 'content-type': 'video/mp4' }, body: 'x'.repeat(10_000) },
    });
    const { items, paths, skipped } = await crawl(site);
    expect(paths).toEqual(['/', '/report.pdf', '/file']);
    expect(items[1]).toMatchObject({ name: 'report.pdf', size: 8 });
    expect(items[1]?.content?.media_type).toBe('application/pdf');
    expect(skipped.map(({ reason }) => reason)).toEqual(['unsupported', 'unsupported']);
  });

  it('lists a page once, whatever its URLs', async () => {
    const site = await start({
      '/': page('Home', ['/old', '/docs', '/docs/', '/copy', '/shop?color=red', '/index.html']),
      '/index.html': page('Home', [
        '/old',
        '/docs',
        '/docs/',
        '/copy',
        '/shop?color=red',
        '/index.html',
      ]),
      '/old': { status: 301, headers: { location: '/new' } },
      '/new': page('New', ['/old']),
      '/docs': { status: 308, headers: { location: '/docs/' } },
      '/docs/': page('Docs'),
      '/copy': page('New', ['/old']),
      '/shop?color=red': page('Shop', ['/shop'], '<link rel="canonical" href="/shop">'),
      '/shop': page('Shop', ['/shop']),
    });
    const { paths } = await crawl(site);
    expect(paths).toEqual(['/', '/new', '/docs/', '/shop']);
  });

  it('ignores canonical URLs that name the home page on every page, and follows base and refresh', async () => {
    const wrong = '<link rel="canonical" href="/">';
    const site = await start({
      '/': page('Home', ['/a'], wrong),
      '/a': page('A', ['x'], `${wrong}<base href="/deep/">`),
      '/deep/x': page('X', [], '<meta http-equiv="refresh" content="0; url=/y">'),
      '/y': page('Y'),
    });
    expect((await crawl(site)).paths).toEqual(['/', '/a', '/deep/x', '/y']);
  });

  it('survives redirect loops, endless redirects and endless folders', async () => {
    const site = await start({
      '/': page('Home', ['/circle', '/chain0', '/x/', '/away']),
      '/circle': { status: 302, headers: { location: '/circle' } },
      ...Object.fromEntries(
        Array.from({ length: 9 }, (_, n) => [
          `/chain${n}`,
          { status: 302, headers: { location: `/chain${n + 1}` } },
        ]),
      ),
      '/x/': page('X', ['x/']),
      '/x/x/': page('XX', ['x/']),
      '/x/x/x/': page('XXX', ['x/']),
      '/away': { status: 302, headers: { location: 'http://10.0.0.1/' } },
    });
    const { paths, failed } = await crawl(site);
    expect(paths).toEqual(['/', '/x/', '/x/x/', '/x/x/x/']);
    expect(failed.map(({ key, message }) => [pathOf(key), message])).toEqual([
      ['/circle', expect.stringContaining('redirects in a circle')],
      ['/chain0', expect.stringContaining('redirects in a circle')],
    ]);
  });

  it('gets out of endless calendars, and says that pages were left out', async () => {
    const calendar: FakePage = ({ url }, response) => {
      const month = Number(url.searchParams.get('month'));
      const next = [month + 1, month + 2, month - 1].map((n) => `/cal?view=v&month=${n}`);
      response.setHeader('content-type', 'text/html');
      response.end(page(`Month ${month}`, next));
    };
    const site = await start({
      '/': page('Home', ['/cal?view=v&month=0', '/a']),
      '/a': page('A', ['/b']),
    });
    site.pages.set('/b', page('B'));
    for (let month = -500; month < 500; month += 1) {
      site.pages.set(`/cal?month=${month}&view=v`, calendar);
    }
    const { paths, end } = await crawl(site, { depth: 1000, page_limit: 1000 });
    expect(paths).toEqual(expect.arrayContaining(['/a', '/b']));
    expect(paths.length).toBeLessThan(110);
    expect(end?.isGone).toBeDefined();

    const small = await crawl(site, { depth: 1000, page_limit: 10 });
    expect(small.paths).toHaveLength(10);
    expect(small.end?.note).toContain('Raise the limit of 10 pages');
  });
});

describe('what the site wants', () => {
  it('follows robots.txt, and waits as long as it says', async () => {
    const site = await start({
      '/robots.txt': {
        headers: { 'content-type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /secret\nCrawl-delay: 7',
      },
      '/': page('Home', ['/secret', '/a', '/jump']),
      '/a': page('A'),
      '/jump': { status: 302, headers: { location: '/secret/x' } },
    });
    const { paths, skipped, context } = await crawl(site);
    expect(paths).toEqual(['/', '/a']);
    expect(skipped.map(({ key, reason }) => [pathOf(key), reason])).toEqual([
      ['/secret', 'forbidden_by_robots'],
      ['/jump', 'forbidden_by_robots'],
    ]);
    expect(site.takeVisits()).toEqual(['/', '/a', '/jump']);
    expect(Math.max(...context.waits)).toBeGreaterThan(6000);
  });

  it('reads nothing if robots.txt forbids it, or fails', async () => {
    const site = await start({
      '/robots.txt': { headers: {}, body: 'User-agent: TaskloomBot\nDisallow: /' },
      '/': page('Home'),
    });
    await expect(crawl(site)).rejects.toMatchObject({ reason: 'forbidden_by_robots' });
    site.pages.set('/robots.txt', { status: 503 });
    await expect(crawl(site)).rejects.toMatchObject({ reason: 'unreachable' });
    expect(site.takeVisits()).toEqual([]);
  });

  it('respects noindex and nofollow', async () => {
    const site = await start({
      '/': page('Home', ['/noindex', '/nofollow', '/header']).replace(
        '<h1>',
        '<a rel=nofollow href=/ad>ad</a><h1>',
      ),
      '/noindex': page('Hidden', ['/a'], '<meta name="robots" content="noindex, follow">'),
      '/nofollow': page('Leaf', ['/b'], '<meta name="TaskloomBot" content="nofollow">'),
      '/header': { headers: { 'x-robots-tag': 'none' }, body: page('Header', ['/c']) },
      '/a': page('A'),
    });
    const { paths, skipped } = await crawl(site);
    expect(paths).toEqual(['/', '/nofollow', '/a']);
    expect(skipped.map(({ key }) => pathOf(key))).toEqual(['/noindex', '/header']);
  });

  it('waits when it is asked to, a few times', async () => {
    let busy = 2;
    const site = await start({
      '/': (_request, response) => {
        busy -= 1;
        if (busy > 0) response.writeHead(429, { 'retry-after': '20' }).end();
        else response.writeHead(200, { 'content-type': 'text/html' }).end(page('Home'));
      },
    });
    const { paths, context } = await crawl(site);
    expect(paths).toEqual(['/']);
    expect(context.waits.some((wait) => wait > 19_000 && wait <= 20_000)).toBe(true);
    site.pages.set('/', { status: 429, headers: { 'retry-after': '3600' } });
    const failure = { reason: 'rate_limited', retryAt: expect.any(Number) };
    await expect(crawl(site)).rejects.toMatchObject(failure);
  });
});

import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { previewWebsite } from '#domain/datasource/connectors/website/preview.ts';
import type { WebsiteConfig } from '#domain/datasource/connectors/website/scope.ts';
import { website } from '#domain/datasource/connectors/website/website.ts';
import { page, type WebsiteServer } from '../../../../../tests/support/sources/website-server.ts';
import { syncAll, testContext, testOutbound } from './testing.ts';
import { closeSites, configOf, crawl as crawlWith, pathOf, start } from './testing-website.ts';

const outbound = testOutbound();
const crawl = (site: WebsiteServer, options?: Partial<WebsiteConfig>) =>
  crawlWith(outbound, site, options);
afterEach(closeSites);

describe('sitemaps', () => {
  const urlset = (...urls: string[]) =>
    `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls
      .map((url) => `<url><loc>${url}</loc></url>`)
      .join('')}</urlset>`;

  it('are read with their indexes, also gzipped', async () => {
    const site = await start({
      '/': page('Home'),
      '/a': page('A', ['/c']),
      '/b': page('B'),
      '/c': page('C'),
    });
    const { url } = site;
    site.pages.set('/robots.txt', {
      body: `Sitemap: ${url}/sitemap-index.xml\nSitemap: /sitemap.txt`,
    });
    site.pages.set('/sitemap-index.xml', {
      body: `<sitemapindex><sitemap><loc>${url}/sitemap1.xml.gz</loc></sitemap><sitemap><loc>${url}/sitemap-bad.xml</loc></sitemap></sitemapindex>`,
    });
    site.pages.set('/sitemap1.xml.gz', {
      body: gzipSync(urlset(`${url}/a`, 'https://other.test/')),
    });
    site.pages.set('/sitemap-bad.xml', { body: '{}' });
    site.pages.set('/sitemap.txt', { body: `${url}/b\n` });
    expect((await crawl(site, { depth: 0 })).paths).toEqual(['/']);
    expect((await crawl(site, { depth: 0, use_sitemap: true })).paths).toEqual(['/', '/b', '/a']);
    expect((await crawl(site, { depth: 1, use_sitemap: true })).paths).toContain('/c');
  });

  it('that are hostile are bounded', async () => {
    const site = await start({ '/': page('Home') });
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, ' '));
    site.pages.set('/sitemap.xml', { body: bomb });
    expect((await crawl(site, { use_sitemap: true })).paths).toEqual(['/']);
    const laughs = `<!DOCTYPE urlset [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>${urlset(`${site.url}/&b;`)}`;
    site.pages.set('/sitemap.xml', { body: laughs });
    expect((await crawl(site, { use_sitemap: true })).paths).toEqual(['/']);
    const circle = `<sitemapindex><sitemap><loc>${site.url}/sitemap.xml</loc></sitemap></sitemapindex>`;
    site.pages.set('/sitemap.xml', { body: circle });
    expect((await crawl(site, { use_sitemap: true })).paths).toEqual(['/']);
  });
});

describe('a later sync', () => {
  it('asks only whether pages have changed, and still finds what they lead to', async () => {
    const site = await start({
      '/': page('Home', ['/a', '/b']),
      '/a': page('A', ['/a/1']),
      '/a/1': page('A1'),
      '/b': page('B'),
    });
    const first = await crawl(site);
    site.pages.set('/b', page('B changed', ['/c']));
    site.pages.set('/c', page('C'));
    site.pages.delete('/a/1');
    const second = await syncAll(website, first.config, first.context);
    const contents = second.items.map(({ key, content }) => [pathOf(key), content !== undefined]);
    expect(contents).toEqual([
      ['/', true],
      ['/a', false],
      ['/b', true],
      ['/c', true],
    ]);
    expect(second.items[0]?.etag).toBe(first.items[0]?.etag);
    expect(second.items[2]?.etag).not.toBe(first.items[2]?.etag);
    expect(second.deleted).toEqual([`${site.url}/a/1`]);
  });

  it('keeps what a page leads to that fails at present', async () => {
    const site = await start({
      '/': page('Home', ['/a']),
      '/a': page('A', ['/b']),
      '/b': page('B'),
    });
    const first = await crawl(site);
    site.pages.set('/a', { status: 500 });
    const second = await syncAll(website, first.config, first.context);
    expect(second.items.map(({ key }) => pathOf(key))).toEqual(['/', '/b']);
    expect(second.failed.map(({ key, reason }) => [pathOf(key), reason])).toEqual([
      ['/a', 'unreachable'],
    ]);
    expect(second.end).toEqual({ state: {}, complete: true });
  });

  it('asks about the pages that it missed before it believes that they are gone', async () => {
    const site = await start({
      '/': page('Home', ['/a', '/new']),
      '/a': page('A'),
      '/new': { status: 500 },
      '/b': page('B'),
      '/c': { status: 410 },
      '/d': { status: 302, headers: { location: '/a' } },
      '/e': { status: 503 },
      '/robots.txt': { body: 'User-agent: *\nDisallow: /f' },
    });
    const { end } = await crawl(site, { exclude: ['/x'] });
    const areGone = ['b', 'c', 'd', 'e', 'f', 'missing', 'x'].map(
      async (name): Promise<[string, boolean | undefined]> => [
        name,
        await end?.isGone?.(`${site.url}/${name}`),
      ],
    );
    expect(Object.fromEntries(await Promise.all(areGone))).toEqual({
      ...{ b: false, c: true, d: true, e: false, f: true, missing: true, x: true },
    });
    expect((await crawl(site, { page_limit: 1 })).end?.isGone).toBeDefined();
    site.pages.set('/new', page('New'));
    expect((await crawl(site)).end?.isGone).toBeUndefined();
  });

  it('continues after an interruption without reading pages twice', async () => {
    const site = await start({
      '/': page('Home', ['/a']),
      '/a': page('A', ['/b']),
      '/b': page('B'),
    });
    const { config, context } = await crawl(site);
    context.knownItems.delete(`${site.url}/b`);
    for (const item of context.knownItems.values()) item.is_listed = true;
    site.takeVisits();
    const second = await syncAll(website, config, context);
    expect(second.items.map(({ key }) => pathOf(key))).toEqual(['/', '/a', '/b']);
    expect(site.takeVisits()).toEqual(['/', '/b']);
  });

  it('ends when the site goes down, and when it is cancelled', async () => {
    const links = Array.from({ length: 9 }, (_, n) => `/p${n}`);
    const site = await start({ '/': page('Home', links) });
    for (const link of links) site.pages.set(link, (request) => void request);
    for (const link of links) site.pages.set(link, { status: 502 });
    await expect(crawl(site)).rejects.toMatchObject({ reason: 'unreachable' });
    const stop = new AbortController();
    const context = testContext(outbound, { signal: stop.signal });
    site.pages.set('/', (_request, response) => {
      stop.abort(new Error('cancelled'));
      response.end();
    });
    await expect(syncAll(website, configOf(site), context)).rejects.toThrow('cancelled');
  });
});

describe('other requests', () => {
  it('fetch reads one page', async () => {
    const { items, config, context } = await crawl(await start({ '/': page('Home') }));
    const [item] = items;
    if (!item) throw new Error('no item');
    const content = await website.fetch(config, item, context);
    expect(new TextDecoder().decode(content.bytes)).toContain('Home');
    const missing = { ...item, url: `${item.key}missing` };
    await expect(website.fetch(config, missing, context)).rejects.toMatchObject({
      reason: 'not_found',
    });
    const small = { ...context, maxBytes: 10 };
    await expect(website.fetch(config, item, small)).rejects.toMatchObject({ reason: 'too_large' });
  });

  it('check says what is wrong', async () => {
    const site = await start({ '/': page('Home'), '/private': { status: 403 } });
    const check = (url: string) => website.check({ ...configOf(site), url }, testContext(outbound));
    await check(site.url);
    await expect(check(`${site.url}/private`)).rejects.toThrow("isn't public");
    await expect(check('nonsense')).rejects.toThrow('Enter the URL of a page.');
    await expect(check('http://10.0.0.1/')).rejects.toMatchObject({ reason: 'invalid' });
    await expect(check(`${site.url}/missing`)).rejects.toMatchObject({ reason: 'not_found' });
  });

  it('the preview knows pages that it has not read', async () => {
    const links = Array.from({ length: 40 }, (_, n) => `/p${n}`);
    const site = await start({ '/': page('Home', links) });
    for (const link of links) site.pages.set(link, page(`Page ${link}`, [`${link}/sub`]));
    const limits = { pages: 30, visits: 3, milliseconds: 5000 };
    const preview = await previewWebsite(configOf(site), testContext(outbound), limits);
    expect(preview.pages).toHaveLength(30);
    expect(preview.is_partial).toBe(true);
    expect(preview.pages.slice(0, 4)).toEqual([
      { url: `${site.url}/`, title: 'Home', depth: 0 },
      { url: `${site.url}/p0`, title: 'Page /p0', depth: 1 },
      { url: `${site.url}/p1`, title: 'Page /p1', depth: 1 },
      { url: `${site.url}/p2`, title: 'To /p2', depth: 1 },
    ]);
    expect(site.takeVisits()).toHaveLength(3);
  });

  it('the preview ends in time on sites that are slow', async () => {
    const site = await start({ '/': page('Home', ['/slow', '/b']), '/b': page('B') });
    site.pages.set('/slow', (request) => void request);
    const limits = { pages: 30, visits: 10, milliseconds: 700 };
    const preview = await previewWebsite(configOf(site), testContext(outbound), limits);
    expect(preview.pages.map(({ url }) => pathOf(url))).toEqual(['/', '/b']);
    site.pages.set('/', (request) => void request);
    const slow = previewWebsite(configOf(site), testContext(outbound), {
      ...limits,
      milliseconds: 100,
    });
    await expect(slow).rejects.toThrow('The site responds too slowly.');
  });
});

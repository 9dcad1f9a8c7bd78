import { afterEach, expect, it } from 'vitest';
import { type FeedConfig, feed } from '#domain/datasource/connectors/feed.ts';
import {
  page,
  startWebsite,
  type WebsiteServer,
} from '../../../../../tests/support/sources/website-server.ts';
import { syncAll, testContext, testOutbound } from './testing.ts';

const outbound = testOutbound();
let site: WebsiteServer;
afterEach(() => site.close());

const XML = { 'content-type': 'application/rss+xml' };
const item = (n: number, text = `Text ${n}`) =>
  `<item><guid isPermaLink="false">${n}</guid><title>Entry ${n}</title><link>/posts/${n}</link><description>${text}</description></item>`;
const rss = (...items: string[]) => ({
  headers: XML,
  body: `<rss><channel><title>F</title>${items.join('')}</channel></rss>`,
});

async function start(...items: string[]): Promise<FeedConfig> {
  site = await startWebsite({ '/feed': rss(...items) });
  return { url: `${site.url}/feed`, content: 'entry' };
}

it('lists the entries with their content', async () => {
  const config = await start(item(1, '&lt;p&gt;Hello&lt;/p&gt;'), item(2), item(2));
  const { items, end } = await syncAll(feed, config, testContext(outbound));
  expect(items.map(({ key, name, url }) => [key, name, url])).toEqual([
    ['1', 'Entry 1', `${site.url}/posts/1`],
    ['2', 'Entry 2', `${site.url}/posts/2`],
  ]);
  const html = new TextDecoder().decode(items[0]?.content?.bytes);
  expect(html).toContain('<h1>Entry 1</h1><p>Hello</p>');
  expect(end).toEqual({ state: { etag: expect.any(String) }, complete: false });
});

it('asks only whether the feed has changed, and keeps old entries', async () => {
  const config = await start(item(1), item(2));
  const context = testContext(outbound);
  const first = await syncAll(feed, config, context);
  const same = await syncAll(feed, config, context, first.end?.state);
  expect([same.items, same.end]).toEqual([[], first.end]);
  site.pages.set('/feed', rss(item(3), item(2, 'Changed')));
  const later = await syncAll(feed, config, context, first.end?.state);
  expect(later.items.map(({ key }) => key)).toEqual(['3', '2']);
  expect(later.items[1]?.etag).not.toBe(first.items[1]?.etag);
  expect(later).toMatchObject({ deleted: [], end: { complete: false } });
});

it('reads the pages that the entries link to, as their site allows', async () => {
  const config: FeedConfig = { ...(await start(item(1), item(2))), content: 'page' };
  site.pages.set('/posts/1', page('Whole post'));
  site.pages.set('/robots.txt', { body: 'User-agent: *\nDisallow: /posts/2' });
  const context = testContext(outbound);
  const { items } = await syncAll(feed, config, context);
  expect(items.every(({ content }) => content === undefined)).toBe(true);
  const [one, two] = items;
  const content = one && (await feed.fetch(config, one, context));
  expect(new TextDecoder().decode(content?.bytes)).toContain('Whole post');
  const forbidden = two && feed.fetch(config, two, context);
  await expect(forbidden).rejects.toMatchObject({ reason: 'forbidden_by_robots' });
});

it('fetch reads one entry, as long as the feed has it', async () => {
  const config = await start(item(1));
  const context = testContext(outbound);
  const { items } = await syncAll(feed, config, context);
  const fetch = () => items[0] && feed.fetch(config, items[0], context);
  expect(new TextDecoder().decode((await fetch())?.bytes)).toContain('Text 1');
  site.pages.set('/feed', rss(item(2)));
  await expect(fetch()).rejects.toMatchObject({ reason: 'not_found' });
});

it('check says what is wrong', async () => {
  const config = await start(item(1));
  const context = testContext(outbound);
  await feed.check(config, context);
  site.pages.set('/feed', page('A page'));
  await expect(feed.check(config, context)).rejects.toThrow(
    'There is no RSS or Atom feed at this URL.',
  );
  site.pages.set('/feed', { status: 404 });
  await expect(feed.check(config, context)).rejects.toMatchObject({ reason: 'not_found' });
  site.pages.set('/feed', { status: 302, headers: { location: '/feed' } });
  await expect(feed.check(config, context)).rejects.toMatchObject({ reason: 'invalid' });
});

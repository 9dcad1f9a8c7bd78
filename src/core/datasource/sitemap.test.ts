import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSitemap } from './sitemap.ts';

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

it('returns the URLs that were written, whatever is around them', async () => {
  const url = fc.webUrl({ withQueryParameters: true });
  const space = fc.constantFrom('', ' ', '\n\t');
  await fc.assert(
    fc.asyncProperty(fc.array(url), space, fc.boolean(), async (urls, gap, isIndex) => {
      const [root, entry] = isIndex ? ['sitemapindex', 'sitemap'] : ['urlset', 'url'];
      const entries = urls.map(
        (one) =>
          `<${entry}>${gap}<loc>${gap}${escaped(one)}${gap}</loc><lastmod>2026</lastmod><image:image><image:loc>https://no.test/</image:loc></image:image></${entry}>`,
      );
      const text = `${gap}<?xml version="1.0"?><x:${root} xmlns:x="s">${entries.join(gap)}</x:${root}>`;
      const expected = isIndex ? { urls: [], sitemaps: urls } : { urls, sitemaps: [] };
      expect(await readSitemap(text)).toEqual(expected);
    }),
  );
});

it('reads a list of lines', async () => {
  const text = 'https://a.test/1\r\n\n  https://a.test/2\nnonsense\n';
  expect(await readSitemap(text)).toEqual({
    urls: ['https://a.test/1', 'https://a.test/2'],
    sitemaps: [],
  });
});

it('reads no more than a sitemap may have, and nothing that is something else', async () => {
  const text = `<urlset>${'<url><loc>https://a.test/</loc></url>'.repeat(60_000)}</urlset>`;
  const { urls } = await readSitemap(text);
  expect(urls.length).toBeLessThan(55_000);
  expect((await readSitemap('<html><url><loc>x</loc></url></html>')).urls).toEqual([]);
  await expect(readSitemap('nothing')).rejects.toThrow('This is not XML.');
});

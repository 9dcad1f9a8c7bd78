import { URL_MAX } from '../limits.ts';
import { readXml } from './xml.ts';

/** The maximum number of URLs in a sitemap (sitemaps.org). */
const URLS_MAX = 50_000;

export interface Sitemap {
  urls: string[];
  /** Further sitemaps, if it is an index. */
  sitemaps: string[];
}

/**
 * Reads a sitemap or an index of sitemaps, or a text file with one URL per line.
 * @throws Error when it is neither
 */
export async function readSitemap(text: string): Promise<Sitemap> {
  const start = text.trimStart();
  if (/^https?:\/\//i.test(start)) {
    const lines = start.split(/\s*\n\s*/, URLS_MAX).map((line) => line.trim());
    return { urls: lines.filter((line) => /^https?:\/\/\S+$/i.test(line)), sitemaps: [] };
  }
  const found: Sitemap = { urls: [], sitemaps: [] };
  await readXml(
    // Nothing may precede the XML declaration, but real files often start with white space.
    start,
    {
      close([root, entry, loc, ...deeper], content) {
        // Images and videos have a `loc` too, one level deeper.
        if (loc !== 'loc' || deeper.length > 0) return;
        const url = content.trim();
        if (root === 'urlset' && entry === 'url') found.urls.push(url);
        if (root === 'sitemapindex' && entry === 'sitemap') found.sitemaps.push(url);
      },
      isDone: () => found.urls.length >= URLS_MAX || found.sitemaps.length >= URLS_MAX,
    },
    URL_MAX,
  );
  return found;
}

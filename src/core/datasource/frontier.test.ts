import fc from 'fast-check';
import { gzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { Frontier, isSamePage } from './frontier.ts';
import { gunzip, isGzip } from './gunzip.ts';
import { packLinks, unpackLinks } from './link-list.ts';

function takeAll(frontier: Frontier): string[] {
  const urls: string[] = [];
  for (let next = frontier.next(); next; next = frontier.next()) urls.push(next.url);
  return urls;
}

describe('Frontier', () => {
  it('returns each page once, in the order they were found', () => {
    const frontier = new Frontier();
    const urls = [
      'http://a.test/',
      'http://a.test/b',
      'https://www.a.test/b/',
      'http://a.test/c?x',
    ];
    for (const url of urls) frontier.add({ url, depth: 1 });
    expect(frontier.claim('https://a.test/d')).toBe(true);
    frontier.add({ url: 'https://a.test/d', depth: 1 });
    expect(takeAll(frontier)).toEqual(['http://a.test/', 'http://a.test/b', 'http://a.test/c?x']);
    expect(frontier.next()).toBeUndefined();
    frontier.add({ url: 'https://a.test/e', depth: 1 });
    expect(takeAll(frontier)).toEqual(['https://a.test/e']);
  });

  it('puts pages with similar URLs last, and limits endless kinds', () => {
    const frontier = new Frontier();
    for (let n = 0; n < 500; n += 1) {
      frontier.add({ url: `https://a.test/cal/2026/${n}`, depth: 1 });
      frontier.add({ url: `https://a.test/articles/${n}`, depth: 1 });
    }
    expect(frontier.isLimited).toBe(true);
    frontier.add({ url: 'https://a.test/about', depth: 9 });
    const urls = takeAll(frontier);
    expect(urls.indexOf('https://a.test/about')).toBe(40);
    expect(urls.filter((url) => url.includes('/cal/'))).toHaveLength(100);
    expect(urls.filter((url) => url.includes('/articles/'))).toHaveLength(500);
  });

  it('trusts what the sitemap lists', () => {
    const frontier = new Frontier();
    for (let n = 0; n < 500; n += 1) {
      frontier.add({ url: `https://a.test/2026/${n}`, depth: 0 }, true);
    }
    expect([takeAll(frontier).length, frontier.isLimited]).toEqual([500, false]);
  });

  it('remembers a bounded number of pages', () => {
    const frontier = new Frontier();
    for (let n = 0; n < 100_010; n += 1)
      frontier.add({ url: `https://a.test/${n}x`, depth: 0 }, true);
    expect(takeAll(frontier)).toHaveLength(100_000);
    expect(frontier.isLimited).toBe(true);
  });
});

it('isSamePage ignores the protocol, www and the trailing slash', () => {
  expect(isSamePage('http://a.test/b', 'https://www.a.test/b/')).toBe(true);
  expect(isSamePage('http://a.test/b?c', 'http://a.test/b/?c')).toBe(true);
  expect(isSamePage('http://a.test/b', 'http://a.test/B')).toBe(false);
});

it('packLinks loses nothing but the order', () => {
  const urls = fc.array(fc.webUrl({ withQueryParameters: true }));
  fc.assert(
    fc.property(urls, (links) => {
      expect(unpackLinks(packLinks(links))).toEqual([...new Set(links)].sort());
    }),
  );
});

it('gunzip expands everything up to its limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 5000 }),
      fc.integer({ min: 1, max: 6000 }),
      async (bytes, max) => {
        const packed = gzipSync(bytes);
        expect(isGzip(packed)).toBe(true);
        const expanded = await gunzip(packed, max);
        expect(expanded).toEqual({ bytes: bytes.slice(0, max), isCut: bytes.length > max });
      },
    ),
  );
  const bomb = await gunzip(gzipSync(new Uint8Array(50_000_000)), 1000);
  expect([bomb.bytes.length, bomb.isCut]).toEqual([1000, true]);
  await expect(gunzip(new Uint8Array([31, 139, 8, 0, 1, 2, 3, 4, 5, 6, 7]), 10)).rejects.toThrow();
});

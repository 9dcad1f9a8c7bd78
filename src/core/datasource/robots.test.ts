import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseRobots } from './robots.ts';

const ORIGIN = 'https://example.com';
const read = (text: string) => parseRobots(`${ORIGIN}/robots.txt`, text);
const allowed = (text: string, ...paths: string[]) => {
  const robots = read(text);
  return paths.filter((path) => robots.allows(ORIGIN + path));
};

it('follows the rules for everyone, with the longest rule first', () => {
  const text =
    'User-agent: *\nDisallow: /private\nAllow: /private/press$ # why\nDisallow: /*.json\n';
  const paths = ['/', '/private', '/private/x', '/private/press', '/data.json', '/a'];
  expect(allowed(text, ...paths)).toEqual(['/', '/private/press', '/a']);
});

it('prefers the rules for our name, and reads files with a byte order mark and old line ends', () => {
  const text = '\uFEFFUser-Agent: *\rDisallow: /\r\rUser-Agent: taskloombot\rDisallow: /a\r';
  expect(allowed(text, '/', '/a', '/b')).toEqual(['/', '/b']);
});

it('reads the delay and the sitemaps', () => {
  const robots = read('Sitemap: /map.xml\nUser-agent: *\nCrawl-delay: 2.5\nSitemap: http://[\n');
  expect(robots.delay).toBe(2500);
  expect(robots.sitemaps).toEqual([`${ORIGIN}/map.xml`]);
  expect(read('User-agent: *\nCrawl-delay: 86400').delay).toBe(60_000);
  expect(read('User-agent: *\nCrawl-delay: -5').delay).toBe(0);
});

it('allows everything without rules, and forbids what too many rules leave open', () => {
  expect(allowed('', '/a')).toEqual(['/a']);
  expect(allowed('<html>Not found</html>', '/a')).toEqual(['/a']);
  const rules = Array.from({ length: 2000 }, (_, n) => `Disallow: /*a*a*a*a*b${n}`).join('\n');
  expect(allowed(`User-agent: *\n${rules}`, '/a', `/${'a'.repeat(100)}`)).toEqual(['/a']);
});

it('reads anything', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(typeof read(`User-agent: *\n${text}`).allows(`${ORIGIN}/a`)).toBe('boolean');
    }),
  );
});

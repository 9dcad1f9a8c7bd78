import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPageName, isSameSite, normaliseUrl, pathsOf, shapeOf } from './page-url.ts';

describe('normaliseUrl', () => {
  it.each([
    ['HTTP://Example.COM:80/a#top', 'http://example.com/a'],
    ['https://example.com', 'https://example.com/'],
    ['https://example.com./a/../b', 'https://example.com/b'],
    ['https://example.com/?b=2&a=1&b=1', 'https://example.com/?a=1&b=2&b=1'],
    ['https://example.com/?utm_source=x&gclid=1&id=7', 'https://example.com/?id=7'],
    ['https://example.com/?sid=7', 'https://example.com/?sid=7'],
    [`https://example.com/?sid=${'0a'.repeat(16)}`, 'https://example.com/'],
    ['https://example.com/?', 'https://example.com/'],
    ['https://example.com/a;jsessionid=1F/b', 'https://example.com/a/b'],
    ['https://example.com/%7euser/%c3%a9/%2f', 'https://example.com/~user/%C3%A9/%2F'],
    ['https://example.com/é', 'https://example.com/%C3%A9'],
    [' ../c?x ', 'https://example.com/c?x'],
    ['//other.org/x', 'https://other.org/x'],
  ])('%s', (text, url) => expect(normaliseUrl(text, 'https://example.com/a/b')).toBe(url));

  it.each([
    'mailto:a@example.com',
    'javascript:void(0)',
    'data:text/html,hi',
    'ftp://example.com/',
    'https://user:secret@example.com/',
    'https://',
    `https://example.com/${'a'.repeat(3000)}`,
    `https://example.com${'/a/b/c/d'.repeat(4)}`,
    `https://example.com/${Array.from({ length: 25 }, (_, n) => `f${n}/`).join('')}`,
  ])('refuses %s', (text) => expect(normaliseUrl(text)).toBeUndefined());

  it('is idempotent for any URL', () => {
    const url = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.string(),
    );
    fc.assert(
      fc.property(url, fc.string({ unit: 'binary', maxLength: 20 }), (start, end) => {
        const once = normaliseUrl(start + end, 'https://example.com/a/');
        if (once !== undefined) expect(normaliseUrl(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same URL, whatever the order of parameters and the tracking', () => {
    const names = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,4}$/), { maxLength: 5 });
    fc.assert(
      fc.property(names, fc.nat(), (all, seed) => {
        const shuffled = all.toSorted((a, b) => ((a + b).length * seed) % 3 || 1);
        const spell = (list: string[]) => `https://a.test/?${list.map((n) => `${n}=1`).join('&')}`;
        const other = normaliseUrl(spell([...shuffled, 'utm_campaign']));
        expect(other).toBe(normaliseUrl(spell(all)));
      }),
    );
  });
});

it('isSameSite ignores www and the protocol, and takes subdomains where it should', () => {
  const site = 'https://www.example.com/docs';
  expect(isSameSite('http://example.com/a', site)).toBe(true);
  expect(isSameSite('https://docs.example.com/', site)).toBe(false);
  expect(isSameSite('https://docs.example.com/', site, true)).toBe(true);
  expect(isSameSite('https://badexample.com/', site, true)).toBe(false);
  expect(isSameSite('https://example.com.evil.test/', site, true)).toBe(false);
  expect(isSameSite('https://example.com:8443/', site)).toBe(false);
});

it('pathsOf gives readable paths', () => {
  expect(pathsOf('https://a.test/%E6%97%A5?q=a%20b')).toEqual(['/日', '/日?q=a b']);
  expect(pathsOf('https://a.test/%FF')).toEqual(['/%FF']);
});

it('shapeOf says how much of a URL varies', () => {
  const calendar = shapeOf('https://a.test/cal/2031/05?view=month');
  expect(calendar).toEqual(shapeOf('https://a.test/cal/1999/1?view=day'));
  expect(calendar.freedom).toBe(3);
  expect(shapeOf('https://a.test/blog/title').freedom).toBe(0);
  expect(shapeOf('https://a.test/blog?page=3').freedom).toBe(1);
  expect(shapeOf('https://a.test/events?date=2031-05-01').freedom).toBe(3);
});

it('isPageName recognises files that are not pages', () => {
  expect(isPageName('https://a.test/logo.PNG?x=1')).toBe(false);
  expect(isPageName('https://a.test/app.min.js')).toBe(false);
  expect(isPageName('https://a.test/report.pdf')).toBe(true);
  expect(isPageName('https://a.test/about')).toBe(true);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeMarkup } from './decode.ts';
import { readPage, readRobotsTag } from './page.ts';

const read = (html: string) => readPage(html, 'TaskloomBot');

describe('readPage', () => {
  it('finds what a crawler needs', async () => {
    const page = await read(`<!doctype html><html><head><title>A &amp; B
      </title><base href="/base/"><link rel="canonical" href="/c"><link rel="stylesheet" href="x.css">
      <meta name="robots" content="max-snippet:5, nofollow"></head>
      <body><a href="one">One <b>two</b></a><a href="/ad" rel="sponsored nofollow">Ad</a>
      <svg><title>Icon</title></svg><script>var a = '<a href="/no">';</script>
      <map><area href="area"></map><a>no link</a><p>Some<br>text</p></body></html>`);
    expect(page).toMatchObject({
      title: 'A & B',
      base: '/base/',
      canonical: '/c',
      isIndexed: true,
      isFollowed: false,
      links: [
        { href: 'one', text: 'One two' },
        { href: 'area', text: '' },
      ],
      text: 'One two Ad no link Some text',
    });
  });

  it('obeys rules for its name only, and redirects', async () => {
    const rules =
      '<meta name="otherbot" content="noindex"><meta name="TaskloomBot" content="NONE">';
    expect(await read(rules)).toMatchObject({ isIndexed: false, isFollowed: false });
    expect((await read(rules.slice(0, 42))).isIndexed).toBe(true);
    const refresh = `<meta http-equiv="Refresh" content="0;URL='/next'">`;
    expect((await read(refresh)).refresh).toBe('/next');
  });

  it('stops early on pages that are nested too deeply, and keeps what it has read', async () => {
    const page = await read(`<a href="/a">A</a>${'<div>'.repeat(1_000_000)}<a href="/b">B</a>`);
    expect(page.links).toEqual([{ href: '/a', text: 'A' }]);
  });

  it('reads anything', async () => {
    const part = fc.constantFrom(
      '<a href="',
      '">',
      '<!--',
      '<script>',
      '</',
      '&amp',
      '<title>',
      '\0',
      'x',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }), async (parts) => {
        expect(typeof (await read(parts.join(''))).text).toBe('string');
      }),
    );
  });

  it('finds the same, however long the page is', async () => {
    const filler = `<p>${'word '.repeat(20_000)}</p>`;
    const page = await read(`${filler}<a href="/x">Here</a>${filler}`);
    expect(page.links).toEqual([{ href: '/x', text: 'Here' }]);
  });
});

it.each([
  ['noindex', true, false],
  ['noindex, nofollow', true, true],
  ['none', true, true],
  ['otherbot: noindex, nofollow', false, false],
  ['otherbot: noindex, taskloombot: nofollow', false, true],
  ['unavailable_after: 25 Jun 2030 15:00:00 GMT, noindex', true, false],
  ['all', false, false],
])('readRobotsTag reads %s', (value, noIndex, noFollow) => {
  expect(readRobotsTag(value, 'TaskloomBot')).toEqual({ noIndex, noFollow });
});

it('decodeMarkup finds the encoding', () => {
  const bytes = (text: string, ...start: number[]) =>
    Uint8Array.from([...start, ...Array.from(text, (char) => char.charCodeAt(0))]);
  expect(decodeMarkup(bytes('caf\u00e9'), 'text/html; charset="ISO-8859-1"')).toBe('café');
  expect(decodeMarkup(bytes('<meta charset=windows-1252>\u0080'), null)).toContain('€');
  expect(decodeMarkup(bytes('<?xml version="1.0" encoding="latin1"?>\u00e9'), null)).toContain('é');
  expect(decodeMarkup(bytes('\u00c3\u00a9', 0xef, 0xbb, 0xbf), 'text/html; charset=latin1')).toBe(
    'é',
  );
  expect(decodeMarkup(bytes('h\0i\0', 0xff, 0xfe), null)).toBe('hi');
  expect(decodeMarkup(bytes('plain'), 'text/html; charset=nonsense')).toBe('plain');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFeed } from './feed.ts';

const URL_OF_FEED = 'https://example.com/blog/feed.xml';
const read = (text: string) => readFeed(text, URL_OF_FEED);

describe('readFeed', () => {
  it('reads RSS with its content', async () => {
    const feed =
      await read(`\n<?xml version="1.0"?><rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">
      <channel><title>News &amp; more</title><image><title>Logo</title></image><item>
        <title>One &lt;b&gt;bold&lt;/b&gt; step</title><link>/one</link><guid isPermaLink="false">1</guid>
        <pubDate>Sun, 22 Nov 2026 10:00:00 GMT</pubDate><description>Short</description>
        <content:encoded><![CDATA[<p>Long &amp; good</p>]]></content:encoded></item>
      <item><guid>https://example.com/two</guid><description>Only text&nbsp;here</description></item>
      <item><title>No address</title></item><item><description>Nothing</description></item></channel></rss>`);
    expect(feed.title).toBe('News & more');
    expect(feed.entries).toEqual([
      {
        id: '1',
        title: 'One bold step',
        url: 'https://example.com/one',
        modified_at: '2026-11-22T10:00:00.000Z',
        html: '<p>Long &amp; good</p>',
      },
      {
        id: 'https://example.com/two',
        title: 'https://example.com/two',
        url: 'https://example.com/two',
        modified_at: null,
        html: 'Only text&nbsp;here',
      },
      { id: 'No address', title: 'No address', url: null, modified_at: null, html: '' },
    ]);
  });

  it('reads Atom, also with markup in place of text', async () => {
    const { entries } =
      await read(`<feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><entry>
      <id>urn:1</id><title type="html">A &amp;amp; B</title>
      <link rel="edit" href="/edit"/><link href="../a"/><published>2026-01-01T00:00:00Z</published>
      <updated>2026-02-01T00:00:00Z</updated>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Is 1 &lt; <b>2</b>?</p></div></content>
      <author><name>Me</name></author></entry></feed>`);
    expect(entries).toEqual([
      {
        id: 'urn:1',
        title: 'A & B',
        url: 'https://example.com/a',
        modified_at: '2026-02-01T00:00:00.000Z',
        html: '<div><p>Is 1 &lt; <b>2</b>?</p></div>',
      },
    ]);
  });

  it('reads RDF', async () => {
    const { entries } =
      await read(`<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/" xmlns:dc="d">
      <channel><title>C</title></channel><item><title>T</title><link>https://a.test/1</link><dc:date>2026-01-01</dc:date></item></rdf:RDF>`);
    expect(entries).toMatchObject([
      { id: 'https://a.test/1', modified_at: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  it('never expands entities, and is bounded', async () => {
    const laughs = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <rss><channel><item><title>&b;&x;</title></item></channel></rss>`;
    expect((await read(laughs)).entries[0]?.title).toBe('&b;&x;');
    const many = `<rss><channel>${'<item><guid>x</guid></item>'.repeat(1500)}</channel></rss>`;
    expect((await read(many)).entries).toHaveLength(1000);
    await expect(read(`<rss>${'<a>'.repeat(1000)}`)).rejects.toThrow('nested too deeply');
    const broken = `<rss><channel><item><title>${'<'.repeat(2_000_000)}`;
    await expect(read(broken)).rejects.toThrow('too many mistakes');
    await expect(read(`<rss><!--${'-'.repeat(2_000_000)}`)).rejects.toThrow('too many mistakes');
  });

  it('refuses what is not a feed, and reads anything else', async () => {
    await expect(read('<html><title>Hi</title></html>')).rejects.toThrow('This is not a feed.');
    await expect(read('{"version": 1}')).rejects.toThrow('This is not XML.');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const feed = await read(`<rss><channel><item><title>T</title>${text}`);
        expect(Array.isArray(feed.entries)).toBe(true);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { extractHtml } from './html.ts';

const prose = (about: string) =>
  `${about} is described here, in a sentence with commas. `.repeat(12);

/** Each block's kind, headings and text. */
function blocksOf(html: string) {
  const { text, blocks } = extractHtml(html);
  return blocks.map(({ start, end, kind, heading_path }) => [
    kind,
    heading_path.join(' > '),
    text.slice(start, end),
  ]);
}

describe('extractHtml', () => {
  it('extracts headings, paragraphs, lists, tables and code', () => {
    const html = `<!doctype html><html><head><title>Guide | Site</title><style>p{}</style></head><body>
      <h1>Guide</h1><p>First <b>bold</b>&nbsp;text&mdash;here.<br>Second line.</p>
      <h2>Steps</h2><ul><li>One</li><li>Two<ol><li>Inner</li></ol></li></ul>
      <pre><code>if (a) {\n  b();\n}</code></pre>
      <table><tr><th>Name</th><th>City</th></tr><tr><td rowspan="2">Anna</td><td>Bonn</td></tr><tr><td>A|B</td></tr></table>
      <script>alert(1)</script><noscript>no</noscript></body></html>`;
    expect(blocksOf(html)).toEqual([
      ['heading', 'Guide', 'Guide'],
      ['paragraph', 'Guide', 'First bold text—here.\nSecond line.'],
      ['heading', 'Guide > Steps', 'Steps'],
      ['list', 'Guide > Steps', '- One'],
      ['list', 'Guide > Steps', '- Two'],
      ['list', 'Guide > Steps', '  1. Inner'],
      ['code', 'Guide > Steps', 'if (a) {\n  b();\n}'],
      [
        'table',
        'Guide > Steps',
        '| Name | City |\n| --- | --- |\n| Anna | Bonn |\n| Anna | A\\|B |',
      ],
    ]);
    expect(extractHtml(html).title).toBe('Guide');
  });

  it('extracts the article of a page without its surroundings', () => {
    const html = `<html><head><title>Rivers</title></head><body>
      <nav><a href="/">Home</a></nav><div class="sidebar"><a href="/a">Advert</a></div>
      <article><h1>Rivers</h1><p>${prose('The Rhine')}</p><p>${prose('The Elbe')}</p></article>
      <footer>Imprint</footer></body></html>`;
    const { text } = extractHtml(html);
    expect(text).toContain('The Elbe is described');
    expect(text).not.toMatch(/Home|Advert|Imprint/);
  });

  it('extracts the whole body of a page that is not an article', () => {
    const html = `<main><h1>Prices</h1><table><tr><th>Plan</th><th>Price</th></tr><tr><td>Basic</td><td>$5</td></tr></table></main>`;
    expect(extractHtml(html).text).toBe(
      'Prices\n\n| Plan | Price |\n| --- | --- |\n| Basic | $5 |',
    );
  });

  it('names the columns in each row of a long table', () => {
    const rows = Array.from(
      { length: 100 },
      (_, n) => `<tr><td>Item ${n}</td><td>${n} euros</td></tr>`,
    );
    const html = `<table><thead><tr><th>Name</th><th>Price</th></tr></thead>${rows.join('')}</table>`;
    expect(blocksOf(html).at(-1)).toEqual(['table', '', 'Name: Item 99\nPrice: 99 euros']);
  });

  it('reads layout tables as text', () => {
    const html = '<table><tr><td><h2>News</h2><p>Text.</p></td><td>Aside</td></tr></table>';
    expect(extractHtml(html).text).toBe('News\n\nText.\n\nAside');
  });

  it('leaves out the links to headings themselves', () => {
    const html = '<h2><a>§</a>Use of C#<a>¶</a></h2><h2>§ 5 Term</h2><h2>End <a>#</a></h2><p>x</p>';
    expect(extractHtml(html).text).toBe('Use of C#\n\n§ 5 Term\n\nEnd\n\nx');
  });

  it('leaves out what is hidden, and characters that hide instructions', () => {
    const html =
      '<p>Seen\u202E\u{E0041}</p><p hidden>No</p><p style="display:none">No</p><p aria-hidden="true">No</p>';
    expect(extractHtml(html).text).toBe('Seen');
  });

  it('takes fragments, broken markup and unclosed tags', () => {
    expect(extractHtml('a < b <p>c<p>d</div></b> <br/>e <a href="x>y">f</a>').text).toBe(
      'a < b\n\nc\n\nd\ne f',
    );
    expect(extractHtml('<li>One<li>Two <b>bold').text).toContain('Two bold');
  });

  it.each([
    ['nested elements', '<div>x'.repeat(100_000)],
    ['nested lists', '<ul><li>x'.repeat(50_000)],
    ['nested tables', '<table><tr><td>x'.repeat(30_000)],
    ['nested in quotes', `${'<p x=\' ><div y="'.repeat(30_000)}<p>x`],
    ['open comments', `x${'<!-- '.repeat(100_000)}`],
    ['open tags', `x${'<a '.repeat(100_000)}`],
    ['attributes', `x<a ${'b="c" '.repeat(100_000)}>`],
    ['closing tags', `x${'</p></b>'.repeat(50_000)}`],
    ['cells', `<table><tr>${'<td rowspan=99 colspan=99>x'.repeat(2000)}</table>`],
    ['scripts', `x${'<script>'.repeat(50_000)}`],
  ])('takes linear time: %s', (_what, html) => {
    const start = process.cpuUsage().user;
    expect(extractHtml(html).text).toContain('x');
    expect(process.cpuUsage().user - start).toBeLessThan(4_000_000);
  });

  it('says that a page without text has none', () => {
    expect(() => extractHtml('<div id="root"></div><script>x</script>')).toThrow(
      /contains no text/,
    );
  });
});

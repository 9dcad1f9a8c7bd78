import fc from 'fast-check';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { NEW_BRIEF, NEW_SEO } from '../article.ts';
import { assembled } from './assemble.ts';
import { toDocx } from './export-docx.ts';
import { toHtml } from './export-html.ts';
import { toMarkdown } from './export-markdown.ts';
import { type LoadImage, loadImages } from './images.ts';
import { languageTag } from './language.ts';

const PNG = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  ),
  (char) => char.charCodeAt(0),
);
const passage = (number: number, chunk_id: string, document_name = 'Handbook.pdf') => ({
  number,
  collection_id: 'collection_1',
  document_id: `document_${document_name}`,
  document_name,
  page: 2,
  heading_path: [],
  chunk_id,
  text: 'Returns take thirty days.',
});
const citation = (number: number, supported: boolean) => ({
  pointer: '',
  start: 0,
  end: 1,
  number,
  collection_id: 'collection_1',
  document_id: 'd',
  document_name: 'd',
  chunk_id: null,
  page: 2,
  quote: 'Returns take\nthirty days.',
  supported,
});
function articleOf(markdown: string, more: object = {}) {
  const section = { id: 'a', markdown, status: 'done' as const, citations: [], passages: [] };
  return {
    title: 'Lamps & <chairs>',
    brief: { ...NEW_BRIEF, language: 'German' },
    seo: { ...NEW_SEO, title: 'SEO "title"', description: 'D</title><script>', image_id: 'i' },
    images: [{ id: 'i', url: '/files/article/x.png', alt: 'A "lamp"' }],
    sections: [section],
    ...more,
  };
}
const html = (markdown: string) =>
  toHtml(assembled(articleOf(markdown), { origin: 'https://t.example' }), { isBody: true });

describe('HTML', () => {
  it('has what Markdown can say', () => {
    expect(
      html(
        '## H *i*\n\nA **b *c*** `<d>` ~~e~~ [f](https://x.example/a_(b)) line\\\nnext\n\n- one\n  - two\n- three\n\n3. x\n4. y\n\n> quote\n\n| a | b |\n|---|---|\n| 1 | `2` |\n\n---\n\n```js\nif (a < b) {}\n```',
      ),
    ).toMatchInlineSnapshot(`
      "<h2>H <em>i</em></h2>
      <p>A <strong>b *c</strong>* <code>&#60;d&#62;</code> <s>e</s> <a href="https://x.example/a_(b)" rel="noopener">f</a> line<br>next</p>
      <ul>
      <li>one
      <ul>
      <li>two</li>
      </ul></li>
      <li>three</li>
      </ul>
      <ol start="3">
      <li>x</li>
      <li>y</li>
      </ol>
      <blockquote>
      <p>quote</p>
      </blockquote>
      <table>
      <thead><tr><th>a</th><th>b</th></tr></thead>
      <tbody>
      <tr><td>1</td><td><code>2</code></td></tr>
      </tbody>
      </table>
      <hr>
      <pre><code>if (a &#60; b) {}</code></pre>"
    `);
  });

  it('ticks the boxes of a task list', () => {
    expect(html('## H\n\n- [ ] one\n- [x] two\n- [y] three')).toContain(
      '<li>☐ one</li>\n<li>☑ two</li>\n<li>[y] three</li>',
    );
  });

  it('links to web pages and mailboxes only, and shows images from the web with their alternative text', () => {
    expect(
      html('[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) [d](mailto:a@b.c)'),
    ).toBe('<p>a b c <a href="mailto:a@b.c" rel="noopener">d</a></p>');
    expect(html('![A "x"](/files/article/x.png) ![y](javascript:1)')).toBe(
      '<p><img src="https://t.example/files/article/x.png" alt="A &#34;x&#34;" loading="lazy"> y</p>',
    );
  });

  it('shows images whose addresses are in brackets, as the console inserts them', () => {
    const image = '![Our \\[1\\] team](</files/article/x.png>)';
    expect(html(image)).toBe(
      '<p><img src="https://t.example/files/article/x.png" alt="Our [1] team" loading="lazy"></p>',
    );
    const article = assembled(articleOf(image), { origin: 'https://t.example' });
    expect(toMarkdown(article)).toContain('](<https://t.example/files/article/x.png>)');
    expect(html('[a [b] \\] c](<https://x.example/d (e)>)')).toBe(
      '<p><a href="https://x.example/d%20(e)" rel="noopener">a [b] ] c</a></p>',
    );
  });

  it('contains the images that were loaded, of types that browsers show', async () => {
    const article = assembled(
      articleOf('![a](/files/article/x.png) ![b](/files/article/y.svg) ![c](https://x.example/z)'),
      { origin: 'https://t.example' },
    );
    const load: LoadImage = async (url) => {
      if (url.startsWith('https://x.example')) return undefined;
      return url.endsWith('.png') ? PNG : new TextEncoder().encode('<svg onload=alert(1)></svg>');
    };
    const page = toHtml(article, { isBody: true, images: await loadImages(article, load) });
    expect(page.match(/src="[^"]{0,40}/g)).toEqual([
      'src="data:image/png;base64,iVBORw0KGgoAAAANSU',
      'src="https://t.example/files/article/y.svg',
      'src="https://x.example/z',
    ]);
  });

  it('is written from right to left where its language is', () => {
    const brief = { ...NEW_BRIEF, language: 'العربية' };
    expect(toHtml(assembled(articleOf('## א', { brief })))).toContain('<html lang="ar" dir="rtl">');
  });

  it('never contains an element or attribute that somebody wrote', () => {
    const bits = fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '`',
      '[',
      ']',
      '(',
      ')',
      '!',
      '*',
      '_',
      '\n',
      '<script>',
      'onload=',
      'javascript:',
      'https://x.example/',
      '&',
      '\\',
      '#',
      '|',
      '- ',
      '> ',
      'a',
    );
    const allowed =
      /^<\/?(?:h[1-6]|p|pre|code|blockquote|[uo]l|li|table|thead|tbody|tr|th|td|hr|strong|em|s|br|sup|a|img|section)(?: style="text-align:(?:left|center|right)"| (?:href|src)="(?:https?:|mailto:|#)[^"<>]*"| (?:alt|rel|loading|id|start|role|aria-label)="[^"<>]*")*>$/;
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 40 }), (parts) => {
        for (const [tag] of html(parts.join('')).matchAll(/<[^>]*>/g)) expect(tag).toMatch(allowed);
      }),
      { numRuns: 300 },
    );
  });

  it('has a head for search engines and social networks, escaped, and the language', () => {
    const page = toHtml(assembled(articleOf('## A\n\nB'), { origin: 'https://t.example' }));
    expect(page).toContain('<html lang="de">');
    expect(page).toContain('<title>SEO &#34;title&#34;</title>');
    expect(page).toContain('content="D&#60;/title&#62;&#60;script&#62;"');
    expect(page).toContain(
      '<meta property="og:image" content="https://t.example/files/article/x.png">',
    );
    expect(page).toContain('<h1>Lamps &#38; &#60;chairs&#62;</h1>');
    expect(['Deutsch', 'pt-BR', 'British English', 'Elvish'].map(languageTag)).toEqual([
      'de',
      'pt-BR',
      'en-GB',
      undefined,
    ]);
  });
});

it('columns of tables are aligned as Markdown says, in HTML and in Word', async () => {
  const markdown = '## A\n\n| a | b | c | d |\n|---|:--|:-:|--:|\n| 1 | 2 | 3 | 4 |';
  const [, cells] = /<tbody>\n<tr>(.*)<\/tr>/.exec(html(markdown)) ?? [];
  expect(cells).toBe(
    '<td>1</td><td style="text-align:left">2</td><td style="text-align:center">3</td><td style="text-align:right">4</td>',
  );
  const files = unzipSync(await toDocx(assembled(articleOf(markdown))));
  const text = strFromU8(files['word/document.xml'] as Uint8Array);
  expect([...text.matchAll(/<w:jc w:val="(\w+)"/g)].map(([, value]) => value)).toEqual([
    'left',
    'center',
    'right',
    'left',
    'center',
    'right',
  ]);
  // A German article isn't checked as English.
  expect(strFromU8(files['word/styles.xml'] as Uint8Array)).toContain('<w:lang w:val="de"');
});

describe('footnotes', () => {
  const sections = [
    {
      id: 'a',
      markdown: '## A\n\nThirty days [1]. Also [2, 1] and [9]. Both [1, 8].',
      status: 'done' as const,
      citations: [citation(1, true), citation(2, false)],
      passages: [passage(1, 'c1'), passage(2, 'c2', 'Other.md')],
    },
    {
      id: 'b',
      markdown: '## B\n\nAgain [1].',
      status: 'done' as const,
      citations: [citation(1, false)],
      passages: [passage(1, 'c1')],
    },
  ];
  const article = assembled(articleOf('', { sections }));

  it('are numbered over the whole article, and say whether their passage supports what cites it', () => {
    expect(article.sections).toEqual([
      '## A\n\nThirty days [^1]. Also [^2][^1] and [9]. Both [^1][8].',
      '## B\n\nAgain [^1].',
    ]);
    expect(article.footnotes).toMatchObject([
      { number: 1, document_name: 'Handbook.pdf', supported: false },
      { number: 2, document_name: 'Other.md', supported: false },
    ]);
  });

  it('stand at the end in Markdown and HTML, below a heading in the language of the article', () => {
    const markdown = toMarkdown(article);
    expect(markdown).toContain(
      '## Quellen\n\n[^1]: Handbook.pdf, S. 2: “Returns take thirty days.”',
    );
    expect(markdown).toMatch(/^---\ntitle: "SEO \\"title\\""\n/);
    const page = toHtml(article, { isBody: true });
    expect(page).toContain('Thirty days <sup><a href="#note-1" id="cite-1">1</a></sup>');
    expect(page.match(/id="cite-1"/g)).toHaveLength(1);
    expect(page).toContain('<h2>Quellen</h2>\n<ol>\n<li id="note-1">');
  });
});

it.each([
  ['English', 'Sources', 'p. 2', "doesn't support"],
  ['German', 'Quellen', 'S. 2', 'belegt nicht'],
  ['français', 'Sources', 'p. 2', 'ne confirme pas'],
  ['Spanish', 'Fuentes', 'p. 2', 'no respalda'],
  ['Italian', 'Fonti', 'p. 2', 'non conferma'],
  ['pt-BR', 'Fontes', 'p. 2', 'não confirma'],
  ['Dutch', 'Bronnen', 'p. 2', 'ondersteunt niet'],
  ['Polish', 'Źródła', 's. 2', 'nie potwierdza'],
  ['Japanese', '出典', '2ページ', '裏付ける'],
  ['Chinese', '来源', '第 2 页', '并不支持'],
  ['Norwegian', 'Kilder', 'p. 2', "doesn't support"],
  ['Klingon', 'Sources', 'p. 2', "doesn't support"],
])('the sources of an article in %s are in its language', (language, ...texts) => {
  const section = {
    id: 'a',
    markdown: '## A [1]',
    status: 'done' as const,
    citations: [citation(1, false)],
    passages: [passage(1, 'c1')],
  };
  const article = articleOf('', { sections: [section] });
  const translated = assembled({ ...article, brief: { ...article.brief, language } });
  const [notes = ''] = /## (?!A).*$/s.exec(toMarkdown(translated, { isBody: true })) ?? [];
  for (const text of texts) expect(notes).toContain(text);
});

describe('a Word document', () => {
  it('has headings, lists, tables, links, images with alternative text, and footnotes', async () => {
    const markdown =
      '## A [1]\n\n1. one\n2. two\n\n- x\n  - y\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n[link](https://x.example) ![lamp](/files/article/x.png) ![far](https://x.example/y.webp) \u0001';
    const section = {
      id: 'a',
      markdown,
      status: 'done' as const,
      citations: [citation(1, true)],
      passages: [passage(1, 'c1')],
    };
    const article = assembled(articleOf('', { sections: [section] }), {
      origin: 'https://t.example',
    });
    const asked: string[] = [];
    const images = await loadImages(article, async (url) => {
      asked.push(url);
      return url.endsWith('.png') ? PNG : undefined;
    });
    const bytes = await toDocx(article, images);
    expect(asked).toEqual(['https://t.example/files/article/x.png', 'https://x.example/y.webp']);
    const files = unzipSync(bytes);
    const text = strFromU8(files['word/document.xml'] as Uint8Array);
    expect(text).toContain('w:val="Heading2"');
    expect(text).toContain('<w:footnoteReference w:id="1"/>');
    expect(text).toContain('descr="lamp"');
    expect(text).toContain('<w:tbl>');
    // The list of sources.
    expect(text).toContain('Quellen');
    expect(text).toContain('1. Handbook.pdf, S. 2');
    // What an ordered list counts with is declared.
    const [, list] = /<w:numId w:val="(\d+)"\/>/.exec(text) ?? [];
    const numbering = strFromU8(files['word/numbering.xml'] as Uint8Array);
    expect(numbering).toContain(`<w:num w:numId="${list}"`);
    expect(numbering).toContain('w:val="decimal"');
    expect(Object.keys(files)).toContainEqual(expect.stringMatching(/^word\/media\/.*\.png$/));
    expect(strFromU8(files['word/footnotes.xml'] as Uint8Array)).toContain('Handbook.pdf, S. 2');
    expect(strFromU8(files['word/_rels/document.xml.rels'] as Uint8Array)).toContain(
      'https://x.example/y.webp',
    );
  });
});

it('a text of marks that never end is written out as text, and grows by no more than its escaping', () => {
  const bombs = ['[', '![', '*', '_', '**a', '`', '> ', '- ', '[a](', '|', '\\', '[^1]', '~~', '<'];
  for (const bomb of bombs) {
    const text = bomb.repeat(Math.ceil(50_000 / bomb.length));
    expect(html(text).length).toBeLessThan(text.length * 20);
  }
});

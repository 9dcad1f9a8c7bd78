import { describe, expect, it } from 'vitest';
import { el } from './dom.ts';
import { renderMarkdown } from './markdown.ts';

function html(text: string, sources: readonly number[] = []): string {
  const citationOf = (number: number) =>
    sources.includes(number) ? el('sup', {}, String(number)) : undefined;
  const box = el('div');
  box.append(...renderMarkdown(text, citationOf));
  return box.innerHTML;
}

describe('Markdown in answers', () => {
  it.each([
    ['One\ntwo\n\nthree', '<p>One<br>two</p><p>three</p>'],
    ['## Title', '<p class="heading">Title</p>'],
    [
      '**bold** *it* _it_ `code`',
      '<p><strong>bold</strong> <em>it</em> <em>it</em> <code>code</code></p>',
    ],
    ['- a\n- **b**', '<ul><li>a</li><li><strong>b</strong></li></ul>'],
    ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
    ['> a\n> b', '<blockquote>a<br>b</blockquote>'],
    ['```js\nlet a = 1 < 2;\n```', '<pre tabindex="0"><code>let a = 1 &lt; 2;</code></pre>'],
    ['```\nopen', '<pre tabindex="0"><code>open</code></pre>'],
    ['a\n---\nb', '<p>a<br>---<br>b</p>'],
    ['snake_case_name and 2*3*4', '<p>snake_case_name and 2*3*4</p>'],
    ['**open', '<p>**open</p>'],
  ])('renders %j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it('renders tables', () => {
    expect(html('| A | B |\n|---|---|\n| 1 | **2** |')).toContain(
      '<thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody>',
    );
  });

  it('links to web pages and mailboxes only', () => {
    const link = html('See https://example.com/a?b=1, or [us](mailto:a@example.com).');
    expect(link).toContain('href="https://example.com/a?b=1"');
    expect(link).toContain('rel="noopener noreferrer nofollow"');
    expect(link).toContain('</a>, or');
    expect(link).toContain('href="mailto:a@example.com"');
    for (const bad of ['javascript:alert`1`', 'data:text/html,x', '//evil.example', 'JaVaScRiPt:x'])
      expect(html(`[click](${bad})`)).not.toContain('<a');
  });

  it('never parses HTML', () => {
    const attack =
      '<img src=x onerror=alert(1)> **<script>alert(1)</script>** [<b>](https://a.example)';
    const box = el('div');
    box.append(...renderMarkdown(attack));
    expect(box.querySelectorAll('img, script, b')).toHaveLength(0);
    expect(box.textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it('makes citations of sources that exist', () => {
    expect(html('True [1]. Both [1, 2].', [1, 2])).toBe(
      '<p>True <sup>1</sup>. Both <sup>1</sup><sup>2</sup>.</p>',
    );
    expect(html('An array[3] stays', [1])).toBe('<p>An array[3] stays</p>');
  });

  it.each([
    '*'.repeat(20_000),
    '[a]('.repeat(10_000),
    '_a '.repeat(10_000),
    '`'.repeat(20_001),
    '|'.repeat(20_000),
    '[1,'.repeat(8000),
    '> '.repeat(9000),
  ])('takes no long time for a long odd text', (text) => {
    const start = performance.now();
    renderMarkdown(text);
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

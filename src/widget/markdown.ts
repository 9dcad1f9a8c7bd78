import { el } from './dom.ts';

/** How a citation such as `[2]` is shown; undefined if there is no such source, which leaves it as text. */
export type CitationOf = (number: number) => Node | undefined;

/** Parts of a line. The alternatives exclude each other's first characters, so matching takes linear time. */
const INLINE =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|(?<![\w*])\*([^*\s][^*\n]*)\*|(?<!\w)_([^_\s][^_\n]*)_(?!\w)|\[([^[\]\n]{1,500})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"'`)\]]{1,2000})|\[(\d{1,3}(?:, ?\d{1,3}){0,20})\]/g;
const DEPTH_MAX = 4;
const BULLET = /^\s*[-*+]\s+/;
const NUMBER = /^\s*\d{1,9}[.)]\s+/;

/**
 * Renders a small subset of Markdown: paragraphs, headings, lists, quotations, code, tables, emphasis, links and
 * citations. Everything else is shown as it is written. It builds nodes and never parses HTML, so a text can't do more than
 * this, whoever wrote it. A Markdown library alone would be larger than the 25 kB that the widget may take.
 */
export function renderMarkdown(text: string, citationOf: CitationOf = () => undefined): Node[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const blocks: Node[] = [];
  const inline = (line: string) => renderInline(line, citationOf, 0);
  let at = 0;

  /** The following lines that pass the test. */
  function take(test: (line: string) => boolean): string[] {
    const from = at;
    while (at < lines.length && test(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  }

  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') at += 1;
    else if (line.startsWith('```')) {
      at += 1;
      const code = take((one) => !one.startsWith('```'));
      at += 1;
      blocks.push(el('pre', { tabindex: '0' }, el('code', {}, code.join('\n'))));
    } else if (/^#{1,6}\s/.test(line)) {
      at += 1;
      const title = inline(line.replace(/^#{1,6}\s+/, ''));
      blocks.push(withChildren(el('p', { class: 'heading' }), title));
    } else if (/^\s*(-{3,}|\*{3,})\s*$/.test(line)) {
      at += 1;
      blocks.push(el('hr'));
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const mark = BULLET.test(line) ? BULLET : NUMBER;
      const items = take((one) => mark.test(one));
      const list =
        mark === BULLET ? el('ul') : el('ol', { start: String(Number.parseInt(line.trim(), 10)) });
      for (const item of items) list.append(withChildren(el('li'), inline(item.replace(mark, ''))));
      blocks.push(list);
    } else if (line.startsWith('>')) {
      const quoted = take((one) => one.startsWith('>')).map((one) => one.replace(/^>\s?/, ''));
      blocks.push(withChildren(el('blockquote'), joined(quoted, inline)));
    } else if (isTable(line, lines[at + 1])) {
      blocks.push(
        table(
          take((one) => one.trim().startsWith('|')),
          inline,
        ),
      );
    } else {
      // At least this line, whatever it looks like, so that every line is shown.
      at += 1;
      const rest = take(
        (one) => one.trim() !== '' && !/^(```|#{1,6}\s|>|\s*[-*+]\s|\s*\d{1,9}[.)]\s)/.test(one),
      );
      blocks.push(withChildren(el('p'), joined([line, ...rest], inline)));
    }
  }
  return blocks;
}

function isTable(line: string, next: string | undefined): boolean {
  return line.trim().startsWith('|') && /^\s*\|[\s:|-]+\|?\s*$/.test(next ?? '');
}

function table(lines: readonly string[], inline: (text: string) => Node[]): Node {
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim());
  const row = (line: string, name: 'th' | 'td') =>
    withChildren(
      el('tr'),
      cells(line).map((cell) => withChildren(el(name), inline(cell))),
    );
  const [head = '', , ...body] = lines;
  const made = el(
    'table',
    {},
    withChildren(el('thead'), [row(head, 'th')]),
    withChildren(
      el('tbody'),
      body.map((line) => row(line, 'td')),
    ),
  );
  return el('div', { class: 'table', tabindex: '0' }, made);
}

function joined(lines: readonly string[], inline: (line: string) => Node[]): Node[] {
  return lines.flatMap((line, i) => (i === 0 ? inline(line) : [el('br'), ...inline(line)]));
}

function renderInline(text: string, citationOf: CitationOf, depth: number): Node[] {
  if (depth >= DEPTH_MAX) return [document.createTextNode(text)];
  const nodes: Node[] = [];
  const inner = (part: string) => renderInline(part, citationOf, depth + 1);
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, star, underscore, label, target, url, numbers] = match;
    nodes.push(document.createTextNode(text.slice(end, match.index)));
    end = match.index + whole.length;
    const emphasis = star ?? underscore;
    if (code !== undefined) nodes.push(el('code', {}, code));
    else if (strong !== undefined) nodes.push(withChildren(el('strong'), inner(strong)));
    else if (emphasis !== undefined) nodes.push(withChildren(el('em'), inner(emphasis)));
    else if (label !== undefined) nodes.push(...link(target ?? '', inner(label), whole));
    else if (url !== undefined) {
      const address = url.replace(/[.,;:!?]+$/, '');
      end -= url.length - address.length;
      nodes.push(...link(address, [document.createTextNode(address)], address));
    } else nodes.push(...citations(numbers ?? '', citationOf, whole));
  }
  nodes.push(document.createTextNode(text.slice(end)));
  return nodes;
}

/** Links lead to web pages and mailboxes only. Anything else is shown as text. */
function link(target: string, label: Node[], whole: string): Node[] {
  const url = parse(target);
  if (!url || !['http:', 'https:', 'mailto:'].includes(url.protocol))
    return [document.createTextNode(whole)];
  const attributes = { href: url.href, target: '_blank', rel: 'noopener noreferrer nofollow' };
  return [withChildren(el('a', attributes), label)];
}

/** `URL.parse` is missing in some browsers of visitors. */
function parse(target: string): URL | undefined {
  try {
    return new URL(target);
  } catch {
    return undefined;
  }
}

function citations(numbers: string, citationOf: CitationOf, whole: string): Node[] {
  const found = numbers.split(',').map((number) => citationOf(Number(number)));
  return found.every((node) => node !== undefined) ? found : [document.createTextNode(whole)];
}

function withChildren<E extends Element>(parent: E, children: readonly Node[]): E {
  parent.append(...children);
  return parent;
}

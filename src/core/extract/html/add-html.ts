import type { BlockKind, Place } from '../extracted.ts';
import { oneLine } from '../text/clean-text.ts';
import type { HeadingPath } from '../text/heading-path.ts';
import { addRecords } from '../text/records.ts';
import type { TextBuilder } from '../text/text-builder.ts';
import { gridOf, markdownTable } from './tables.ts';

/** A longer table doesn't fit into one chunk, so each row repeats the column names. */
const WHOLE_TABLE_MAX = 1500;

const SKIPPED = new Set(
  'script style noscript template iframe object embed canvas svg math audio video map head title meta link nav button select input textarea dialog'.split(
    ' ',
  ),
);
const SKIPPED_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'dialog', 'menu']);
const BLOCKS = new Set(
  'address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure footer form header hgroup hr html legend li main ol p section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);

/**
 * The symbol of an anchor link beside a heading, as in documentation. A § before a number belongs to the text, as in
 * laws.
 */
const PERMALINK = /^\s*(?:§(?=\p{L})|[¶🔗])|(?:[§¶🔗]|(?<=\s)#)\s*$/gu;

interface Where {
  builder: TextBuilder;
  headings: HeadingPath;
}

/** Appends the visible content of an element as headings, paragraphs, list items, tables and code. */
export function addHtml(root: Element, where: Where): void {
  new HtmlReader(where).read(root);
}

/** Recursive, so the depth of its input must have been capped. */
class HtmlReader {
  readonly #where: Where;
  /** Inline text that is not in a block yet. */
  #inline: string[] = [];
  #kind: BlockKind = 'paragraph';
  /** The bullet of the current list item, until its first text is written. */
  #marker = '';
  #indent = '';
  #isTight = false;

  constructor(where: Where) {
    this.#where = where;
  }

  read(root: Element): void {
    this.#children(root);
    this.#flush();
  }

  #children(parent: Element): void {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) this.#inline.push((node.nodeValue ?? '').replace(/\s+/g, ' '));
      else if (node.nodeType === 1) this.#element(node as Element);
    }
  }

  #element(element: Element): void {
    const name = element.localName.toLowerCase();
    if (SKIPPED.has(name) || isHidden(element)) return;
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level !== undefined) this.#heading(Number(level), element);
    else if (name === 'br') this.#inline.push('\n');
    else if (name === 'pre') this.#code(element);
    else if (name === 'ul' || name === 'ol') this.#list(element, name === 'ol');
    else if (name === 'table') this.#table(element);
    else if (BLOCKS.has(name)) this.#block(element);
    else this.#children(element);
  }

  #block(element: Element): void {
    this.#flush();
    this.#children(element);
    this.#flush();
  }

  #heading(level: number, element: Element): void {
    this.#flush();
    const text = oneLine(textOf(element).replace(PERMALINK, ''));
    if (text === '') return;
    const { builder, headings } = this.#where;
    builder.add('heading', text, { heading_path: headings.enter(level, text) });
  }

  #code(element: Element): void {
    this.#flush();
    this.#add('code', element.textContent ?? '');
  }

  #list(list: Element, isOrdered: boolean): void {
    this.#flush();
    const [kind, indent, isTight] = [this.#kind, this.#indent, this.#isTight];
    const isNested = kind === 'list';
    this.#kind = 'list';
    if (isNested) this.#indent += '  ';
    const start = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;
    let number = isOrdered ? start : 0;
    for (let node = list.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType !== 1) continue;
      const child = node as Element;
      if (child.localName !== 'li') {
        this.#element(child);
        continue;
      }
      this.#marker = isOrdered ? `${number}. ` : '- ';
      number += 1;
      this.#block(child);
      this.#marker = '';
      this.#isTight = true;
    }
    [this.#kind, this.#indent, this.#isTight] = [kind, indent, isTight];
  }

  #table(table: Element): void {
    this.#flush();
    const rows = gridOf(table, textOf);
    if (rows === undefined) {
      this.#block(table);
      return;
    }
    const caption = table.querySelector('caption');
    if (caption !== null) this.#add('paragraph', oneLine(textOf(caption)));
    const length = rows.reduce((sum, row) => sum + row.join(' | ').length + 4, 0);
    if (length <= WHOLE_TABLE_MAX) this.#add('table', markdownTable(rows));
    else addRecords(this.#where.builder, rows, this.#place());
  }

  #flush(): void {
    if (this.#inline.length === 0) return;
    const lines = this.#inline.join('').split('\n').map(oneLine);
    this.#inline = [];
    const text = lines.join('\n').trim();
    if (text === '') return;
    if (this.#kind !== 'list') {
      this.#add('paragraph', text);
      return;
    }
    const hanging = this.#marker === '' ? '  ' : this.#marker;
    const isTight = this.#isTight || this.#indent !== '' || this.#marker === '';
    this.#add('list', `${this.#indent}${hanging}${text.replaceAll('\n', ' ')}`, isTight);
    this.#marker = '';
  }

  #add(kind: BlockKind, text: string, isTight = false): void {
    this.#where.builder.add(kind, text, this.#place(), { isTight });
  }

  #place(): Place {
    return { heading_path: this.#where.headings.path };
  }
}

function isHidden(element: Element): boolean {
  if (element.attributes.length === 0) return false;
  return (
    element.hasAttribute('hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    SKIPPED_ROLES.has(element.getAttribute('role') ?? '') ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.getAttribute('style') ?? '')
  );
}

/** The visible text of an element, on one or more lines. */
export function textOf(element: Element): string {
  const parts: string[] = [];
  const visit = (parent: Element) => {
    for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
      if (node.nodeType === 3) parts.push(node.nodeValue ?? '');
      if (node.nodeType !== 1) continue;
      const child = node as Element;
      const name = child.localName.toLowerCase();
      if (SKIPPED.has(name) || isHidden(child)) continue;
      const isBlock = name === 'br' || BLOCKS.has(name);
      if (isBlock) parts.push(' ');
      visit(child);
      if (isBlock) parts.push(' ');
    }
  };
  visit(element);
  return parts.join('');
}

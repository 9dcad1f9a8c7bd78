import type { Nodes, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toString as textOf } from 'mdast-util-to-string';
import { gfm } from 'micromark-extension-gfm';
import { anchorOf } from '#core/assistant/anchor.ts';
import { Html, html } from './html.ts';

/** @returns the address on the server, or none for a place that it doesn't serve: then only the link's text is shown */
type AddressOf = (url: string) => string | undefined;

const TAGS: Partial<Record<Nodes['type'], string>> = {
  paragraph: 'p',
  strong: 'strong',
  emphasis: 'em',
  delete: 'del',
  blockquote: 'blockquote',
  listItem: 'li',
};

const GFM = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

export function readMarkdown(text: string): Root {
  return fromMarkdown(text, GFM);
}

/** What no plain sentence has. */
const SYNTAX = /[`*_[\]<&\\|~\n]|^\s*(?:[-+#>=]|\d+[.)])/;

/** Renders a text from the contract. Its links to other websites aren't followed from here. */
export function prose(text = ''): Html {
  if (text === '') return html``;
  // Most of the reference's 5,000 texts are plain sentences. Parsing them would hold up the server for a second.
  if (!SYNTAX.test(text)) return html`<p>${text}</p>`;
  return render(readMarkdown(text), (url) => (url.startsWith('/') ? url : undefined));
}

/** Renders a part of a Markdown document. HTML in it is shown as text. */
export function render(node: Nodes, addressOf: AddressOf): Html {
  const inside = () =>
    'children' in node ? node.children.map((one) => render(one, addressOf)) : [];
  switch (node.type) {
    case 'root':
      return html`${inside()}`;
    case 'heading': {
      // Larger headings are sections, which have the id.
      const id = node.depth > 2 && html` id="${anchorOf(textOf(node))}"`;
      return html`<h${node.depth}${id}>${inside()}</h${node.depth}>`;
    }
    case 'list':
      return element(node.ordered ? 'ol' : 'ul', inside());
    case 'listItem':
      return element('li', node.spread ? inside() : node.children.map(tight(addressOf)));
    case 'code':
      return html`<pre tabindex="0"><code>${node.value}</code></pre>`;
    case 'inlineCode':
      return html`<code>${node.value}</code>`;
    case 'link': {
      const href = addressOf(node.url);
      return href === undefined ? html`${inside()}` : html`<a href="${href}">${inside()}</a>`;
    }
    case 'table':
      return table(node, addressOf);
    case 'break':
      return html`<br>`;
    default: {
      const tag = TAGS[node.type];
      return tag ? element(tag, inside()) : html`${'value' in node && node.value}`;
    }
  }
}

/** A paragraph of a list without blank lines is only its text. */
function tight(addressOf: AddressOf): (node: Nodes) => Html {
  return (node) =>
    node.type === 'paragraph'
      ? html`${node.children.map((one) => render(one, addressOf))}`
      : render(node, addressOf);
}

function table({ children: rows }: Table, addressOf: AddressOf): Html {
  return html`<table>${rows.map(
    ({ children: cells }, row) =>
      html`<tr>${cells.map((cell) =>
        element(
          row === 0 ? 'th' : 'td',
          cell.children.map((one) => render(one, addressOf)),
        ),
      )}</tr>`,
  )}</table>`;
}

function element(tag: string, inside: readonly Html[]): Html {
  return html`<${new Html(tag)}>${inside}</${new Html(tag)}>`;
}

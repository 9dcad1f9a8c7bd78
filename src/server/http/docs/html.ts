/** Text that is already HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | undefined | false | readonly Part[];

/** Creates HTML from a template. Values that aren't `Html` are escaped. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(toText)));
}

function toText(part: Part): string {
  if (part instanceof Html) return part.text;
  if (part === undefined || part === false) return '';
  if (Array.isArray(part)) return part.map(toText).join('');
  return String(part).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Renders a description from the contract. Supports the Markdown it uses: paragraphs, lists and `code`. */
export function prose(text: string | undefined): Html {
  const blocks = (text ?? '').trim().split(/\n\s*\n/);
  return html`${blocks.map((block) => {
    const lines = block.split('\n');
    if (lines.every((line) => /^\s*(- |\s)/.test(line))) {
      const items = block.split(/^\s*- /m).filter((item) => item.trim() !== '');
      return html`<ul>${items.map((item) => html`<li>${inline(item)}</li>`)}</ul>`;
    }
    return html`<p>${inline(block)}</p>`;
  })}`;
}

function inline(text: string): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part))}`;
}

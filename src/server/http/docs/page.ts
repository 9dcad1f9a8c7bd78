import { Html, html, prose } from './html.ts';
import { DOCS_STYLE } from './style.ts';

/** A page of the reference. */
export function page(title: string, nav: Html, body: Html): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${new Html(DOCS_STYLE)}</style></head>
<body><div class="layout"><nav aria-label="Contents">${nav}</nav><main>${body}</main></div></body></html>`
    .text;
}

/** A description under a heading. */
export function intro(title: string, text: string | undefined): Html {
  return html`<h1>${title}</h1>${prose(text)}`;
}

/** A pretty-printed example. */
export function example(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

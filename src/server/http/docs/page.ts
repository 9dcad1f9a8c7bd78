import { guideLinks } from './guides.ts';
import { Html, html } from './html.ts';
import { prose } from './markdown.ts';
import { DOCS_STYLE } from './style.ts';

/** URL of the pages' script. */
export const SCRIPT_PATH = '/docs/docs.js';

/** The pages about the API, after the guides. */
const API_PAGES: readonly (readonly [path: string, name: string])[] = [
  ['/docs', 'API reference'],
  ['/docs/errors', 'Errors'],
  ['/docs/changelog', 'Changelog'],
  ['/openapi.json', 'openapi.json'],
];

interface PageParts {
  title: string;
  /** The page's own path, highlighted in the navigation. */
  path: string;
  /** Navigation entries by heading. */
  contents: readonly (readonly [heading: string, entries: readonly NavEntry[]])[];
  body: Html;
}
export interface NavEntry {
  /** The id of an element on the page. */
  id: string;
  text: string;
  /** Additional words for the search. */
  words?: string;
}

/** A documentation page. */
export function page({ title, path, contents, body }: PageParts): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Taskloom</title><link rel="icon" href="/favicon.svg"><style>${new Html(DOCS_STYLE)}</style>
<script type="module" src="${SCRIPT_PATH}"></script></head>
<body><a class="skip" href="#main">Skip to content</a><div class="layout"><nav aria-label="Contents">
<a class="brand" href="/">Taskloom</a>
<ul>${[...guideLinks(), ...API_PAGES].map(([href, text]) => html`<li><a href="${href}"${href === path && new Html(' aria-current="page"')}>${text}</a></li>`)}</ul>
<input type="search" aria-label="Search" placeholder="Search  /">
${contents.map(
  ([heading, entries]) =>
    html`<section><h2>${heading}</h2>${entries.map(
      ({ id, text, words }) =>
        html`<a href="#${id}"${words !== undefined && html` data-words="${words}"`}>${text}</a>`,
    )}</section>`,
)}</nav><main id="main">${body}</main></div></body></html>`.text;
}

/** A heading with a description. */
export function intro(title: string, text: string | undefined): Html {
  return html`<h1>${title}</h1>${prose(text)}`;
}

/** A pretty-printed example. */
export function example(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;
}

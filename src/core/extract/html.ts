import { isProbablyReaderable, Readability } from '@mozilla/readability';
import type { Extracted } from './extracted.ts';
import { addHtml, textOf } from './html/add-html.ts';
import { parsePage } from './html/parse-html.ts';
import { oneLine } from './text/clean-text.ts';
import { HeadingPath } from './text/heading-path.ts';
import { TextBuilder } from './text/text-builder.ts';

/** Finding the article takes several passes over the page, so larger pages are read in full. */
const ARTICLE_PAGE_MAX = 2_000_000;
const ARTICLE_ELEMENTS_MAX = 20_000;
/** A smaller share means that the detected article has lost content: the page is documentation, a list or a shop. */
const ARTICLE_SHARE = 0.5;

/** A web page: its main article if there is one, otherwise its body without navigation, scripts and styles. */
export function extractHtml(html: string, textMax?: number): Extracted {
  const page = parsePage(html);
  const builder = new TextBuilder('html', textMax);
  const title = titleOf(page);
  addHtml(contentOf(page, html), { builder, headings: new HeadingPath() });
  return builder.build({ title, ifEmpty: 'The page contains no text. It may need JavaScript.' });
}

function titleOf(page: Document): string | null {
  const named = page.querySelector('meta[property="og:title"]')?.getAttribute('content');
  const title = oneLine(page.querySelector('title')?.textContent ?? '');
  const headings = page.querySelectorAll('h1');
  const heading = headings.length === 1 && headings[0] ? oneLine(textOf(headings[0])) : '';
  // Titles often end with the name of the site.
  if (heading !== '' && (title === '' || title.includes(heading))) return heading;
  return named || title || heading || null;
}

function contentOf(page: Document, html: string): Element {
  const body = page.body;
  removeFrame(page);
  const parts = page.querySelectorAll('main, [role="main"]');
  const main = parts.length === 1 ? parts[0] : undefined;
  const whole = oneLine(textOf(body)).length;
  const isMost = (part: Element) => oneLine(textOf(part)).length >= whole * ARTICLE_SHARE;
  if (main !== undefined && isMost(main)) return main;
  const article = articleOf(page, html);
  return article !== undefined && isMost(article) ? article : body;
}

/** Elements around the content of a page. Headers of articles are kept. */
function removeFrame(page: Document): void {
  const frame = page.querySelectorAll('nav, footer, body > header, [role="navigation"]');
  for (const element of frame) {
    const isAll = element.querySelector('main, article, h1') !== null;
    if (!isAll) element.remove();
  }
}

function articleOf(page: Document, html: string): Element | undefined {
  if (html.length > ARTICLE_PAGE_MAX || !isProbablyReaderable(page)) return undefined;
  const options = {
    maxElemsToParse: ARTICLE_ELEMENTS_MAX,
    keepClasses: false,
    serializer: (element: Node) => element as Element,
  };
  try {
    // Readability changes the document that it reads.
    return new Readability(parsePage(html), options).parse()?.content ?? undefined;
  } catch {
    // The page has too many elements, or Readability can't handle it.
    return undefined;
  }
}

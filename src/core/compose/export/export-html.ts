import { toBase64 } from '../../base64url.ts';
import { escapeHtml } from '../../extract/html/escape-html.ts';
import type { AssembledArticle } from './assemble.ts';
import { type Block, parseMarkdown } from './blocks.ts';
import type { ImageFiles } from './images.ts';
import { type Inline, safeImage, safeUrl } from './inline.ts';
import { isRightToLeft, languageTag } from './language.ts';
import { footnoteText, wordsOf } from './words.ts';

const STYLE =
  'body{max-width:42rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.6 system-ui,sans-serif}img{max-width:100%;height:auto}pre,table{overflow-x:auto;display:block}td,th{border:1px solid #8884;padding:.3rem .6rem;text-align:start}blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid #8886}';

interface HtmlOptions {
  /** Whether to return only the body, without the title. */
  isBody?: boolean;
  /** The images to embed in the page. Readers' browsers load the others. */
  images?: ImageFiles;
}

/**
 * Exports an article as HTML. It is generated from parsed Markdown and never copies HTML from the text, so that no text
 * can inject scripts.
 */
export function toHtml(article: AssembledArticle, options: HtmlOptions = {}): string {
  return [...htmlParts(article, options)].join('\n');
}

/** Like `toHtml`, but section by section, so that callers can yield to other work in between. */
export function* htmlParts(
  article: AssembledArticle,
  { isBody = false, images = new Map() }: HtmlOptions = {},
): Generator<string> {
  const { title, footnotes, origin, sections, language } = article;
  const lang = languageTag(language);
  const direction = isRightToLeft(language) ? ' dir="rtl"' : '';
  if (!isBody) {
    yield `<!doctype html>\n<html${lang ? ` lang="${lang}"` : ''}${direction}>\n<head>`;
    yield headOf(article);
    yield `<style>${STYLE}</style>\n</head>\n<body>\n<article>\n<h1>${escapeHtml(title)}</h1>`;
  }
  const context = { origin, images, seen: new Set<number>() };
  for (const section of sections)
    yield parseMarkdown(section)
      .map((block) => blockHtml(block, context))
      .join('\n');
  if (footnotes.length > 0) {
    const words = wordsOf(language);
    yield `<section role="doc-endnotes">\n<h2>${escapeHtml(words.sources)}</h2>\n<ol>`;
    for (const note of footnotes) {
      const text = escapeHtml(footnoteText(note, words));
      yield `<li id="note-${note.number}">${text} <a href="#cite-${note.number}" aria-label="${words.back}">↩</a></li>`;
    }
    yield '</ol></section>';
  }
  if (!isBody) yield '</article>\n</body>\n</html>\n';
}

/** The meta tags for search engines and social networks. */
function headOf({ title, seo, image }: AssembledArticle): string {
  const name = seo.title || title;
  const picture = image && safeImage(image.url);
  const meta = (kind: 'name' | 'property', key: string, value: string) =>
    value === '' ? [] : [`<meta ${kind}="${key}" content="${escapeHtml(value)}">`];
  return [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(name)}</title>`,
    ...meta('name', 'description', seo.description),
    ...meta('name', 'keywords', seo.keywords.join(', ')),
    ...meta('property', 'og:type', 'article'),
    ...meta('property', 'og:title', name),
    ...meta('property', 'og:description', seo.description),
    ...meta('property', 'og:image', picture ?? ''),
    ...meta('property', 'og:image:alt', picture ? (image?.alt ?? '') : ''),
    ...meta('name', 'twitter:card', picture ? 'summary_large_image' : 'summary'),
  ].join('\n');
}

interface Context {
  origin: string;
  images: ImageFiles;
  /** The footnotes that have been cited so far. */
  seen: Set<number>;
}

function blockHtml(block: Block, context: Context): string {
  const inline = (parts: readonly Inline[]) => inlineHtml(parts, context);
  const inner = (blocks: readonly Block[]) =>
    blocks.map((one) => blockHtml(one, context)).join('\n');
  switch (block.type) {
    case 'heading':
      return `<h${block.level}>${inline(block.children)}</h${block.level}>`;
    case 'paragraph':
      return `<p>${inline(block.children)}</p>`;
    case 'code':
      return `<pre><code>${escapeHtml(block.text)}</code></pre>`;
    case 'quote':
      return `<blockquote>\n${inner(block.blocks)}\n</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => `<li>${itemHtml(item, context)}</li>`).join('\n');
      if (block.start === null) return `<ul>\n${items}\n</ul>`;
      const start = block.start === 1 ? '' : ` start="${block.start}"`;
      return `<ol${start}>\n${items}\n</ol>`;
    }
    case 'table': {
      const styles = block.alignments.map((one) => (one ? ` style="text-align:${one}"` : ''));
      const row = (cells: readonly Inline[][], name: 'th' | 'td') =>
        `<tr>${cells.map((cell, at) => `<${name}${styles[at]}>${inline(cell)}</${name}>`).join('')}</tr>`;
      const body = block.rows.map((cells) => row(cells, 'td')).join('\n');
      return `<table>\n<thead>${row(block.head, 'th')}</thead>\n<tbody>\n${body}\n</tbody>\n</table>`;
    }
    case 'rule':
      return '<hr>';
  }
}

/** An item with a single paragraph is written without `<p>`. */
function itemHtml(item: readonly Block[], context: Context): string {
  const [first, ...rest] = item;
  if (first?.type !== 'paragraph') return item.map((one) => blockHtml(one, context)).join('\n');
  return [inlineHtml(first.children, context), ...rest.map((one) => blockHtml(one, context))].join(
    '\n',
  );
}

const TAGS = { strong: 'strong', emphasis: 'em', strike: 's' } as const;

function inlineHtml(parts: readonly Inline[], context: Context): string {
  const { origin, seen } = context;
  return parts
    .map((part) => {
      switch (part.type) {
        case 'text':
          return escapeHtml(part.text);
        case 'code':
          return `<code>${escapeHtml(part.text)}</code>`;
        case 'break':
          return '<br>';
        case 'image': {
          const url = safeImage(part.url, origin);
          if (url === undefined) return escapeHtml(part.alt);
          return `<img src="${escapeHtml(sourceOf(url, context.images))}" alt="${escapeHtml(part.alt)}" loading="lazy">`;
        }
        case 'link': {
          const url = safeUrl(part.url, origin);
          const label = inlineHtml(part.children, context);
          return url === undefined
            ? label
            : `<a href="${escapeHtml(url)}" rel="noopener">${label}</a>`;
        }
        case 'note':
          return part.numbers
            .map((number) => {
              const id = seen.has(number) ? '' : ` id="cite-${number}"`;
              seen.add(number);
              return `<sup><a href="#note-${number}"${id}>${number}</a></sup>`;
            })
            .join('');
        default:
          return `<${TAGS[part.type]}>${inlineHtml(part.children, context)}</${TAGS[part.type]}>`;
      }
    })
    .join('');
}

/** The data URL of an embedded image; otherwise the image's own URL. */
function sourceOf(url: string, images: ImageFiles): string {
  const file = images.get(url);
  return file ? `data:${file.mediaType};base64,${toBase64(file.bytes)}` : url;
}

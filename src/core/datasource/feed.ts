import { oneLine } from '#core/extract/text/clean-text.ts';
import { URL_MAX } from '../limits.ts';
import { readXml } from './xml.ts';

/** The maximum number of entries read from a feed, which lists the newest first. */
const ENTRIES_MAX = 1000;
/** The maximum length of an entry's content, in characters. */
const CONTENT_MAX = 1_000_000;

export interface FeedEntry {
  /** Identifies the entry in its feed. */
  id: string;
  title: string;
  url: string | null;
  modified_at: string | null;
  /** HTML; empty if the feed contains links only. */
  html: string;
}

export interface Feed {
  title: string;
  entries: FeedEntry[];
}

interface Draft {
  id?: string;
  title?: string;
  link?: string;
  updated?: string;
  published?: string;
  summary?: string;
  content?: string;
}

/**
 * Reads RSS (0.9 to 2.0, and RDF) and Atom.
 * @param url the feed's own URL, to resolve relative links
 * @throws Error when it is none of them
 */
export async function readFeed(text: string, url: string): Promise<Feed> {
  const entries: FeedEntry[] = [];
  let title = '';
  let root = '';
  let draft: Draft = {};
  await readXml(
    text.trimStart(),
    {
      isMarkup: (path, { type }) =>
        type === 'xhtml' && ['content', 'summary', 'title'].includes(path.at(-1) ?? ''),
      close(path, content, attributes) {
        root = path[0] ?? '';
        const parent = path.at(-2) ?? '';
        const name = path.at(-1) ?? '';
        if (parent === 'item' || parent === 'entry')
          addField(draft, name, content.trim(), attributes);
        else if (name === 'item' || name === 'entry') {
          const entry = toEntry(draft, url);
          if (entry && entries.length < ENTRIES_MAX) entries.push(entry);
          draft = {};
        } else if (name === 'title' && path.length <= 3) title ||= plain(content);
      },
      isDone: () => entries.length >= ENTRIES_MAX,
    },
    CONTENT_MAX,
  );
  if (!['rss', 'RDF', 'feed'].includes(root)) throw new Error('This is not a feed.');
  return { title, entries };
}

function addField(
  draft: Draft,
  name: string,
  text: string,
  { rel = 'alternate', href, isPermaLink }: Readonly<Record<string, string>>,
): void {
  switch (name) {
    case 'guid':
      draft.id ??= text;
      // RSS items without a link have their URL here.
      if (isPermaLink !== 'false' && /^https?:/i.test(text)) draft.link ??= text;
      break;
    case 'id':
      draft.id ??= text;
      break;
    case 'link':
      if (rel === 'alternate') draft.link = href ?? (text || draft.link || '');
      break;
    case 'title':
      draft.title ??= text;
      break;
    case 'updated':
    case 'modified':
      draft.updated ??= text;
      break;
    case 'pubDate':
    case 'published':
    case 'issued':
    case 'date':
      draft.published ??= text;
      break;
    case 'description':
    case 'summary':
      draft.summary ??= text;
      break;
    // `content:encoded` of RSS, and `content` of Atom.
    case 'encoded':
    case 'content':
      draft.content ??= text;
      break;
  }
}

function toEntry(draft: Draft, base: string): FeedEntry | undefined {
  const url = draft.link ? URL.parse(draft.link, base) : null;
  const isPage = url !== null && /^https?:$/.test(url.protocol) && url.href.length <= URL_MAX;
  const id = (draft.id || (isPage ? url.href : draft.title))?.slice(0, URL_MAX);
  if (!id) return undefined;
  const time = Date.parse(draft.updated ?? draft.published ?? '');
  return {
    id,
    title: plain(draft.title ?? '') || id,
    url: isPage ? url.href : null,
    modified_at: Number.isNaN(time) ? null : new Date(time).toISOString(),
    html: draft.content || draft.summary || '',
  };
}

/** Titles may contain markup and entities of HTML. */
function plain(html: string): string {
  const text = html
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/&(amp|lt|gt|quot|apos|nbsp|#39);/g, (_, name: string) => ENTITIES[name] ?? ' ');
  return oneLine(text).slice(0, 500);
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};

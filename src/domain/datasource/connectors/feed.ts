import { decodeMarkup } from '#core/datasource/decode.ts';
import { type FeedEntry, readFeed } from '#core/datasource/feed.ts';
import { USER_AGENT } from '#core/datasource/robots.ts';
import { sha256 } from '#core/sha256.ts';
import {
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  type Content,
  type HttpResponse,
  type ListedItem,
} from './connector.ts';
import { ask, failureOf, inflated } from './request.ts';
import { readWebPage } from './website/website.ts';

/** An RSS or Atom feed. */
export interface FeedConfig {
  url: string;
  /** The content of an entry: as contained in the feed, or from the linked page. */
  content: 'entry' | 'page';
}

/** The feed's validators from the last sync. */
interface FeedState {
  etag?: string;
  modified?: string;
}

type Context = ConnectorContext<never>;

const FEED_MAX_BYTES = 10 * 1024 * 1024;
const REDIRECTS_MAX = 5;
const PRIVATE = "The feed isn't public, or the site blocks us.";

/** Reads a feed. Entries that drop out of it are kept, because feeds contain only their newest entries. */
export const feed: Connector<FeedConfig, never, FeedState> = {
  async *changes(config, state, context) {
    const response = await get(config, state, context);
    if (response.status === 304) {
      return yield { items: [], end: { state: state ?? {}, complete: false } };
    }
    const entries = await entriesOf(response);
    const items = await Promise.all(entries.map((entry) => itemOf(entry, config)));
    const { etag, 'last-modified': modified } = response.headers;
    yield {
      items,
      end: { state: { ...(etag && { etag }), ...(modified && { modified }) }, complete: false },
    };
  },

  async fetch(config, item, context): Promise<Content> {
    if (config.content === 'page' && item.url) return readLinkedPage(item.url, context);
    // Entries can't be requested one by one, so this reads the whole feed.
    const entries = await entriesOf(await get(config, undefined, context));
    const entry = entries.find(({ id }) => id === item.key);
    const content = entry && (await itemOf(entry, config)).content;
    if (content) return content;
    throw new ConnectorFailure('not_found', 'The entry is no longer part of the feed.');
  },

  async check(config, context) {
    await entriesOf(await get(config, undefined, context));
  },
};

async function get(
  { url }: FeedConfig,
  state: FeedState | undefined,
  context: Context,
): Promise<HttpResponse> {
  const headers = {
    'user-agent': USER_AGENT,
    accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, */*;q=0.5',
    ...(state?.etag && { 'if-none-match': state.etag }),
    ...(state?.modified && { 'if-modified-since': state.modified }),
  };
  const request = { url, headers, redirects: REDIRECTS_MAX, maxBytes: FEED_MAX_BYTES };
  const response = await inflated(await ask(request, context), FEED_MAX_BYTES, context);
  if (response.status === 200 || response.status === 304) return response;
  if (response.status === 401 || response.status === 403)
    throw new ConnectorFailure('invalid', PRIVATE);
  throw failureOf(response, 'feed');
}

/** Entries may link to any site, so a site that is unreachable or limits us doesn't affect the others. */
async function readLinkedPage(url: string, context: Context): Promise<Content> {
  try {
    return await readWebPage(url, context);
  } catch (error) {
    if (!(error instanceof ConnectorFailure) || !error.isAboutSource) throw error;
    throw new ConnectorFailure('invalid', error.message, { cause: error });
  }
}

async function entriesOf({ url, body, headers, isCut }: HttpResponse): Promise<FeedEntry[]> {
  if (isCut) throw new ConnectorFailure('too_large', 'The feed is larger than 10 MB.');
  try {
    const text = decodeMarkup(body, headers['content-type'] ?? null);
    const { entries } = await readFeed(text, url);
    // Some feeds contain duplicate entry IDs.
    return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
  } catch (error) {
    throw new ConnectorFailure('invalid', 'There is no RSS or Atom feed at this URL.', {
      cause: error,
    });
  }
}

async function itemOf(entry: FeedEntry, { content }: FeedConfig): Promise<ListedItem> {
  const { id: key, title: name, url, modified_at, html } = entry;
  const isPage = content === 'page' && url !== null;
  const text = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(name)}</title></head><body><article><h1>${escapeHtml(name)}</h1>${html}</article></body></html>`;
  return {
    key,
    name,
    url,
    media_type: 'text/html',
    size: null,
    etag: await sha256(`${content}\n${name}\n${modified_at}\n${html}`),
    modified_at,
    memo: null,
    ...(!isPage && {
      content: { bytes: new TextEncoder().encode(text), media_type: 'text/html; charset=utf-8' },
    }),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

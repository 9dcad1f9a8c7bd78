import { normaliseUrl } from '#core/datasource/page-url.ts';
import {
  type Changes,
  type Connector,
  type ConnectorContext,
  ConnectorFailure,
  type Content,
  type MissedItem,
} from '../connector.ts';
import { Crawl, type Found } from './crawl.ts';
import { contentOfPage } from './read-response.ts';
import type { WebsiteConfig } from './scope.ts';
import { Site } from './site.ts';

/** Crawls have no state: each one visits all pages, with conditional requests. */
type NoState = Record<string, never>;

/** Crawls a website. Credentials aren't supported. */
export const website: Connector<WebsiteConfig, never, NoState> = {
  async *changes(config, _state, context) {
    const crawl = new Crawl(config, context);
    for await (const found of crawl.run()) yield toChanges(found);
    yield {
      items: [],
      end: {
        state: {},
        complete: true,
        // A single failed page, or one page too many, must not block all deletions.
        ...((crawl.isLimited || crawl.isIncomplete) && {
          isGone: (key: string) => crawl.isGone(key),
        }),
        ...(crawl.isLimited && {
          note: `The site has more pages than were read. Raise the limit of ${config.page_limit} pages, or exclude some.`,
        }),
      },
    };
  },

  fetch: (_config, item, context) => readWebPage(item.url ?? item.key, context),

  async check(config, context) {
    await new Crawl(config, context).start();
  },
};

/**
 * Reads one page, if its site allows that.
 * @throws ConnectorFailure
 */
export async function readWebPage(
  address: string,
  context: ConnectorContext<never>,
): Promise<Content> {
  const url = normaliseUrl(address);
  const visit = url && (await new Site(context).visit(url, () => true));
  if (!visit) throw new ConnectorFailure('not_found', `${address} is not a page.`);
  return contentOfPage(visit, context.maxBytes);
}

function toChanges(found: Found): Changes<NoState> {
  if (found.kind === 'page') return { items: [found.item] };
  if (found.kind === 'gone') return { items: [], deleted: [found.url] };
  if (found.kind === 'same') return { items: [] };
  return { items: [], [found.kind]: [missed(found.url, found.failure)] };
}

function missed(url: string, { reason, message }: ConnectorFailure): MissedItem {
  return { key: url, name: url, url, reason, message };
}

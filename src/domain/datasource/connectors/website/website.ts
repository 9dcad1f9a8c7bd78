import { normaliseUrl } from '#core/datasource/page-url.ts';
import {
  type Changes,
  type Connector,
  ConnectorFailure,
  type Content,
  type MissedItem,
} from '../connector.ts';
import { Crawl, type Found } from './crawl.ts';
import { readResponse } from './read-response.ts';
import { scopeOf, type WebsiteConfig } from './scope.ts';
import { Site } from './site.ts';

/** A crawl starts anew each time: pages that haven't changed are asked about with conditional requests. */
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
        complete: !crawl.isLimited && !crawl.isIncomplete,
        ...(crawl.isLimited && {
          note: `The site has more pages than were read. Raise the limit of ${config.page_limit} pages, or exclude some.`,
        }),
      },
    };
  },

  async fetch(config, item, context): Promise<Content> {
    const url = normaliseUrl(item.url ?? item.key);
    const visit = url && (await new Site(context).visit(url, () => true));
    if (!visit) throw new ConnectorFailure('not_found', `${item.key} is no page any more.`);
    const { item: page } = await readResponse(visit, scopeOf(config, visit.url), context.maxBytes);
    if (page.content) return page.content;
    throw new ConnectorFailure('invalid', `${item.key} has no content.`);
  },

  async check(config, context) {
    await new Crawl(config, context).start();
  },
};

function toChanges(found: Found): Changes<NoState> {
  if (found.kind === 'page') return { items: [found.item] };
  if (found.kind === 'gone') return { items: [], deleted: [found.url] };
  return { items: [], [found.kind]: [missed(found.url, found.failure)] };
}

function missed(url: string, { reason, message }: ConnectorFailure): MissedItem {
  return { key: url, name: url, url, reason, message };
}

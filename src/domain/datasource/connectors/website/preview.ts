import { type ConnectorContext, ConnectorFailure } from '../connector.ts';
import { Crawl } from './crawl.ts';
import type { WebsiteConfig } from './scope.ts';

/** A page that a crawl would probably read. */
export interface PreviewPage {
  url: string;
  title: string | null;
  depth: number;
}

export interface Preview {
  pages: PreviewPage[];
  /** Whether there are more pages than listed. */
  is_partial: boolean;
}

export interface PreviewLimits {
  pages: number;
  /** The number of pages that are read. Others are known from links and sitemaps. */
  visits: number;
  milliseconds: number;
}

const LIMITS: PreviewLimits = { pages: 1000, visits: 20, milliseconds: 7000 };
/** The delay between two requests: short, because there are few and a person is waiting. */
const DELAY = 100;

/**
 * Briefly explores a site, and lists the pages that a crawl would read.
 * @throws ConnectorFailure when the start page can't be read
 */
export async function previewWebsite(
  config: WebsiteConfig,
  context: ConnectorContext<never>,
  { pages: pageMax, visits, milliseconds }: PreviewLimits = LIMITS,
): Promise<Preview> {
  const clock = AbortSignal.timeout(milliseconds);
  const signal = AbortSignal.any([context.signal, clock]);
  const most = Math.min(config.page_limit, pageMax);
  const crawl = new Crawl({ ...config, page_limit: most }, { ...context, signal }, DELAY);
  const pages = new Map<string, PreviewPage>();
  let count = 0;
  try {
    for await (const found of crawl.run()) {
      if (found.kind === 'page') {
        const { key, name } = found.item;
        pages.set(key, { url: key, title: name, depth: found.depth });
      }
      count += 1;
      if (count >= visits) break;
    }
  } catch (error) {
    context.signal.throwIfAborted();
    if (!clock.aborted) throw error;
  }
  const isSlow = clock.aborted && pages.size === 0 && !crawl.hasStarted;
  if (isSlow) throw new ConnectorFailure('unreachable', 'The site responds too slowly.');
  let isPartial = crawl.frontier.isLimited;
  for (const { url, depth } of crawl.frontier) {
    if (pages.size >= most) {
      isPartial = true;
      break;
    }
    if (!pages.has(url)) pages.set(url, { url, title: crawl.titles.get(url) ?? null, depth });
  }
  return { pages: [...pages.values()], is_partial: isPartial };
}

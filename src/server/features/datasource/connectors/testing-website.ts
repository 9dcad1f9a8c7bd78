import type { WebsiteConfig } from '#domain/datasource/connectors/website/scope.ts';
import { website } from '#domain/datasource/connectors/website/website.ts';
import type { Outbound } from '#server/platform/outbound/outbound.ts';
import {
  type FakePage,
  startWebsite,
  type WebsiteServer,
} from '../../../../../tests/support/sources/website-server.ts';
import { syncAll, testContext } from './testing.ts';

const sites: WebsiteServer[] = [];

/** For `afterEach`. */
export async function closeSites(): Promise<void> {
  for (const site of sites.splice(0)) await site.close();
}

export async function start(pages: Record<string, FakePage>): Promise<WebsiteServer> {
  const site = await startWebsite(pages);
  sites.push(site);
  return site;
}

export function configOf(
  { url }: WebsiteServer,
  options: Partial<WebsiteConfig> = {},
): WebsiteConfig {
  return {
    url: `${url}/`,
    depth: 5,
    include: [],
    exclude: [],
    use_sitemap: false,
    subdomains: false,
    page_limit: 100,
    ...options,
  };
}

/** Paths of the pages that a first sync lists. */
export async function crawl(
  outbound: Outbound,
  site: WebsiteServer,
  options: Partial<WebsiteConfig> = {},
) {
  const context = testContext(outbound);
  const config = configOf(site, options);
  const synced = await syncAll(website, config, context);
  return { ...synced, config, context, paths: synced.items.map((item) => pathOf(item.key)) };
}

export function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

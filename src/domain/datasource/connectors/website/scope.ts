import { compilePageScope } from '#core/datasource/page-scope.ts';
import { isPageName, isSameSite } from '#core/datasource/page-url.ts';

/** What to crawl. */
export interface WebsiteConfig {
  /** Where to start. */
  url: string;
  /** How many links to follow from the start page; 0 reads it alone, and the sitemap's pages. */
  depth: number;
  /** Patterns of paths to read, such as `/docs/**`; none for all. */
  include: string[];
  /** Patterns of paths not to read. */
  exclude: string[];
  /** Whether to read the pages that the site's sitemaps list. */
  use_sitemap: boolean;
  /** Whether hosts below the start page's belong to the site. */
  subdomains: boolean;
  /** How many pages to read at most. */
  page_limit: number;
}

/** Which pages a crawl may read. */
export interface Scope {
  /** Whether a URL belongs to the site. */
  isOnSite(url: string): boolean;
  /** Whether a page is to be read, by the patterns. */
  has(url: string): boolean;
}

/** @param site the start page, after redirects */
export function scopeOf({ include, exclude, subdomains }: WebsiteConfig, site: string): Scope {
  const chosen = compilePageScope(include, exclude);
  const isOnSite = (url: string) => isSameSite(url, site, subdomains);
  return {
    isOnSite,
    has: (url) => isOnSite(url) && isPageName(url) && chosen.has(url),
  };
}

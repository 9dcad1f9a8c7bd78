import { compilePageScope } from '#core/datasource/page-scope.ts';
import { isPageName, isSameSite } from '#core/datasource/page-url.ts';

/** The configuration of a crawl. */
export interface WebsiteConfig {
  /** The start page. */
  url: string;
  /**
   * The maximum number of links between the start page and a page; 0 reads only the start page and the sitemap's pages.
   */
  depth: number;
  /** Patterns of paths to include, such as `/docs/**`; empty for all. */
  include: string[];
  /** Patterns of paths to exclude. */
  exclude: string[];
  /** Whether to read the pages that the site's sitemaps list. */
  use_sitemap: boolean;
  /** Whether to include subdomains. */
  subdomains: boolean;
  /** The maximum number of pages. */
  page_limit: number;
}

/** Which pages a crawl may read. */
export interface Scope {
  /** Whether a URL belongs to the site. */
  isOnSite(url: string): boolean;
  /** Whether the patterns select a page. */
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

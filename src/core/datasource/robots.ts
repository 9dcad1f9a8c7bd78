import robotsParser from 'robots-parser';

/** The name of our crawler. A site can address it in robots.txt. */
export const ROBOT = 'TaskloomBot';
export const USER_AGENT = `${ROBOT}/1.0`;

/** The number of bytes read from a robots.txt; crawlers may ignore the rest (RFC 9309). */
export const ROBOTS_MAX_BYTES = 512 * 1024;
/**
 * The maximum cost of matching a URL against all rules: its length × (the number of rules + the characters of rules
 * with wildcards). About 50 ms at worst; no real site comes near it.
 */
const STEPS_MAX = 4_000_000;
/** The longest crawl delay that is respected, in milliseconds. */
const DELAY_MAX = 60_000;

/** The rules of a site for our crawler. */
export interface Robots {
  /** Whether a URL of this origin may be read. */
  allows(url: string): boolean;
  /** Milliseconds to wait between two requests. */
  delay: number;
  sitemaps: string[];
}

/** The rules of a site without robots.txt. */
export const NO_ROBOTS: Robots = { allows: () => true, delay: 0, sitemaps: [] };

/** @param url the file's URL; its rules apply to that origin only */
export function parseRobots(url: string, text: string): Robots {
  const lines = text.match(/^\s*(dis)?allow\s*:.*$/gim) ?? [];
  const wildcards = lines.filter((line) => line.includes('*')).join('');
  const size = lines.length + wildcards.length;
  const rules = robotsParser(url, text.replace(/^\uFEFF/, ''));
  const delay = (rules.getCrawlDelay(ROBOT) ?? 0) * 1000;
  return {
    // If the rules are too expensive to evaluate, the page is disallowed: the owner does want pages left alone.
    allows: (page) => page.length * size <= STEPS_MAX && rules.isAllowed(page, ROBOT) !== false,
    delay: Math.min(Math.max(0, delay), DELAY_MAX),
    sitemaps: rules.getSitemaps().flatMap((sitemap) => URL.parse(sitemap, url)?.href ?? []),
  };
}

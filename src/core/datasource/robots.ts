import robotsParser from 'robots-parser';

/** The name of our crawler. A site can address it in robots.txt. */
export const ROBOT = 'TaskloomBot';
export const USER_AGENT = `${ROBOT}/1.0`;

/** Bytes of a robots.txt that are read; crawlers may ignore the rest (RFC 9309). */
export const ROBOTS_MAX_BYTES = 512 * 1024;
/**
 * What comparing a URL with all rules may take: its length times the rules and the characters of those with wildcards.
 * Takes about 50 ms at worst, which no real site comes near.
 */
const STEPS_MAX = 4_000_000;
/** Nobody waits longer between two pages. In milliseconds. */
const DELAY_MAX = 60_000;

/** What a site allows crawlers to do. */
export interface Robots {
  /** Whether a URL of this origin may be read. */
  allows(url: string): boolean;
  /** Milliseconds to wait between two requests. */
  delay: number;
  sitemaps: string[];
}

/** The rules of a site without robots.txt. */
export const NO_ROBOTS: Robots = { allows: () => true, delay: 0, sitemaps: [] };

/** @param url where the file is; its rules apply to this origin only */
export function parseRobots(url: string, text: string): Robots {
  const lines = text.match(/^\s*(dis)?allow\s*:.*$/gim) ?? [];
  const wildcards = lines.filter((line) => line.includes('*')).join('');
  const size = lines.length + wildcards.length;
  const rules = robotsParser(url, text.replace(/^\uFEFF/, ''));
  const delay = (rules.getCrawlDelay(ROBOT) ?? 0) * 1000;
  return {
    // What can't be told is forbidden, because the owner wants something to be left alone.
    allows: (page) => page.length * size <= STEPS_MAX && rules.isAllowed(page, ROBOT) !== false,
    delay: Math.min(Math.max(0, delay), DELAY_MAX),
    sitemaps: rules.getSitemaps().flatMap((sitemap) => URL.parse(sitemap, url)?.href ?? []),
  };
}

import robotsParser from 'robots-parser';

/** The name of our crawler. A site can address it in robots.txt. */
export const ROBOT = 'TaskloomBot';
export const USER_AGENT = `${ROBOT}/1.0`;

/** Bytes of a robots.txt that are read; crawlers may ignore the rest (RFC 9309). */
export const ROBOTS_MAX_BYTES = 512 * 1024;
/** Characters of all rules with wildcards. Each of them takes time with every URL, and no real site has that many. */
const WILDCARDS_MAX = 20_000;
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
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const wildcards = lines.filter((line) => /^\s*(dis)?allow\s*:.*\*/i.test(line));
  const isTooComplex = wildcards.join('').length > WILDCARDS_MAX;
  const rules = robotsParser(url, isTooComplex ? '' : text.replace(/^\uFEFF/, ''));
  const delay = (rules.getCrawlDelay(ROBOT) ?? 0) * 1000;
  return {
    // Rules that nobody can follow forbid everything, because the owner wants something to be left alone.
    allows: (page) => !isTooComplex && rules.isAllowed(page, ROBOT) !== false,
    delay: Math.min(Math.max(0, delay), DELAY_MAX),
    sitemaps: rules.getSitemaps().flatMap((sitemap) => URL.parse(sitemap, url)?.href ?? []),
  };
}
